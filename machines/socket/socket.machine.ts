/**
 * The live socket of one tab, as long as somebody is signed in (spec 7, 9; contract, Live socket).
 * Lock: the transport belongs to `signedIn`, so there is one connection and none before or after; while it is connecting
 * or connected no wish makes a second.
 * It never gives up while signed in: a line that broke is tried again by the transport, a refused token once the session has
 * a fresh one, and in any case after a pause.
 */
import { assign, emit, sendTo, setup } from 'xstate'
import { SOCKET } from '@contract/constants'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface SocketContext {
  /** The try that was made last, or comes next; 0 while none was needed. */
  attempt: number
  /** When that comes, milliseconds since 1970; null while it is being made, or where it is not known. */
  nextTryAt: number | null
  /** Whether this session was connected before: then something may have been missed. */
  wasConnected: boolean
  /** Handshakes refused since it was last connected. */
  refusals: number
}

export type SocketEvent =
  | { type: 'session.began' }
  | { type: 'session.ended' }
  /** The session has a fresh token. */
  | { type: 'token.changed'; token: string }
  | { type: 'transport.back' }
  | { type: 'transport.lost' }
  /** The next try comes at `at`, milliseconds since 1970. */
  | { type: 'transport.waits'; attempt: number; at: number }
  | { type: 'transport.tries'; attempt: number }
  | { type: 'handshake.refused' }

/** What the transport is told. */
export type TransportOrder = { type: 'token.renewed'; token: string } | { type: 'transport.retry' }

export type SocketEmitted =
  /** Connected, the first time or again. */
  | { type: 'socket.joined' }
  /** No longer connected. */
  | { type: 'socket.parted' }
  /** Connected again after a gap: what may have been missed is to be fetched. */
  | { type: 'socket.resumed' }
  /** Counts as a 401: the session is to be asked. */
  | { type: 'socket.refused' }

const FRESH: SocketContext = { attempt: 0, nextTryAt: null, wasConnected: false, refusals: 0 }
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
    /** Connects when it is started, parts when it is stopped, and tells what becomes of the line in between. */
    transportFeed: feedNotProvided<TransportOrder>(TRANSPORT),
  },
  guards: {
    wasConnected: ({ context }) => context.wasConnected,
    /** A fresh token that is refused too is not tried again at once: that would be a storm of handshakes. */
    isFirstRefusal: ({ context }) => context.refusals === 1,
  },
  actions: {
    startAfresh: assign(FRESH),
    assignConnected: assign({ ...FRESH, wasConnected: true }),
    assignWait: assign((_, { attempt, at }: { attempt: number; at: number }) => ({ attempt, nextTryAt: at })),
    assignTry: assign((_, { attempt }: { attempt: number }) => ({ attempt, nextTryAt: null })),
    assignRefusal: assign(({ context }) => ({ refusals: context.refusals + 1, nextTryAt: null })),
    tryAgain: sendTo(TRANSPORT, { type: 'transport.retry' } satisfies TransportOrder),
    tellJoined: emit({ type: 'socket.joined' }),
    tellParted: emit({ type: 'socket.parted' }),
    tellResumed: emit({ type: 'socket.resumed' }),
    tellRefused: emit({ type: 'socket.refused' }),
  },
  delays: { refusalPause: SOCKET.reconnectionDelayMax },
}).createMachine({
  id: 'socket',
  context: FRESH,
  initial: 'offline',
  states: {
    offline: {
      description: 'Nobody is signed in, so there is no connection and none is tried.',
      meta: { shows: 'No console.' },
      on: { 'session.began': 'signedIn' },
    },
    signedIn: {
      initial: 'connecting',
      exit: 'startAfresh',
      invoke: { id: TRANSPORT, src: 'transportFeed' },
      on: {
        'session.ended': 'offline',
        'transport.back': [
          { guard: 'wasConnected', target: '.connected', actions: 'tellResumed' },
          { target: '.connected' },
        ],
        'transport.lost': '.reconnecting',
        'handshake.refused': '.refused',
      },
      states: {
        connecting: {
          description: 'The first connection of this session is being made.',
          meta: { shows: 'Connecting, at the foot of the sidebar.' },
          tags: ['busy'],
        },
        connected: {
          description: 'The line stands; a fresh token is handed over on it, and it stays.',
          meta: { shows: 'Live, at the foot of the sidebar.' },
          entry: ['assignConnected', 'tellJoined'],
          exit: 'tellParted',
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
          description: 'The line broke or could not be made; it is tried again and again.',
          meta: {
            shows: 'Reconnecting and in how many seconds, at the foot of the sidebar; what is on the page stays.',
          },
          tags: ['busy'],
          on: {
            'transport.lost': undefined,
            'transport.waits': { actions: { type: 'assignWait', params: ({ event }) => event } },
            'transport.tries': { actions: { type: 'assignTry', params: ({ event }) => event } },
          },
        },
        refused: {
          description: 'The server refused the token; the session is asked whether it still holds, and decides.',
          meta: { shows: 'Reconnecting, at the foot of the sidebar.' },
          tags: ['error'],
          entry: ['assignRefusal', 'tellRefused'],
          after: { refusalPause: { target: 'reconnecting', actions: 'tryAgain' } },
          on: { 'token.changed': { guard: 'isFirstRefusal', target: 'reconnecting', actions: 'tryAgain' } },
        },
      },
    },
  },
})
