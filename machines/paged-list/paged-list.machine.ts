/**
 * A list that is read in pages (contract, Lists): search, filters and order are sent to the server, and pages are read
 * as the person scrolls. The rows are in a store in this actor's closure; the context holds counts and the query.
 *
 * Locks: one page is read at a time. A new search, filter or place leaves the state whose call is in flight, which
 * aborts it: an old response never follows a newer query. A separate machine (machines/refetch), which the list runs,
 * fetches records that change elsewhere; it pauses while all rows are being replaced.
 *
 * A failure is notified where the person asked for the call: by opening the list, a search, a place to go to, or Try
 * again.
 */
import { assign, sendTo, setup } from 'xstate'
import { describeFailure, type ApiError, type Result } from '@contract/errors'
import type { PagedView, Place } from '@contract/records/page-query'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { refetchMachine } from '../refetch/refetch.machine'

/** Milliseconds without a keystroke before a search is sent. */
export const SEARCH_PAUSE_MS = 250

export const START: Place = { at: 'start' }

/** The place at which the rows begin, and how many rows the list spans. */
export interface Entered extends PagesRead {
  place: Place
}
/** Number of rows that the list spans, and whether a page is missing in the visible range. */
export interface PagesRead {
  count: number
  isNeeded: boolean
}
/** How changed records affected the rows. */
export interface RowsChanged extends PagesRead {
  /** Number of new records that wait to be shown. */
  arrivals: number
  /** Number of records that entered or left the list. */
  moves: number
}

export interface PagedListContext {
  view: PagedView
  /** The place at which the shown rows begin. */
  place: Place
  /** The place that is being read. */
  goal: Place
  /** Number of rows that the list spans so far. */
  count: number
  /** Number of new records that wait to be shown. */
  arrivals: number
  /** Increases with each record that enters or leaves the list. */
  moves: number
  /** The fields that calls request. */
  fields: readonly string[]
  error: ApiError | null
}

export type PagedListEvent =
  /** Sent by the table: another search, filter or order. */
  | { type: 'view.changed'; view: PagedView }
  /** Sent by the table: other rows are visible. */
  | { type: 'rows.seen'; isNeeded: boolean }
  | { type: 'place.go'; place: Place }
  | { type: 'list.showArrivals' }
  | { type: 'list.fieldsChosen'; fields: readonly string[] }
  /** Any row of the list may have changed. */
  | { type: 'list.reload' }
  | { type: 'retry' }
  | { type: 'socket.resumed' }
  /** A form or an action of this console returned a record. */
  | { type: 'row.saved'; row: { id: string; version: number } }
  /** A record no longer exists because of an action of this console. */
  | { type: 'row.gone'; id: string }
  /** Sent by the table: the rows that the person sees. */
  | { type: 'rows.inView'; ids: readonly string[] }
  /** Changed records were merged into the list or removed from it. */
  | ({ type: 'rows.changed' } & RowsChanged)

export interface EnterInput {
  view: PagedView
  place: Place
  fields: readonly string[]
}

type Answered<T> = { answer: Result<T> }
type View = { view: PagedView }
type Fields = { fields: readonly string[] }

const exceptSearch = ({ filters, sort }: PagedView) => JSON.stringify([filters, sort])
const isSame = (a: PagedView, b: PagedView) => a.search === b.search && exceptSearch(a) === exceptSearch(b)

const pagedListSetup = setup({
  types: {
    context: {} as PagedListContext,
    events: {} as PagedListEvent,
    input: {} as { view: PagedView; fields: readonly string[] },
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as {
      rowsFeed: 'rowsFeed'
      refetch: 'refetch'
      enterList: 'enterList'
      goTo: 'enterList'
      readPage: 'readPage'
    },
  },
  actors: {
    /** Reads the page at a place and replaces all rows by it; or resumes the rows of a screen that was left. */
    enterList: promiseNotProvided<Result<Entered>, EnterInput>('enterList'),
    /** Reads the page that is missing in the visible range. */
    readPage: promiseNotProvided<Result<PagesRead>, EnterInput>('readPage'),
    /** Sends `row.saved` and `row.gone` for actions, `rows.changed`, `list.reload` and `socket.resumed`. */
    rowsFeed: feedNotProvided<PagedListEvent>('rowsFeed'),
    refetch: refetchMachine,
  },
  actions: {
    assignView: assign((_, { view }: View) => ({ view })),
    assignGoal: assign((_, { place }: { place: Place }) => ({ goal: place })),
    assignEntered: assign((_, { answer }: Answered<Entered>) =>
      answer.ok
        ? { count: answer.value.count, place: answer.value.place, arrivals: 0, error: null }
        : { error: answer.error },
    ),
    assignPage: assign((_, { answer }: Answered<PagesRead>) =>
      answer.ok ? { count: answer.value.count, error: null } : { error: answer.error },
    ),
    assignChanges: assign(({ context }, { count, arrivals, moves }: RowsChanged) => ({
      count,
      arrivals,
      moves: context.moves + moves,
    })),
    assignFields: assign(({ context }, { fields }: Fields) => ({
      fields: [...new Set([...context.fields, ...fields])],
    })),
    assignStart: assign({ place: START }),
    assignStartAsGoal: assign({ goal: START }),
    forgetCount: assign({ count: 0 }),
    /** Removes all rows: they belong to another query. */
    clearRows: () => actionNotProvided('clearRows'),
    /** Marks visible rows as out of date and drops the others. */
    outdateRows: () => actionNotProvided('outdateRows'),
    relayInView: sendTo('refetch', (_, { ids }: { ids: readonly string[] }) => ({ type: 'rows.inView' as const, ids })),
    /** Changed records are fetched after the read, not during it. */
    holdRefetch: sendTo('refetch', { type: 'read.began' }),
    releaseRefetch: sendTo('refetch', { type: 'read.ended' }),
    /** Replaces the row of a returned record, and asks the server whether the list still contains it. */
    showSaved: (_, _params: { row: { id: string; version: number } }) => actionNotProvided('showSaved'),
    /** Removes a record from the list. */
    dropRow: (_, _params: { id: string }) => actionNotProvided('dropRow'),
    /** Shows the message of a failed call that the person asked for (spec 8). */
    notifyFailed: (_, _params: { message: string }) => actionNotProvided('notifyFailed'),
  },
  guards: {
    isSameView: ({ context }, { view }: View) => isSame(view, context.view),
    isSameSearch: ({ context }, { view }: View) => view.search === context.view.search,
    /** A page is missing in the visible range. */
    isMissing: (_, { isNeeded }: { isNeeded: boolean }) => isNeeded,
    isInSight: (_, { isNeeded }: { isNeeded: boolean }) => !isNeeded,
    leavesMissing: (_, { answer }: Answered<PagesRead>) => answer.ok && answer.value.isNeeded,
    hasNoRow: ({ context }) => context.count === 0,
    hasNoMatch: ({ context: { count, view } }) =>
      count === 0 && (view.search.trim() !== '' || Object.keys(view.filters).length > 0),
    isOk: (_, { answer }: Answered<unknown>) => answer.ok,
    needsMoreFields: ({ context }, { fields }: Fields) => fields.some((field) => !context.fields.includes(field)),
  },
  delays: { searchPause: SEARCH_PAUSE_MS },
})

const asked = ({ context: { view, place, fields } }: { context: PagedListContext }): EnterInput => ({
  view,
  place,
  fields,
})

export const pagedListMachine = pagedListSetup.createMachine({
  id: 'pagedList',
  context: ({ input: { view, fields } }) => ({
    view,
    place: START,
    goal: START,
    count: 0,
    arrivals: 0,
    moves: 0,
    fields,
    error: null,
  }),
  invoke: [
    { id: 'rowsFeed', src: 'rowsFeed' },
    { id: 'refetch', src: 'refetch' },
  ],
  initial: 'entering',
  // None of these transitions re-enters the root, so its feed and the fetching of changed records continue.
  on: {
    'row.saved': { actions: { type: 'showSaved', params: ({ event: { row } }) => ({ row }) } },
    'row.gone': { actions: { type: 'dropRow', params: ({ event: { id } }) => ({ id }) } },
    'rows.inView': { actions: { type: 'relayInView', params: ({ event: { ids } }) => ({ ids }) } },
    'rows.changed': { actions: { type: 'assignChanges', params: ({ event }) => event } },
    'view.changed': [
      { guard: { type: 'isSameView', params: ({ event: { view } }) => ({ view }) } },
      {
        guard: { type: 'isSameSearch', params: ({ event: { view } }) => ({ view }) },
        target: '.entering.searching',
        actions: [{ type: 'assignView', params: ({ event: { view } }) => ({ view }) }, 'assignStart'],
      },
      {
        target: '.typing',
        actions: [{ type: 'assignView', params: ({ event: { view } }) => ({ view }) }, 'assignStart'],
      },
    ],
    'place.go': {
      target: '.going',
      actions: { type: 'assignGoal', params: ({ event: { place } }) => ({ place }) },
    },
    'list.showArrivals': { target: '.going', actions: 'assignStartAsGoal' },
    'list.fieldsChosen': {
      guard: { type: 'needsMoreFields', params: ({ event: { fields } }) => ({ fields }) },
      target: '.readingOn',
      actions: [{ type: 'assignFields', params: ({ event: { fields } }) => ({ fields }) }, 'outdateRows'],
    },
    'list.reload': { target: '.readingOn', actions: 'outdateRows' },
    'socket.resumed': { target: '.readingOn', actions: 'outdateRows' },
  },
  states: {
    entering: {
      initial: 'loading',
      entry: 'holdRefetch',
      exit: 'releaseRefetch',
      invoke: {
        id: 'enterList',
        src: 'enterList',
        input: asked,
        onDone: [
          {
            // Reads the rows of a screen that was left again.
            guard: { type: 'leavesMissing', params: ({ event }) => ({ answer: event.output }) },
            target: 'readingOn',
            actions: { type: 'assignEntered', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignEntered', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'unreachable',
            actions: [
              'clearRows',
              'forgetCount',
              { type: 'assignEntered', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
        ],
      },
      on: {
        'view.changed': [
          { guard: { type: 'isSameView', params: ({ event: { view } }) => ({ view }) } },
          {
            guard: { type: 'isSameSearch', params: ({ event: { view } }) => ({ view }) },
            target: '#pagedList.entering.searching',
            reenter: true,
            actions: { type: 'assignView', params: ({ event: { view } }) => ({ view }) },
          },
          {
            target: 'typing',
            actions: { type: 'assignView', params: ({ event: { view } }) => ({ view }) },
          },
        ],
        'list.fieldsChosen': {
          guard: { type: 'needsMoreFields', params: ({ event: { fields } }) => ({ fields }) },
          target: 'entering',
          reenter: true,
          actions: { type: 'assignFields', params: ({ event: { fields } }) => ({ fields }) },
        },
        // The data being read is recent enough.
        'list.reload': undefined,
        'socket.resumed': undefined,
        // The list has no place yet.
        'place.go': undefined,
        'list.showArrivals': undefined,
      },
      states: {
        loading: {
          description: 'The first page of the list was requested; no row has arrived yet.',
          meta: { shows: 'Skeleton rows of real height after 150 ms, under the header and the filter bar.' },
          tags: ['busy'],
        },
        searching: {
          description: 'The server searches, filters or sorts; the rows of the previous query stay until it responds.',
          meta: { shows: 'The earlier rows, a progress line, and in the footer that they are being refreshed.' },
          tags: ['busy'],
        },
      },
    },
    typing: {
      description: 'The person is typing a search; nothing is sent yet.',
      meta: { shows: 'The earlier rows, and a progress line.' },
      tags: ['busy'],
      after: { searchPause: 'entering.searching' },
      on: {
        'list.fieldsChosen': {
          actions: { type: 'assignFields', params: ({ event: { fields } }) => ({ fields }) },
        },
        // The visible rows belong to the previous query: they are not read again.
        'list.reload': undefined,
        'socket.resumed': undefined,
        'place.go': undefined,
        'list.showArrivals': undefined,
      },
    },
    going: {
      description: 'The list goes to its start, its end or a date; the visible rows stay until the page there is read.',
      meta: { shows: 'The earlier rows, a progress line, and in the footer that they are being refreshed.' },
      tags: ['busy'],
      entry: 'holdRefetch',
      exit: 'releaseRefetch',
      invoke: {
        id: 'goTo',
        src: 'enterList',
        input: ({ context: { view, goal, fields } }) => ({ view, place: goal, fields }),
        onDone: [
          {
            guard: { type: 'leavesMissing', params: ({ event }) => ({ answer: event.output }) },
            target: 'readingOn',
            actions: { type: 'assignEntered', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignEntered', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            // The visible rows may have become out of date meanwhile.
            target: 'readingOn',
            actions: { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
          },
        ],
      },
      on: {
        'list.fieldsChosen': {
          guard: { type: 'needsMoreFields', params: ({ event: { fields } }) => ({ fields }) },
          target: 'going',
          reenter: true,
          // If the place cannot be read, the visible rows stay, and are read again.
          actions: [{ type: 'assignFields', params: ({ event: { fields } }) => ({ fields }) }, 'outdateRows'],
        },
        // The data being read is recent enough.
        'list.reload': undefined,
        'socket.resumed': undefined,
      },
    },
    ready: {
      description: 'The rows of the visible range are shown.',
      meta: { shows: 'Rows, and in the footer which of the rows read so far are in sight.' },
      always: [
        { guard: 'hasNoMatch', target: 'noMatch' },
        { guard: 'hasNoRow', target: 'empty' },
      ],
      on: {
        'rows.seen': { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'readingOn' },
        'rows.changed': [
          {
            guard: { type: 'isMissing', params: ({ event }) => event },
            target: 'readingOn',
            actions: { type: 'assignChanges', params: ({ event }) => event },
          },
          { actions: { type: 'assignChanges', params: ({ event }) => event } },
        ],
      },
    },
    readingOn: {
      description: 'A page is being read: a further one, one that was dropped, or one that may be out of date.',
      meta: { shows: 'The rows; “Reading on” in the footer, and bars instead of rows that were dropped.' },
      tags: ['busy'],
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: asked,
        onDone: [
          {
            guard: { type: 'leavesMissing', params: ({ event }) => ({ answer: event.output }) },
            target: 'readingOn',
            reenter: true,
            actions: { type: 'assignPage', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignPage', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'pageFailed',
            actions: { type: 'assignPage', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
      },
    },
    pageFailed: {
      description: 'A page could not be read; the rows that were read can still be used.',
      meta: { shows: 'The rows, an amber band that says what happened, and Try again.' },
      tags: ['error'],
      always: { guard: 'hasNoRow', target: 'unreachable' },
      on: {
        retry: 'readingOn',
        // The person scrolled back to rows that are held: the page is requested again when it is scrolled to.
        'rows.seen': { guard: { type: 'isInSight', params: ({ event }) => event }, target: 'ready' },
      },
    },
    unreachable: {
      description: 'The list could not be read, and there is no row to show.',
      meta: { shows: 'What happened, that nothing changed, Try again, and the request id.' },
      tags: ['error'],
      on: {
        retry: 'entering',
        'list.reload': 'entering',
        'socket.resumed': 'entering',
        'list.fieldsChosen': {
          actions: { type: 'assignFields', params: ({ event: { fields } }) => ({ fields }) },
        },
      },
    },
    noMatch: {
      description: 'No record matches search and filters.',
      meta: { shows: 'The search and the filters, Clear filters and Clear search.' },
      on: { 'list.reload': 'entering.searching', 'socket.resumed': 'entering.searching' },
    },
    empty: {
      description: 'The list has no record.',
      meta: { shows: 'What will appear here, and the first step.' },
      on: { 'list.reload': 'entering.searching', 'socket.resumed': 'entering.searching' },
    },
  },
})
