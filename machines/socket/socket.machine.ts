/**
 * The live socket of one tab while somebody is signed in (spec 7, 9; contract, Live socket).
 *
 * Lock: the transport belongs to `signedIn`, so there is exactly one connection in that state and none before or after;
 * no event opens a second one. It never stops retrying while signed in: the transport retries a lost connection, and a
 * refused token is retried once the session has a fresh one, or at the latest after a pause.
 */
import { assign, emit, sendTo, setup, stateIn } from 'xstate'
import { SOCKET } from '@contract/constants'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface SocketContext {
  /** The number of the last or next reconnection attempt; 0 while connected or connecting for the first time. */
  attempt: number
  /** When that attempt starts, in milliseconds since 1970; null while it runs or if unknown. */
  nextTryAt: number | null
  /** Number of handshakes refused since the last connection. */
  refusals: number
}

export type SocketEvent =
  | { type: 'session.began' }
  | { type: 'session.ended' }
  /** The session has a fresh token. */
  | { type: 'token.changed'; token: string }
  | { type: 'transport.back' }
  | { type: 'transport.lost' }
  /** The next attempt starts at `at`, in milliseconds since 1970. */
  | { type: 'transport.waits'; attempt: number; at: number }
  | { type: 'transport.tries'; attempt: number }
  | { type: 'handshake.refused' }

/** Events that the machine sends to the transport. */
export type TransportOrder = { type: 'token.renewed'; token: string } | { type: 'transport.retry' }

export type SocketEmitted =
  /** Connected, for the first time or again. */
  | { type: 'socket.joined' }
  /** No longer connected. */
  | { type: 'socket.parted' }
  /** Connected again after a gap: consumers must fetch what they may have missed. */
  | { type: 'socket.resumed' }
  /** Treated like a 401: the session checks whether it is still valid. */
  | { type: 'socket.refused' }

const FRESH: SocketContext = { attempt: 0, nextTryAt: null, refusals: 0 }
const TRANSPORT = 'transportFeed'

export const socketMachine = setup({
  types: {
    context: {} as SocketContext,
    events: {} as SocketEvent,
    emitted: {} as SocketEmitted,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    /** Connects when it starts, disconnects when it stops, and reports every change of the connection in between. */
    transportFeed: feedNotProvided<TransportOrder>(TRANSPORT),
  },
  guards: {
    /** Pushes may have been missed. */
    wasConnected: stateIn({ signedIn: { past: 'wasConnected' } }),
    /** A fresh token that is refused as well is not retried at once, because that would cause a storm of handshakes. */
    isFirstRefusal: ({ context }) => context.refusals === 1,
  },
  actions: {
    resetContext: assign(FRESH),
    assignConnected: assign(FRESH),
    assignWait: assign((_, { attempt, at }: { attempt: number; at: number }) => ({ attempt, nextTryAt: at })),
    assignAttempt: assign((_, { attempt }: { attempt: number }) => ({ attempt, nextTryAt: null })),
    assignRefusal: assign(({ context }) => ({ refusals: context.refusals + 1, nextTryAt: null })),
    retryTransport: sendTo(TRANSPORT, { type: 'transport.retry' } satisfies TransportOrder),
    emitJoined: emit({ type: 'socket.joined' }),
    emitParted: emit({ type: 'socket.parted' }),
    emitResumed: emit({ type: 'socket.resumed' }),
    emitRefused: emit({ type: 'socket.refused' }),
  },
  delays: { refusalPause: SOCKET.reconnectionDelayMax },
}).createMachine({
  id: 'socket',
  context: FRESH,
  initial: 'offline',
  states: {
    offline: {
      description: 'Nobody is signed in, so there is no connection and no attempt.',
      meta: { shows: 'No console.' },
      on: { 'session.began': 'signedIn' },
    },
    signedIn: {
      type: 'parallel',
      exit: 'resetContext',
      invoke: { id: TRANSPORT, src: 'transportFeed' },
      on: { 'session.ended': 'offline' },
      states: {
        line: {
          initial: 'connecting',
          on: {
            'transport.back': [
              { guard: 'wasConnected', target: '.connected', actions: 'emitResumed' },
              { target: '.connected' },
            ],
            'transport.lost': '.reconnecting',
            'handshake.refused': '.refused',
          },
          states: {
            connecting: {
              description: 'The first connection of this session is in progress.',
              meta: { shows: 'Connecting, at the foot of the sidebar.' },
              tags: ['busy'],
            },
            connected: {
              description: 'Connected; a fresh token is sent over the connection, which stays open.',
              meta: { shows: 'Live, at the foot of the sidebar.' },
              entry: ['assignConnected', 'emitJoined'],
              exit: 'emitParted',
              on: {
                'transport.back': undefined,
                'token.changed': {
                  actions: sendTo(
                    TRANSPORT,
                    ({ event }) => ({ type: 'token.renewed', token: event.token }) satisfies TransportOrder,
                  ),
                },
              },
            },
            reconnecting: {
              description: 'The connection was lost or failed; the transport retries indefinitely.',
              meta: {
                shows: 'Reconnecting and in how many seconds, at the foot of the sidebar; the page stays.',
              },
              tags: ['busy'],
              on: {
                'transport.lost': undefined,
                'transport.waits': { actions: { type: 'assignWait', params: ({ event }) => event } },
                'transport.tries': { actions: { type: 'assignAttempt', params: ({ event }) => event } },
              },
            },
            refused: {
              description: 'The server refused the token; the session checks whether it is still valid.',
              meta: { shows: 'Reconnecting, at the foot of the sidebar.' },
              tags: ['error'],
              entry: ['assignRefusal', 'emitRefused'],
              after: { refusalPause: { target: 'reconnecting', actions: 'retryTransport' } },
              on: { 'token.changed': { guard: 'isFirstRefusal', target: 'reconnecting', actions: 'retryTransport' } },
            },
          },
        },
        past: {
          initial: 'neverConnected',
          states: {
            neverConnected: {
              description:
                'There was no connection in this session yet. With the first one, the server repeats what has changed since the console began to read.',
              meta: { shows: 'Nothing of its own.' },
              on: { 'transport.back': 'wasConnected' },
            },
            wasConnected: {
              description: 'There was a connection in this session: after the next one, missed changes are fetched.',
              meta: { shows: 'Nothing of its own.' },
            },
          },
        },
      },
    },
  },
})
