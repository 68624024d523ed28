/**
 * Who works on a record, as seen from its page (records, Claims): a lease that the server keeps. It is renewed while
 * the person is active, released when they leave, and can be taken over with a note. This machine does not decide who
 * has the claim: the server's responses and the record decide. An own claim that a page finds when it opens, for
 * example after a reload, is renewed before it is shown as held: it may have been released since the record was read.
 * A lease that has expired by this device's clock, for example after a sleep, is shown as ended.
 */
import { assign, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** The claim of a record, as the record contains it. */
export interface ReadClaim {
  /** Username of the person who has the claim. */
  holder: string
  /** ISO 8601. */
  until: string
  isOwn: boolean
}
export type ClaimChange = { kind: 'claim'; note?: string } | { kind: 'release' }

export interface ClaimContext {
  /** The value of the last read; null: nobody has it. */
  claim: ReadClaim | null
  /** The next call. */
  change: ClaimChange
  /** Why the last call failed. Valid in `failed`. */
  error: ApiError | null
}
export type ClaimEvent =
  /** The record was read, or another console changed it. */
  | { type: 'claim.read'; claim: ReadClaim | null }
  /** In `failed`: the call that failed is repeated. */
  | { type: 'claim.take' }
  | { type: 'claim.takeOver' }
  | { type: 'claim.takeOverBecause'; note: string }
  | { type: 'claim.cancel' }
  | { type: 'claim.release' }
  /** The person typed or clicked; sent at most once a minute. */
  | { type: 'claim.active' }
  /** The lease has expired by this device's clock. */
  | { type: 'claim.passed' }
  | { type: 'line.back' }

type Outcome = Result<ReadClaim | null>
const isConflict = (outcome: Outcome) => !outcome.ok && outcome.error.kind === 'conflict'

export const claimMachine = setup({
  types: {
    context: {} as ClaimContext,
    events: {} as ClaimEvent,
    input: {} as { claim: ReadClaim | null },
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    change: promiseNotProvided<Outcome, ClaimChange>('change'),
    /** Sends `claim.active`. */
    activityFeed: feedNotProvided<ClaimEvent>('activityFeed'),
    /** Sends `claim.passed` when the lease expires, or at once if it already has. */
    leaseFeed: feedNotProvided<ClaimEvent, { until: string }>('leaseFeed'),
    /** Sends `line.back` when the connection is back. */
    lineFeed: feedNotProvided<ClaimEvent>('lineFeed'),
  },
  guards: {
    isOwn: (_, { claim }: { claim: ReadClaim | null }) => claim?.isOwn === true,
    isAnother: (_, { claim }: { claim: ReadClaim | null }) => claim?.isOwn === false,
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok,
    isConflict: (_, { outcome }: { outcome: Outcome }) => isConflict(outcome),
    isRelease: (_, { change }: { change: ClaimChange }) => change.kind === 'release',
  },
  actions: {
    assignClaim: assign((_, { claim }: { claim: ReadClaim | null }) => ({ claim })),
    assignOutcome: assign((_, { outcome }: { outcome: Outcome }) =>
      outcome.ok ? { claim: outcome.value, error: null } : { error: outcome.error },
    ),
    /** Each press is an object of its own, so that a repetition can be told from a new press. */
    assignChange: assign((_, { change }: { change: ClaimChange }) => ({ change: { ...change } })),
  },
}).createMachine({
  id: 'claim',
  context: ({ input }) => ({ claim: input.claim, change: { kind: 'claim' }, error: null }),
  initial: 'opening',
  on: {
    'claim.read': [
      {
        guard: { type: 'isOwn', params: ({ event }) => event },
        target: '.held',
        actions: { type: 'assignClaim', params: ({ event }) => event },
      },
      {
        guard: { type: 'isAnother', params: ({ event }) => event },
        target: '.taken',
        actions: { type: 'assignClaim', params: ({ event }) => event },
      },
      { target: '.free', actions: { type: 'assignClaim', params: ({ event }) => event } },
    ],
  },
  states: {
    opening: {
      description: 'The page opens.',
      meta: { shows: 'The record, for an instant.' },
      always: [
        { guard: { type: 'isOwn', params: ({ context }) => context }, target: 'resuming' },
        { guard: { type: 'isAnother', params: ({ context }) => context }, target: 'taken' },
        { target: 'free' },
      ],
    },
    resuming: {
      description: 'The record says that the person has claimed it, as after a reload; the claim is being renewed.',
      meta: { shows: 'Claiming...' },
      tags: ['busy'],
      invoke: {
        id: 'resume',
        src: 'change',
        input: ({ context }) => context.change,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ outcome: event.output }) },
            target: 'held',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => ({ outcome: event.output }) },
            target: 'lost',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isOwn', params: ({ context }) => context },
            target: 'atRisk',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          // Without a response, what the record said meanwhile counts.
          {
            guard: { type: 'isAnother', params: ({ context }) => context },
            target: 'lost',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'ended', actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) } },
        ],
      },
      // The response to the call decides, not what the record says meanwhile.
      on: { 'claim.read': { actions: { type: 'assignClaim', params: ({ event }) => event } } },
    },
    free: {
      description: 'Nobody has claimed the record.',
      meta: { shows: 'That nobody works on it, and Claim.' },
      on: {
        'claim.take': { target: 'claiming', actions: { type: 'assignChange', params: { change: { kind: 'claim' } } } },
      },
    },
    taken: {
      description: 'Somebody else has claimed the record.',
      meta: { shows: 'Who, until when, and Take over.' },
      invoke: {
        id: 'leaseOfAnother',
        src: 'leaseFeed',
        input: ({ context }) => ({ until: context.claim?.until ?? '' }),
      },
      on: { 'claim.takeOver': 'asking', 'claim.passed': 'free' },
    },
    asking: {
      description: 'The person writes why they take the record over; the current holder receives the note.',
      meta: { shows: 'A question with a note, Take over and Cancel.' },
      on: {
        'claim.takeOverBecause': {
          target: 'claiming',
          actions: {
            type: 'assignChange',
            params: ({ event }) => ({ change: { kind: 'claim', note: event.note } }),
          },
        },
        'claim.cancel': 'taken',
        // The question stays open while the current holder renews the claim.
        'claim.read': [
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          {
            guard: { type: 'isOwn', params: ({ event }) => event },
            target: 'held',
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          { target: 'free', actions: { type: 'assignClaim', params: ({ event }) => event } },
        ],
      },
    },
    claiming: {
      description: 'The request for the claim is in flight.',
      meta: { shows: 'Claiming...' },
      tags: ['busy'],
      invoke: {
        id: 'claim',
        src: 'change',
        input: ({ context }) => context.change,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ outcome: event.output }) },
            target: 'held',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'failed', actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) } },
        ],
      },
      // The response to the call decides, not a change that the socket reports meanwhile.
      on: { 'claim.read': { actions: { type: 'assignClaim', params: ({ event }) => event } } },
    },
    held: {
      description: 'The person has claimed the record.',
      meta: { shows: 'Until when it holds, that it is renewed while the person works, and Release.' },
      invoke: [
        { id: 'activity', src: 'activityFeed' },
        { id: 'lease', src: 'leaseFeed', input: ({ context }) => ({ until: context.claim?.until ?? '' }) },
      ],
      on: {
        'claim.active': {
          target: 'renewing',
          actions: { type: 'assignChange', params: { change: { kind: 'claim' } } },
        },
        'claim.release': {
          target: 'releasing',
          actions: { type: 'assignChange', params: { change: { kind: 'release' } } },
        },
        'claim.passed': 'ended',
        'claim.read': [
          {
            guard: { type: 'isOwn', params: ({ event }) => event },
            target: 'held',
            reenter: true,
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: 'lost',
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          { target: 'free', actions: { type: 'assignClaim', params: ({ event }) => event } },
        ],
      },
    },
    renewing: {
      description: 'The lease is being renewed and holds meanwhile.',
      meta: { shows: 'Until when it holds, that it is renewed while the person works, and Release, which waits.' },
      invoke: {
        id: 'renew',
        src: 'change',
        input: ({ context }) => context.change,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ outcome: event.output }) },
            target: 'held',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => ({ outcome: event.output }) },
            target: 'lost',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isOwn', params: ({ context }) => context },
            target: 'atRisk',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          // The person released it at another device meanwhile: nothing holds it.
          { target: 'ended', actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) } },
        ],
      },
      on: {
        'claim.read': [
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: 'lost',
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          { actions: { type: 'assignClaim', params: ({ event }) => event } },
        ],
      },
    },
    atRisk: {
      description: 'The lease could not be renewed; it holds until it expires.',
      meta: { shows: 'That it could not be renewed, and until when it holds.' },
      tags: ['error'],
      invoke: [
        { id: 'activityAtRisk', src: 'activityFeed' },
        { id: 'lineFeed', src: 'lineFeed' },
        { id: 'leaseAtRisk', src: 'leaseFeed', input: ({ context }) => ({ until: context.claim?.until ?? '' }) },
      ],
      on: {
        // A renewal only extends the lease: each one is a new request.
        'claim.active': {
          target: 'renewing',
          actions: { type: 'assignChange', params: { change: { kind: 'claim' } } },
        },
        'line.back': { target: 'renewing', actions: { type: 'assignChange', params: { change: { kind: 'claim' } } } },
        'claim.passed': 'ended',
        'claim.read': [
          {
            guard: { type: 'isOwn', params: ({ event }) => event },
            target: 'held',
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: 'lost',
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          { target: 'ended', actions: { type: 'assignClaim', params: ({ event }) => event } },
        ],
      },
    },
    releasing: {
      description: 'The claim is being released.',
      meta: { shows: 'Releasing...' },
      tags: ['busy'],
      invoke: {
        id: 'release',
        src: 'change',
        input: ({ context }) => context.change,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ outcome: event.output }) },
            target: 'free',
            actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'failed', actions: { type: 'assignOutcome', params: ({ event }) => ({ outcome: event.output }) } },
        ],
      },
      on: { 'claim.read': { actions: { type: 'assignClaim', params: ({ event }) => event } } },
    },
    ended: {
      description:
        'The person had claimed the record, and the lease has expired: the device slept, or nobody worked for a long time. Or the person released it at another device, and the renewal here has no response.',
      meta: { shows: 'That the claim has ended, and Claim again.' },
      on: {
        'claim.take': { target: 'claiming', actions: { type: 'assignChange', params: { change: { kind: 'claim' } } } },
        'claim.read': [
          {
            guard: { type: 'isOwn', params: ({ event }) => event },
            target: 'held',
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: 'lost',
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          { actions: { type: 'assignClaim', params: ({ event }) => event } },
        ],
      },
    },
    lost: {
      description: 'The person had claimed the record, and somebody else has taken it over.',
      meta: { shows: 'Who has it now, and Take over.' },
      tags: ['error'],
      on: {
        'claim.takeOver': 'asking',
        'claim.read': [
          {
            guard: { type: 'isOwn', params: ({ event }) => event },
            target: 'held',
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            actions: { type: 'assignClaim', params: ({ event }) => event },
          },
          { target: 'free', actions: { type: 'assignClaim', params: ({ event }) => event } },
        ],
      },
    },
    failed: {
      description: 'The call failed, and it is not known whether it took effect.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      on: {
        'claim.take': [
          { guard: { type: 'isRelease', params: ({ context }) => context }, target: 'releasing' },
          { target: 'claiming' },
        ],
      },
    },
  },
})
