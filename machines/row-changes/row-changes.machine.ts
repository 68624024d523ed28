/**
 * The changed records of a list, fetched a moment after they changed, so that one call fetches many: rows change, leave the
 * list, or are announced as new. The parent is told what was found.
 *
 * Lock: while records are fetched, further ones wait for the next call.
 */
import { setup } from 'xstate'
import { RECORD_REFETCH_MS } from '@contract/constants'
import type { Result } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** What a call for changed records found. */
export interface ChangesRead {
  /** Rows that the list spans now. */
  count: number
  /** A page is missing where the person looks. */
  isNeeded: boolean
  /** New records that wait to be shown. */
  arrivals: number
  /** Records that came into the list or left it. */
  moves: number
  /** More records changed meanwhile. */
  isMore: boolean
}
export type RowChangesEvent =
  /** A record of the list changed elsewhere. */
  | { type: 'record.changed'; id: string; version: number }
  /** A form or an action of this console returned a record. */
  | { type: 'row.saved'; row: { id: string; version: number } }
  /** An action of this console ended a record. */
  | { type: 'row.gone'; id: string }
  | { type: 'socket.resumed' }

type Answered = { answer: Result<ChangesRead> }

export const rowChangesMachine = setup({
  types: {
    events: {} as RowChangesEvent,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    /** Fetches the noted records with the list's filter: those that are missing from the response have left it. */
    refetchRows: promiseNotProvided<Result<ChangesRead>>('refetchRows'),
    /** Sends record.changed, row.saved and socket.resumed. */
    changesFeed: feedNotProvided<RowChangesEvent>('changesFeed'),
  },
  actions: {
    /** Puts a returned record over its row. */
    putRow: (_, _params: { row: { id: string; version: number } }) => actionNotProvided('putRow'),
    /** Takes a record out of the list. */
    dropRow: (_, _params: { id: string }) => actionNotProvided('dropRow'),
    /** Remembers that a record is to be fetched. */
    noteChange: (_, _params: { id: string }) => actionNotProvided('noteChange'),
    /** Tells the list what was found. */
    tellParent: (_, _params: Answered) => actionNotProvided('tellParent'),
  },
  guards: {
    hasMoreChanges: (_, { answer }: Answered) => answer.ok && answer.value.isMore,
    isOk: (_, { answer }: Answered) => answer.ok,
  },
  delays: { changesPause: RECORD_REFETCH_MS },
}).createMachine({
  id: 'rowChanges',
  invoke: { id: 'changesFeed', src: 'changesFeed' },
  initial: 'settled',
  on: {
    'row.gone': {
      actions: [
        { type: 'dropRow', params: ({ event: { id } }) => ({ id }) },
        { type: 'noteChange', params: ({ event: { id } }) => ({ id }) },
      ],
    },
    'record.changed': { actions: { type: 'noteChange', params: ({ event: { id } }) => ({ id }) } },
    'row.saved': {
      actions: [
        { type: 'putRow', params: ({ event: { row } }) => ({ row }) },
        { type: 'noteChange', params: ({ event: { row } }) => ({ id: row.id }) },
      ],
    },
  },
  states: {
    settled: {
      description: 'No record is known to have changed since it was read.',
      meta: { shows: 'The rows as they are.' },
      on: {
        'record.changed': {
          target: 'collecting',
          actions: { type: 'noteChange', params: ({ event: { id } }) => ({ id }) },
        },
        'row.saved': {
          target: 'collecting',
          actions: [
            { type: 'putRow', params: ({ event: { row } }) => ({ row }) },
            { type: 'noteChange', params: ({ event: { row } }) => ({ id: row.id }) },
          ],
        },
        'row.gone': {
          target: 'collecting',
          actions: [
            { type: 'dropRow', params: ({ event: { id } }) => ({ id }) },
            { type: 'noteChange', params: ({ event: { id } }) => ({ id }) },
          ],
        },
      },
    },
    collecting: {
      description: 'Records changed; the list waits a moment for more, so that one call fetches them.',
      meta: { shows: 'The rows as they were; a row that this console saved as it is now.' },
      after: { changesPause: 'refetching' },
    },
    refetching: {
      description: 'The changed records are fetched: rows change, leave, or are announced as new.',
      meta: { shows: 'The rows as they were, until the response.' },
      invoke: {
        id: 'refetchRows',
        src: 'refetchRows',
        onDone: [
          {
            guard: { type: 'hasMoreChanges', params: ({ event }) => ({ answer: event.output }) },
            target: 'collecting',
            actions: { type: 'tellParent', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'settled',
            actions: { type: 'tellParent', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'behind' },
        ],
      },
    },
    behind: {
      description:
        'The changed records could not be fetched; the next change, or the connection, brings another attempt.',
      meta: { shows: 'The rows as they were.' },
      on: {
        'record.changed': {
          target: 'collecting',
          actions: { type: 'noteChange', params: ({ event: { id } }) => ({ id }) },
        },
        'row.saved': {
          target: 'collecting',
          actions: [
            { type: 'putRow', params: ({ event: { row } }) => ({ row }) },
            { type: 'noteChange', params: ({ event: { row } }) => ({ id: row.id }) },
          ],
        },
        'row.gone': {
          target: 'collecting',
          actions: [
            { type: 'dropRow', params: ({ event: { id } }) => ({ id }) },
            { type: 'noteChange', params: ({ event: { id } }) => ({ id }) },
          ],
        },
        'socket.resumed': 'collecting',
      },
    },
  },
})
