/**
 * One's own shift (spec 4, Shift): whether it can be started or ended now, and doing so.
 * Lock: from the press until the button rests no state has `shift.toggle`, so there is one request however often it is
 * pressed; after it the button rests as long as the server takes a second press for the same one.
 * Every question over the socket has a number that its answer repeats. An answer to a question of before the toggle was over
 * is passed by, and so is one that comes after a newer one.
 * It asks only in `polling`, which stands only while there is a connection and the tab is seen.
 */
import { assign, raise, setup } from 'xstate'
import { SHIFT_POLL_MS, SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import { describeFailure, isUncertain, type Result } from '@contract/errors'
import type { ShiftDetails } from '@contract/entities/shift'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** A toggle without an answer is given up after this long, milliseconds. */
export const TOGGLE_TIMEOUT_MS = 15_000
/** So long a status asked after the toggle is waited for, milliseconds; then its own answer counts. */
export const CONFIRM_TIMEOUT_MS = 5_000

/** Said where nobody knows whether the server did it: pressing again could undo it. */
export const UNCERTAIN = 'The server did not say whether it did this. The button comes back once it is known.'

export interface ShiftContext {
  /** What can be done, as it was told last; null while nobody knows. */
  details: ShiftDetails | null
  /** The number of the question that was asked last. */
  asked: number
  /** Answers to questions up to this one are of the past. */
  settled: number
  /** What was pressed for. */
  wish: 'start' | 'end'
  /** What can be done once the toggle is through, as far as its own answer tells; null where that is not known. */
  outcome: ShiftDetails | null
}

export type ShiftEvent =
  /** `request`: the number of the question that it answers; null where the back end does not repeat it. */
  | { type: 'shiftDetails.received'; details: ShiftDetails; request: number | null }
  | { type: 'shift.toggle' }
  | { type: 'connection.back' }
  | { type: 'connection.lost' }
  | { type: 'tab.shown' }
  | { type: 'tab.hidden' }
  /** The status is to be asked for at once, where it can be. */
  | { type: 'status.wanted' }

export type ToggleAnswer = Result<ShiftDetails>

const canStart = (details: ShiftDetails | null): boolean =>
  details !== null && details.canStart && details.shiftId !== null
const canEnd = (details: ShiftDetails | null): boolean => details !== null && details.canEnd && details.shiftId !== null
/** The same object where nothing has changed, so that nothing is drawn again. */
const kept = (old: ShiftDetails | null, told: ShiftDetails) =>
  JSON.stringify(old) === JSON.stringify(told) ? old : told

export const shiftMachine = setup({
  types: { context: {} as ShiftContext, events: {} as ShiftEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    toggleShift: promiseNotProvided<ToggleAnswer, { shiftId: string }>('toggleShift'),
    /** Answers of the socket. */
    shiftDetailsFeed: feedNotProvided<ShiftEvent>('shiftDetailsFeed'),
    /** Says at once whether the tab is seen, and when that changes. */
    tabFeed: feedNotProvided<ShiftEvent>('tabFeed'),
  },
  guards: {
    /** A back end that repeats no numbers is believed, as long as nothing was pressed. */
    isOld: ({ context }, { request }: { request: number | null }) => request !== null && request <= context.settled,
    /** Asked after the toggle was over, beyond doubt. */
    isAskedAfter: ({ context }, { request }: { request: number | null }) =>
      request !== null && request > context.settled,
    canStart: (_, { details }: { details: ShiftDetails | null }) => canStart(details),
    canEnd: (_, { details }: { details: ShiftDetails | null }) => canEnd(details),
    isOk: (_, { answer }: { answer: ToggleAnswer }) => answer.ok,
    isKnown: (_, { details }: { details: ShiftDetails | null }) => details !== null,
  },
  actions: {
    askStatus: (_, _params: { request: number }) => actionNotProvided('askStatus'),
    notifyFailure: (_, _params: { message: string }) => actionNotProvided('notifyFailure'),
    countQuestion: assign({ asked: ({ context }) => context.asked + 1 }),
    assignDetails: assign(({ context }, { details, request }: { details: ShiftDetails; request: number | null }) => ({
      details: kept(context.details, details),
      settled: request ?? context.settled,
    })),
    assignWish: assign((_, { wish }: { wish: ShiftContext['wish'] }) => ({ wish })),
    /** What was asked until now may have been answered before the toggle was over. */
    assignOutcome: assign(({ context }, { answer }: { answer: ToggleAnswer | null }) => ({
      outcome: outcomeOf(answer, context.details),
      settled: context.asked,
    })),
    believeOutcome: assign(({ context }) => ({ details: context.outcome })),
  },
  delays: {
    pollPause: SHIFT_POLL_MS,
    toggleTimeout: TOGGLE_TIMEOUT_MS,
    confirmTimeout: CONFIRM_TIMEOUT_MS,
    pressWindow: SHIFT_TOGGLE_WINDOW_MS,
  },
}).createMachine({
  id: 'shift',
  type: 'parallel',
  context: { details: null, asked: 0, settled: 0, wish: 'start', outcome: null },
  invoke: { id: 'shiftDetailsFeed', src: 'shiftDetailsFeed' },
  states: {
    button: {
      initial: 'settled',
      states: {
        settled: {
          initial: 'unknown',
          on: {
            'shiftDetails.received': [
              { guard: { type: 'isOld', params: ({ event }) => event } },
              {
                guard: { type: 'canStart', params: ({ event }) => event },
                target: '.startable',
                actions: { type: 'assignDetails', params: ({ event }) => event },
              },
              {
                guard: { type: 'canEnd', params: ({ event }) => event },
                target: '.endable',
                actions: { type: 'assignDetails', params: ({ event }) => event },
              },
              { target: '.unavailable', actions: { type: 'assignDetails', params: ({ event }) => event } },
            ],
          },
          states: {
            unknown: {
              description: 'Nobody has told yet, or nobody knows any more, whether a shift can be started or ended.',
              meta: { shows: 'No shift button.' },
            },
            startable: {
              description: 'A shift can be started.',
              meta: { shows: 'Start shift, with the green pulse.' },
              on: {
                'shift.toggle': {
                  target: '#shift.button.toggling.starting',
                  actions: { type: 'assignWish', params: { wish: 'start' } },
                },
              },
            },
            endable: {
              description: 'A shift is running and can be ended.',
              meta: { shows: 'End shift, with the red pulse.' },
              on: {
                'shift.toggle': {
                  target: '#shift.button.toggling.ending',
                  actions: { type: 'assignWish', params: { wish: 'end' } },
                },
              },
            },
            unavailable: {
              description: 'There is no shift to start or to end now.',
              meta: { shows: 'No shift button.' },
            },
          },
        },
        toggling: {
          tags: ['busy'],
          invoke: {
            id: 'toggleShift',
            src: 'toggleShift',
            input: ({ context }) => ({ shiftId: context.details?.shiftId ?? '' }),
            onDone: [
              {
                guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
                target: 'confirming',
                actions: [
                  { type: 'assignOutcome', params: ({ event }) => ({ answer: event.output }) },
                  raise({ type: 'status.wanted' }),
                ],
              },
              {
                target: 'confirming',
                actions: [
                  { type: 'assignOutcome', params: ({ event }) => ({ answer: event.output }) },
                  { type: 'notifyFailure', params: ({ event }) => ({ message: wordsOf(event.output) }) },
                  raise({ type: 'status.wanted' }),
                ],
              },
            ],
          },
          after: {
            toggleTimeout: {
              target: 'confirming',
              actions: [
                { type: 'assignOutcome', params: { answer: null } },
                { type: 'notifyFailure', params: { message: UNCERTAIN } },
                raise({ type: 'status.wanted' }),
              ],
            },
          },
          initial: 'starting',
          states: {
            starting: {
              description: 'The server is being told to start the shift; a further press is ignored.',
              meta: { shows: 'Starting, with a spinner.' },
            },
            ending: {
              description: 'The server is being told to end the shift; a further press is ignored.',
              meta: { shows: 'Ending, with a spinner.' },
            },
          },
        },
        confirming: {
          description: 'The toggle is over; what holds now is being asked, and only an answer to that counts.',
          meta: { shows: 'Starting or Ending still, with a spinner.' },
          tags: ['busy'],
          on: {
            'shiftDetails.received': {
              guard: { type: 'isAskedAfter', params: ({ event }) => event },
              target: 'resting',
              actions: { type: 'assignDetails', params: ({ event }) => event },
            },
          },
          after: { confirmTimeout: { target: 'resting', actions: 'believeOutcome' } },
        },
        resting: {
          description:
            'What holds is shown; the server would take a press so soon for the same press, so there is none.',
          meta: { shows: 'Start shift or End shift without its pulse, which cannot be pressed yet; or no button.' },
          on: {
            'shiftDetails.received': {
              guard: { type: 'isAskedAfter', params: ({ event }) => event },
              actions: { type: 'assignDetails', params: ({ event }) => event },
            },
          },
          after: {
            pressWindow: [
              { guard: { type: 'canStart', params: ({ context }) => context }, target: 'settled.startable' },
              { guard: { type: 'canEnd', params: ({ context }) => context }, target: 'settled.endable' },
              { guard: { type: 'isKnown', params: ({ context }) => context }, target: 'settled.unavailable' },
              { target: 'settled.unknown' },
            ],
          },
        },
      },
    },
    questions: {
      initial: 'disconnected',
      states: {
        disconnected: {
          description: 'There is no connection, so nothing is asked.',
          meta: { shows: 'What was shown before; the foot of the sidebar says that it reconnects.' },
          on: { 'connection.back': 'connected' },
        },
        connected: {
          initial: 'hidden',
          invoke: { id: 'tabFeed', src: 'tabFeed' },
          on: { 'connection.lost': 'disconnected' },
          states: {
            hidden: {
              description: 'Connected, but nobody sees the tab, so nothing is asked.',
              meta: { shows: 'What was shown before.' },
              on: { 'tab.shown': 'polling' },
            },
            polling: {
              description: 'The status is asked for at once, and again each second.',
              meta: { shows: 'Nothing of its own: an unchanged answer draws nothing.' },
              entry: ['countQuestion', { type: 'askStatus', params: ({ context }) => ({ request: context.asked }) }],
              after: { pollPause: { target: 'polling', reenter: true } },
              on: { 'tab.hidden': 'hidden', 'status.wanted': { target: 'polling', reenter: true } },
            },
          },
        },
      },
    },
  },
})

/** What can be done after a toggle: as its answer says, as before where it was refused, unknown otherwise. */
function outcomeOf(answer: ToggleAnswer | null, before: ShiftDetails | null): ShiftDetails | null {
  if (answer?.ok) return answer.value
  return answer && !isUncertain(answer.error) ? before : null
}

const wordsOf = (answer: ToggleAnswer): string =>
  !answer.ok && isUncertain(answer.error) ? UNCERTAIN : describeFailure(answer)
