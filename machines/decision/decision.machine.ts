/**
 * The decision of one person on one item, for example an uploaded document or a request that needs approval. The person
 * claims the item, prepares one of the decisions that it offers, and sends it. The machine does not know what the item
 * is: its input and events define which decisions exist, what they send, and which of them need a confirmation.
 *
 * - Every version of the item arrives as `item.read`: what the page has read, what another console has changed, and what
 *   the answer to the person's own decision contains.
 * - The call is an action on the record, owned by the activity of the shell: leaving the page neither aborts nor hides
 *   it, and a call without a response is repeated with the same key. This machine starts it and receives its progress
 *   from `actionFeed`: when the call is done or refused, the item has arrived before.
 * - The claim has its own machine (machines/claim), which renews it; `claimFeed` reports who has the item.
 * - `earlierFeed` reports what an earlier visit left on this device. A slow device may report it when the person has the
 *   claim already: the values are then restored, except those of fields that the person has changed since.
 *
 * Locks: while a decision is in flight, has an unknown outcome or is made, no event sends another; nothing is sent
 * without a claim. While the call is in flight, only its answer ends the decision, however the item is read. Typed
 * values are stored on this device with each change, and removed only once the person's own decision is made.
 */
import { assign, emit, setup } from 'xstate'
import type { ApiError } from '@contract/errors'
import { actionNotProvided, feedNotProvided } from '../kit/not-provided'
import { RECALL_PATIENCE_MS } from '../kit/recall'
import type { StateMeta, Tag } from '../kit/meta'
import { stepUpMachine, type StepUpOutcome } from '../step-up/step-up.machine'

/** The kinds of decisions; each item has its own names for them. */
export type DecisionKind = 'askAgain' | 'approve' | 'reject' | 'hold'

/** Whether the item still waits for this person's decision, or who has decided it. */
export type Standing =
  | { is: 'open' }
  | {
      /** `awaitingSecond`: a second person has to decide too. */
      is: 'decided' | 'awaitingSecond' | 'onHold'
      /** The item's name for the decision, for example 'Verified'. */
      what: string
      /** Username or name of the person who decided last; null if this person may not see it. */
      by: string | null
      /** ISO 8601. */
      at: string | null
      isOwn: boolean
      /** What to say instead of who decided, where nobody did: it has expired. */
      said?: string
    }
/** The item, as of the last read. */
export interface DecisionItem {
  version: number
  standing: Standing
}

/** Typed values by field, without fields that the person has not changed. */
export type TypedValues = Readonly<Record<string, string>>

/** A decision to send. */
export interface Decision {
  kind: DecisionKind
  /** Body of the call. */
  payload: Readonly<Record<string, unknown>>
  /** The version that the person saw; also sent again after a step-up, so that a change since is refused. */
  version: number | null
  /** Idempotency-Key; different content gets a different key. */
  key: string
}

export interface DecisionInput {
  item: DecisionItem
  /** The decisions that the item offers to this person; the first one is prepared when the item opens. */
  offers: readonly [DecisionKind, ...DecisionKind[]]
  /** Created when the item is opened; prefix of the Idempotency-Keys of its decisions. */
  key: string
  /** The person had begun to decide before the page was reloaded: the item opens without an event. */
  isResumed: boolean
}
export interface DecisionContext extends DecisionInput {
  /** The kind of decision that the person is preparing. */
  prepared: DecisionKind
  values: TypedValues
  /** The decision that is being confirmed or sent, or was sent last. */
  decision: Decision | null
  /** Number of decisions submitted so far. */
  attempts: number
  /** Username of the other person who has the claim. */
  holder: string | null
  /** The refusal of the decision. Valid in `refused`, and in `claimLost` after it. */
  error: ApiError | null
}

/** Why a decision was not made. */
export interface Refusal {
  error: ApiError
  /** Username of the other person who has claimed the item, as the refusal contains it. */
  holder: string | null
}

export type DecisionEvent =
  | { type: 'decision.open' }
  | { type: 'decision.typed'; values: TypedValues }
  | { type: 'decision.askAgain' }
  | { type: 'decision.approve' }
  | { type: 'decision.reject' }
  | { type: 'decision.hold' }
  /** Sends the prepared decision. `costs`: its effect cannot be undone, so it is confirmed first. */
  | { type: 'decision.submit'; payload: Decision['payload']; costs: boolean }
  | { type: 'decision.confirm' }
  | { type: 'decision.cancel' }
  /** Repeats a decision without a response at once. */
  | { type: 'decision.check' }
  /** An earlier visit sent a decision that has no outcome, or a refusal that the person has not seen. */
  | { type: 'earlier.sent'; decision: Decision }
  /** Values that were typed in an earlier visit. */
  | { type: 'earlier.typed'; values: TypedValues }
  /** Nothing was typed in an earlier visit, or it cannot be read. */
  | { type: 'earlier.none' }
  /** The item was read, or another console changed it. */
  | { type: 'item.read'; item: DecisionItem }
  /** The person has the claim. */
  | { type: 'claim.held' }
  /** Nobody has the claim. */
  | { type: 'claim.free' }
  /** Somebody else has the claim, and the person does not have it now. */
  | { type: 'claim.taken'; holder: string }
  /** The person had the claim: somebody else took it over, or it expired (null). */
  | { type: 'claim.lost'; holder: string | null }
  /** The server did not respond to the claim, or refused it. */
  | { type: 'claim.failed' }
  | { type: 'action.unanswered' }
  | { type: 'action.unresolved' }
  | ({ type: 'action.refused' } & Refusal)
  | { type: 'action.done' }

export type DecisionEmitted =
  /** The values typed in an earlier visit were restored: the fields must show them. */
  | { type: 'values.restored'; values: TypedValues }
  /** The person's decision is made. */
  | { type: 'decision.made'; kind: DecisionKind }
  /** The server refused the decision. */
  | { type: 'decision.refused'; fields: Readonly<Record<string, string[]>> }
  /** Somebody else had claimed or decided the item before the person could begin. */
  | { type: 'decision.missed' }

type Standings = Standing['is']
type ItemParam = { item: DecisionItem }
const isConflict = ({ error }: Refusal) => error.kind === 'conflict'
const fieldsOf = (error: ApiError) => (error.kind === 'rejected' ? error.fields : {})

/**
 * Time to wait for values typed earlier before the person continues without them, in milliseconds: a database that
 * never responds must not block the person.
 */
export const LOOK_UP_PATIENCE_MS = 1_000

const decisionSetup = setup({
  types: {
    context: {} as DecisionContext,
    events: {} as DecisionEvent,
    emitted: {} as DecisionEmitted,
    input: {} as DecisionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as { earlierFeed: 'earlierFeed'; claimFeed: 'claimFeed'; action: 'actionFeed'; stepUp: 'stepUp' },
  },
  actors: {
    /** Sends `earlier.sent` at once if there is such a decision; then `earlier.typed` or `earlier.none`. */
    earlierFeed: feedNotProvided<DecisionEvent>('earlierFeed'),
    /** Sends `claim.…`: the current state of the claim at once, then each change. */
    claimFeed: feedNotProvided<DecisionEvent>('claimFeed'),
    /**
     * Starts the call unless it is already in flight. Sends `action.…`, and before `action.done` and `action.refused` the
     * item that the answer contains as `item.read`.
     */
    actionFeed: feedNotProvided<DecisionEvent, { decision: Decision }>('actionFeed'),
    stepUp: stepUpMachine,
  },
  actions: {
    takeClaim: () => actionNotProvided('takeClaim'),
    checkAction: () => actionNotProvided('checkAction'),
    /** Stores the typed values on this device, or removes the stored ones if there are none. */
    storeDraft: (_, _params: { values: TypedValues }) => actionNotProvided('storeDraft'),
    dropDraft: () => actionNotProvided('dropDraft'),
    assignItem: assign((_, { item }: ItemParam) => ({ item })),
    assignPrepared: assign((_, { prepared }: { prepared: DecisionKind }) => ({ prepared })),
    assignTyped: assign((_, { values }: { values: TypedValues }) => ({ values })),
    assignSent: assign((_, { decision }: { decision: Decision }) => ({ decision, prepared: decision.kind })),
    /** What the person has typed since is newer. */
    assignEarlier: assign(({ context }, { values }: { values: TypedValues }) => ({
      values: { ...values, ...context.values },
    })),
    assignDecision: assign(({ context }, { payload }: { payload: Decision['payload'] }) => ({
      decision: {
        kind: context.prepared,
        payload,
        version: context.item.version,
        key: `${context.key}.${context.attempts}`,
      },
      attempts: context.attempts + 1,
      error: null,
    })),
    assignHolder: assign((_, { holder }: { holder: string | null }) => ({ holder })),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    forgetError: assign({ error: null }),
    emitRestored: emit(({ context }) => ({ type: 'values.restored', values: context.values }) as const),
    emitMade: emit(({ context }) => ({ type: 'decision.made', kind: context.decision!.kind }) as const),
    emitRefused: emit(({ context }) => ({ type: 'decision.refused', fields: fieldsOf(context.error!) }) as const),
    emitMissed: emit({ type: 'decision.missed' }),
  },
  guards: {
    stands: (_, { item, as }: ItemParam & { as: Standings }) => item.standing.is === as,
    /** Somebody else has decided. */
    isOthers: (_, { item }: ItemParam) => item.standing.is !== 'open' && !item.standing.isOwn,
    isResumed: ({ context }) => context.isResumed,
    isOvertakenBefore: ({ context: { isResumed, item } }) =>
      isResumed && item.standing.is !== 'open' && !item.standing.isOwn,
    /** At least one of the values is of a field that the person has not changed since. */
    adds: ({ context }, { values }: { values: TypedValues }) =>
      Object.keys(values).some((name) => !(name in context.values)),
    /** An earlier visit sent the decision. */
    hasSent: ({ context }) => context.decision !== null && context.attempts === 0,
    offers: ({ context }, { kind }: { kind: DecisionKind }) => context.offers.includes(kind),
    isPrepared: ({ context }, { kind }: { kind: DecisionKind }) => context.prepared === kind,
    costs: (_, { costs }: { costs: boolean }) => costs,
    isTakenOver: (_, { holder }: { holder: string | null }) => holder !== null,
    needsProof: (_, { error }: Refusal) => error.kind === 'forbidden' && error.stepUpRequired === true,
    isDecided: ({ context }) => context.item.standing.is !== 'open',
    isClaimedByOther: (_, refusal: Refusal) => isConflict(refusal) && refusal.holder !== null,
    isProven: (_, { isProven }: StepUpOutcome) => isProven,
  },
  delays: {
    lookUpPatience: LOOK_UP_PATIENCE_MS,
    recallPatience: RECALL_PATIENCE_MS,
  },
})

/** The standings with a final state of the same name. */
const SETTLED = ['decided', 'awaitingSecond', 'onHold'] as const
type FromEvent<E> = { event: E }
const eventOf = <E>({ event }: FromEvent<E>): E => event
const assignRead = { type: 'assignItem', params: eventOf<ItemParam> } as const
const whenItStands = <As extends (typeof SETTLED)[number]>(as: As) =>
  ({
    guard: { type: 'stands', params: ({ event }: FromEvent<ItemParam>) => ({ item: event.item, as }) },
    target: `#decision.${as}`,
    actions: assignRead,
  }) as const
/** The same for the item that was read last. */
const whenItemStands = <As extends (typeof SETTLED)[number]>(as: As) =>
  ({
    guard: { type: 'stands', params: ({ context }: { context: DecisionContext }) => ({ item: context.item, as }) },
    target: `#decision.${as}`,
  }) as const
const settledWhenRead = [whenItStands('decided'), whenItStands('awaitingSecond'), whenItStands('onHold')] as const
const whenOthersDecided = {
  guard: { type: 'isOthers', params: eventOf<ItemParam> },
  target: '#decision.overtaken',
} as const

/** Typed values are stored on this device. */
const valuesOf = ({ event }: FromEvent<{ values: TypedValues }>) => ({ values: event.values })
const typed = {
  actions: [
    { type: 'assignTyped', params: valuesOf },
    { type: 'storeDraft', params: valuesOf },
  ],
} as const

const assignSent = { type: 'assignSent', params: eventOf<{ decision: Decision }> } as const
/** What was typed earlier is known, or the device does not respond: the sent decision continues, or the colleague’s is shown. */
const recalled = [
  { guard: 'hasSent', target: '#decision.deciding.sending' },
  { target: '#decision.overtaken' },
] as const
const assignEarlier = { type: 'assignEarlier', params: valuesOf } as const
/** Replaces the earlier values and those that were stored beside them while they were looked up. */
const storeAgain = {
  type: 'storeDraft',
  params: ({ context }: { context: DecisionContext }) => ({ values: context.values }),
} as const
const restoring = {
  guard: { type: 'adds', params: valuesOf },
  actions: [assignEarlier, storeAgain, 'emitRestored'],
} as const

/** Prepares another decision, if the item offers it. */
const preparing = <State extends string>(prepared: DecisionKind, state: State) =>
  ({
    guard: { type: 'offers', params: { kind: prepared } },
    target: `#decision.deciding.working.claimed.reviewing.${state}`,
    actions: { type: 'assignPrepared', params: { prepared } },
  }) as const
const PREPARING = {
  'decision.askAgain': preparing('askAgain', 'askingAgain'),
  'decision.approve': preparing('approve', 'approving'),
  'decision.reject': preparing('reject', 'rejecting'),
  'decision.hold': preparing('hold', 'holding'),
} as const
/** A choice made before the claim is granted still counts. */
const preparingEarly = (prepared: DecisionKind) =>
  ({
    guard: { type: 'offers', params: { kind: prepared } },
    actions: { type: 'assignPrepared', params: { prepared } },
  }) as const
const PREPARING_EARLY = {
  'decision.askAgain': preparingEarly('askAgain'),
  'decision.approve': preparingEarly('approve'),
  'decision.reject': preparingEarly('reject'),
  'decision.hold': preparingEarly('hold'),
} as const
const assignSubmitted = { type: 'assignDecision', params: eventOf<{ payload: Decision['payload'] }> } as const
/** The prepared decision is sent, or confirmed first. */
const SUBMITTING = [
  {
    guard: { type: 'costs', params: eventOf<{ costs: boolean }> },
    target: '#decision.deciding.working.claimed.confirming',
    actions: assignSubmitted,
  },
  { target: '#decision.deciding.sending', actions: assignSubmitted },
] as const

export const decisionMachine = decisionSetup.createMachine({
  id: 'decision',
  context: ({ input }) => ({
    ...input,
    prepared: input.offers[0],
    values: {},
    decision: null,
    attempts: 0,
    holder: null,
    error: null,
  }),
  initial: 'idle',
  on: { 'item.read': { actions: assignRead } },
  states: {
    idle: {
      description: 'The item is shown, and the person has not begun to decide.',
      meta: { shows: 'The item; nothing can be decided yet.' },
      always: [
        { guard: 'isOvertakenBefore', target: 'deciding.recalling' },
        whenItemStands('decided'),
        whenItemStands('awaitingSecond'),
        whenItemStands('onHold'),
        { guard: 'isResumed', target: 'deciding' },
      ],
      on: { 'decision.open': 'deciding' },
    },
    deciding: {
      initial: 'opening',
      invoke: { id: 'earlierFeed', src: 'earlierFeed' },
      // Also while a decision is sent: its refusal must not lose them.
      on: { 'earlier.typed': [restoring, { actions: storeAgain }] },
      states: {
        recalling: {
          description:
            'The person can no longer decide: a colleague decided during the reload, or an earlier visit sent a decision. The device is searched for what was typed, so that it is shown with the outcome.',
          meta: { shows: 'The item, for an instant.' },
          tags: ['busy'],
          after: { recallPatience: recalled },
          on: {
            'earlier.sent': { actions: assignSent },
            'earlier.typed': recalled.map((each) => ({ ...each, actions: assignEarlier })),
            'earlier.none': recalled,
          },
        },
        opening: {
          description: 'The device is searched for values typed earlier, and for a decision that has no outcome yet.',
          meta: { shows: 'The item; nothing can be decided yet.' },
          tags: ['busy'],
          after: { lookUpPatience: 'working' },
          on: {
            ...PREPARING_EARLY,
            'decision.typed': typed,
            'earlier.sent': { target: 'recalling', actions: assignSent },
            'earlier.typed': [
              { ...restoring, target: 'working' },
              { target: 'working', actions: storeAgain },
            ],
            'earlier.none': 'working',
            'item.read': [...settledWhenRead, { actions: assignRead }],
          },
        },
        working: {
          initial: 'waiting',
          invoke: { id: 'claimFeed', src: 'claimFeed' },
          on: {
            'decision.typed': typed,
            'item.read': [{ ...whenOthersDecided, actions: assignRead }, ...settledWhenRead, { actions: assignRead }],
          },
          states: {
            waiting: {
              initial: 'claiming',
              on: {
                'claim.held': 'claimed',
                'claim.failed': '.unclaimed',
                // Also in `unclaimed`: the request was refused because somebody else was faster.
                'claim.taken': { target: '.taken', actions: [{ type: 'assignHolder', params: eventOf }, 'emitMissed'] },
                'item.read': [
                  { ...whenOthersDecided, actions: [assignRead, 'emitMissed'] },
                  ...settledWhenRead,
                  { actions: assignRead },
                ],
              },
              states: {
                claiming: {
                  description: 'The console asks the server for the claim.',
                  meta: { shows: 'Claiming...' },
                  tags: ['busy'],
                  entry: 'takeClaim',
                  on: PREPARING_EARLY,
                },
                taken: {
                  description: 'Somebody else has claimed the item.',
                  meta: {
                    shows: 'Who has claimed it and until when, Take over and the next item; nothing can be decided.',
                  },
                  on: {
                    'claim.free': 'claiming',
                    'claim.taken': { actions: { type: 'assignHolder', params: eventOf } },
                  },
                },
                unclaimed: {
                  description: 'The item could not be claimed: the server did not respond, or refused.',
                  meta: { shows: 'What happened, and Try again.' },
                  tags: ['error'],
                  on: { 'decision.open': 'claiming' },
                },
              },
            },
            claimed: {
              initial: 'reviewing',
              on: {
                'claim.free': {
                  target: 'claimLost.ended',
                  actions: { type: 'assignHolder', params: { holder: null } },
                },
                'claim.lost': [
                  {
                    guard: { type: 'isTakenOver', params: eventOf },
                    target: 'claimLost.takenOver',
                    actions: { type: 'assignHolder', params: eventOf },
                  },
                  { target: 'claimLost.ended', actions: { type: 'assignHolder', params: eventOf } },
                ],
              },
              states: {
                reviewing: {
                  initial: 'choosing',
                  entry: 'forgetError',
                  on: PREPARING,
                  states: {
                    choosing: {
                      description:
                        'The machine chooses the decision that the person prepared last, or the first one offered.',
                      meta: { shows: 'The item, for an instant.' },
                      always: [
                        { guard: { type: 'isPrepared', params: { kind: 'approve' } }, target: 'approving' },
                        { guard: { type: 'isPrepared', params: { kind: 'reject' } }, target: 'rejecting' },
                        { guard: { type: 'isPrepared', params: { kind: 'hold' } }, target: 'holding' },
                        { target: 'askingAgain' },
                      ],
                    },
                    askingAgain: {
                      description: 'The person has claimed the item and may ask the user again.',
                      meta: { shows: 'The reasons, a message to the user, and Ask again.' },
                      on: { 'decision.submit': SUBMITTING },
                    },
                    approving: {
                      description: 'The person has claimed the item and may approve it.',
                      meta: { shows: 'The fields of the approval, and its button.' },
                      on: { 'decision.submit': SUBMITTING },
                    },
                    rejecting: {
                      description: 'The person has claimed the item and may reject it.',
                      meta: { shows: 'The reasons, a message to the user, and Reject.' },
                      on: { 'decision.submit': SUBMITTING },
                    },
                    holding: {
                      description: 'The person has claimed the item and may put it on hold.',
                      meta: { shows: 'The fields of the hold, and its button.' },
                      on: { 'decision.submit': SUBMITTING },
                    },
                  },
                },
                confirming: {
                  description: 'The effect of the decision cannot be undone: the person must confirm it.',
                  meta: { shows: 'A question that says what happens, with the safe button focused.' },
                  on: { 'decision.confirm': '#decision.deciding.sending', 'decision.cancel': 'reviewing' },
                },
                refused: {
                  description: 'The server refused the decision; the typed values are kept.',
                  meta: { shows: 'The reason, at the fields that it is about or above the buttons.' },
                  tags: ['error'],
                  on: {
                    ...PREPARING,
                    'decision.typed': { ...typed, target: 'reviewing' },
                    'decision.submit': SUBMITTING,
                  },
                },
              },
            },
            claimLost: {
              initial: 'ended',
              on: {
                'claim.held': 'claimed',
                'claim.taken': { target: '.takenOver', actions: { type: 'assignHolder', params: eventOf } },
                'claim.lost': [
                  {
                    guard: { type: 'isTakenOver', params: eventOf },
                    target: '.takenOver',
                    actions: { type: 'assignHolder', params: eventOf },
                  },
                  { target: '.ended', actions: { type: 'assignHolder', params: eventOf } },
                ],
              },
              states: {
                takenOver: {
                  description: 'Somebody else has taken over the claim; the typed values are kept.',
                  meta: { shows: 'Who has claimed it now, Take over and the next item; the typed values.' },
                  tags: ['error'],
                  on: {
                    'claim.free': { target: 'ended', actions: { type: 'assignHolder', params: { holder: null } } },
                    // The take-over back failed.
                    'claim.failed': '#decision.deciding.working.waiting.unclaimed',
                  },
                },
                ended: {
                  description: 'Nobody has the claim any more: it has expired or was released.',
                  meta: { shows: 'That the claim has ended, and Claim again; the typed values.' },
                  tags: ['error'],
                  on: { 'decision.open': '#decision.deciding.working.waiting.claiming' },
                },
              },
            },
          },
        },
        sending: {
          initial: 'submitting',
          invoke: {
            id: 'action',
            src: 'actionFeed',
            input: ({ context }) => ({ decision: context.decision! }),
          },
          on: {
            'action.done': [
              { ...whenItemStands('awaitingSecond'), actions: ['dropDraft', 'emitMade'] },
              { ...whenItemStands('onHold'), actions: ['dropDraft', 'emitMade'] },
              { target: '#decision.decided', actions: ['dropDraft', 'emitMade'] },
            ],
            'action.refused': [
              { guard: 'isDecided', target: '#decision.overtaken' },
              { guard: { type: 'needsProof', params: eventOf }, target: 'steppingUp' },
              {
                guard: { type: 'isClaimedByOther', params: eventOf },
                target: 'working.claimLost.takenOver',
                actions: { type: 'assignHolder', params: eventOf },
              },
              {
                target: 'working.claimed.refused',
                actions: [{ type: 'assignError', params: eventOf }, 'emitRefused'],
              },
            ],
          },
          states: {
            submitting: {
              description: 'The decision is sent to the server, and has no response yet.',
              meta: { shows: 'The button of the decision, busy; nothing can be typed.' },
              tags: ['busy'],
              on: { 'action.unanswered': 'uncertain.checking', 'action.unresolved': 'uncertain.unresolved' },
            },
            uncertain: {
              initial: 'checking',
              states: {
                checking: {
                  description:
                    'There was no response: the call is repeated with the same key, so that it takes effect once.',
                  meta: {
                    shows: 'That there is no response yet and it checks whether it is done; nothing can be typed.',
                  },
                  tags: ['busy'],
                  on: { 'action.unresolved': 'unresolved' },
                },
                unresolved: {
                  description: 'The API did not respond for a while: it is unknown whether the decision was made.',
                  meta: { shows: 'That it is unknown whether it was done, and Check again.' },
                  tags: ['error'],
                  on: { 'decision.check': { actions: 'checkAction' }, 'action.unanswered': 'checking' },
                },
              },
            },
          },
        },
        steppingUp: {
          description: 'The server asks for a step-up: the person proves again who they are (machines/step-up).',
          meta: { shows: 'Confirm that it is you: the password and, if two-factor is on, a code.' },
          invoke: {
            id: 'stepUp',
            src: 'stepUp',
            input: ({ context }) => ({ needsCode: null, key: `${context.decision!.key}.proof` }),
            onDone: [
              // The same decision with the same key: the server did not store the refusal.
              { guard: { type: 'isProven', params: ({ event }) => event.output }, target: 'sending' },
              { target: 'working.claimed' },
            ],
          },
          // Nothing to prove is left once the item is decided.
          on: {
            'item.read': [{ ...whenOthersDecided, actions: assignRead }, ...settledWhenRead, { actions: assignRead }],
          },
        },
      },
    },
    decided: {
      type: 'final',
      description: 'The item is decided.',
      meta: { shows: 'Who decided what, and when; the next item.' },
    },
    awaitingSecond: {
      type: 'final',
      description: 'The person has decided, and a second person has to decide too.',
      meta: { shows: 'That another person must decide too; the next item.' },
    },
    onHold: {
      type: 'final',
      description: 'The item is on hold.',
      meta: { shows: 'Who put it on hold, and when; the next item.' },
    },
    overtaken: {
      type: 'final',
      description:
        'Somebody else decided first, or what was to be decided has changed; the person’s decision was not sent, or had no effect.',
      meta: {
        shows:
          'Who decided what and when, or what has changed with the values before and after; that nothing was sent, the typed values, and the next item.',
      },
    },
  },
})
