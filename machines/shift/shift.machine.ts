/**
 * The signed-in person's shift (spec 4, Shift): whether it can be started or ended now, and the toggle itself.
 *
 * Lock: from the press until the end of `resting` no state handles `shift.toggle`, so however often the button is
 * pressed there is one request. `resting` lasts as long as the server treats a second press as a repeat of the first.
 *
 * Each status request over the socket has a number, which its response repeats. A response is ignored if its request
 * was sent before the toggle ended, or if it arrives after the response to a later request. Requests are sent only in
 * `polling`, which is active only while the socket is connected and the tab is visible.
 */
import { assign, raise, setup } from 'xstate'
import { SHIFT_POLL_MS, SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import { describeFailure, isUncertain, type Result } from '@contract/errors'
import type { ShiftDetails } from '@contract/entities/shift'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** Time after which a toggle without a response is aborted, in milliseconds. */
export const TOGGLE_TIMEOUT_MS = 15_000
/** How long to wait for a status requested after the toggle, in milliseconds; then the toggle's own response counts. */
export const CONFIRM_TIMEOUT_MS = 5_000

/** Shown when it is unknown whether the server performed the toggle: pressing again could undo it. */
export const UNCERTAIN = 'The server did not confirm this. The button appears again once the status is known.'

export interface ShiftContext {
  /** The last status received; null while unknown. During a toggle only its result changes it. */
  details: ShiftDetails | null
  /** The number of the last status request. */
  asked: number
  /** Responses to requests up to this number are out of date. */
  settled: number
  /** The status after the toggle, according to its own response; null if unknown. */
  outcome: ShiftDetails | null
}

export type ShiftEvent =
  /** `request`: the number of the request that this responds to; null if the back end does not repeat it. */
  | { type: 'shiftDetails.received'; details: ShiftDetails; request: number | null }
  | { type: 'shift.toggle' }
  | { type: 'connection.back' }
  | { type: 'connection.lost' }
  | { type: 'tab.shown' }
  | { type: 'tab.hidden' }
  /** Request the status at once, if connected and visible. */
  | { type: 'status.wanted' }

export type ToggleAnswer = Result<ShiftDetails>

/** Whether there is a shift that can be started. */
export const canStart = (details: ShiftDetails | null): boolean =>
  details !== null && details.canStart && details.shiftId !== null
/** Whether there is a shift that can be ended. */
export const canEnd = (details: ShiftDetails | null): boolean =>
  details !== null && details.canEnd && details.shiftId !== null
/** Returns the same object if nothing changed, so that nothing renders again. */
const kept = (old: ShiftDetails | null, received: ShiftDetails) =>
  JSON.stringify(old) === JSON.stringify(received) ? old : received

export const shiftMachine = setup({
  types: { context: {} as ShiftContext, events: {} as ShiftEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    toggleShift: promiseNotProvided<ToggleAnswer, { shiftId: string }>('toggleShift'),
    /** Sends `shiftDetails.received` for each response of the socket. */
    shiftDetailsFeed: feedNotProvided<ShiftEvent>('shiftDetailsFeed'),
    /** Sends `tab.shown` or `tab.hidden` at once and on each change. */
    tabFeed: feedNotProvided<ShiftEvent>('tabFeed'),
  },
  guards: {
    /** A response without a number counts, as long as no toggle is in progress. */
    isOld: ({ context }, { request }: { request: number | null }) => request !== null && request <= context.settled,
    /** The status was certainly requested after the toggle ended. */
    isAskedAfter: ({ context }, { request }: { request: number | null }) => (request ?? 0) > context.settled,
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
    /** Requests sent so far may have been processed before the toggle ended. */
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
  context: { details: null, asked: 0, settled: 0, outcome: null },
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
              description: 'It is not known, or no longer known, whether a shift can be started or ended.',
              meta: { shows: 'No shift button.' },
            },
            startable: {
              description: 'A shift can be started.',
              meta: { shows: 'Start shift, with the green pulse.' },
              on: {
                'shift.toggle': '#shift.button.toggling.starting',
              },
            },
            endable: {
              description: 'A shift is running and can be ended.',
              meta: { shows: 'End shift, with the red pulse.' },
              on: {
                'shift.toggle': '#shift.button.toggling.ending',
              },
            },
            unavailable: {
              description: 'There is no shift to start or end now.',
              meta: { shows: 'No shift button.' },
            },
          },
        },
        toggling: {
          tags: ['busy'],
          invoke: {
            id: 'toggleShift',
            src: 'toggleShift',
            input: ({ context }) => ({ shiftId: context.details!.shiftId! }),
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
              description: 'The request to start the shift is in flight; a further press is ignored.',
              meta: { shows: 'Starting, with a spinner.' },
            },
            ending: {
              description: 'The request to end the shift is in flight; a further press is ignored.',
              meta: { shows: 'Ending, with a spinner.' },
            },
          },
        },
        confirming: {
          description: 'The toggle has ended; the machine waits for a status that was requested after it.',
          meta: { shows: 'Still Starting or Ending, with a spinner.' },
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
            'The result is shown; the server would treat a press so soon as a repeat, so the button cannot be pressed.',
          meta: { shows: 'Start shift or End shift without its pulse, disabled; or no button.' },
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
          description: 'There is no connection, so no status is requested.',
          meta: { shows: 'What was shown before; the foot of the sidebar shows that it reconnects.' },
          on: { 'connection.back': 'connected' },
        },
        connected: {
          initial: 'hidden',
          invoke: { id: 'tabFeed', src: 'tabFeed' },
          on: { 'connection.lost': 'disconnected' },
          states: {
            hidden: {
              description: 'Connected, but the tab is hidden, so no status is requested.',
              meta: { shows: 'What was shown before.' },
              on: { 'tab.shown': 'polling' },
            },
            polling: {
              description: 'The status is requested at once, and again each second.',
              meta: { shows: 'Nothing of its own: an unchanged status renders nothing.' },
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

/**
 * @returns the status after a toggle: that of the response; the earlier one if the toggle was refused; otherwise null
 */
function outcomeOf(answer: ToggleAnswer | null, before: ShiftDetails | null): ShiftDetails | null {
  if (answer?.ok) return answer.value
  return answer && !isUncertain(answer.error) ? before : null
}

const wordsOf = (answer: ToggleAnswer): string =>
  !answer.ok && isUncertain(answer.error) ? UNCERTAIN : describeFailure(answer)
