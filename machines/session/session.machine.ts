/**
 * The session of one tab (spec 4, Session; contract, Sign-in mechanism). Signed in or not, and everything that may happen
 * in between: a token that runs out, a refusal, another tab, a server that cannot be reached.
 *
 * Locks: while `submitting`, `renewing` and `signingOut` the same wish has no handler. Leaving `authenticated` by any way
 * clears the device, because it is the exit action of that state.
 */
import { assign, emit, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { describeError, SIGN_IN_ERROR } from '@contract/errors'
import type { LoginForm, Session } from '@contract/entities/session'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** What asking the server who is signed in can answer. */
export type SessionAnswer = Result<{ session: Session } | { session: null; error?: string }>
/** What a try to sign in can answer. */
export type SignInAnswer = Result<{ session: Session } | { refused: string }>

/** Why nobody is signed in any more. */
export type EndReason = 'byHand' | 'refused' | 'expired' | 'elsewhere'

export interface SessionContext {
  session: Session | null
  /** Whether this start found a token: without one the login stands at once, while the server is still asked. */
  hadToken: boolean
  /** A sign-out of an earlier start did not reach the server; it is told before anything else. */
  markedSignedOut: boolean
  /** Where in the console this person is. */
  place: string | null
  /** Who was signed in last in this tab; only to find the way back after a forced sign-out. */
  lastUserId: string | null
  /** Whom a forced sign-out threw out, and from where. */
  forcedOut: { userId: string; place: string; reason: EndReason } | null
  /** Code of the last refusal that is shown under the form. */
  refusal: string | null
  error: ApiError | null
}

export type SessionEvent =
  | { type: 'signIn.submit'; form: LoginForm }
  | { type: 'session.focused' }
  | { type: 'session.poll' }
  | { type: 'token.nearEnd' }
  | { type: 'woke' }
  /** A call was answered with 401. `expired`: the token it carried had run out by then. */
  | { type: 'api.unauthorized'; token: string; expired: boolean }
  | { type: 'session.tokenExpired' }
  | { type: 'session.emptied' }
  | { type: 'session.changedElsewhere'; signedIn: boolean; userId?: string }
  | { type: 'signOut.request' }
  | { type: 'place.changed'; place: string }
  | { type: 'retry' }

export type SessionEmitted =
  | { type: 'session.began'; session: Session }
  | { type: 'session.renewed'; session: Session }
  | { type: 'session.ended'; reason: EndReason }

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    input: {} as { hadToken: boolean; markedSignedOut: boolean },
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    readSession: promiseNotProvided<SessionAnswer>('readSession'),
    signIn: promiseNotProvided<SignInAnswer, LoginForm>('signIn'),
    endSession: promiseNotProvided<void>('endSession'),
    /** Window focus, waking and other tabs, as events. */
    surroundingsFeed: feedNotProvided<SessionEvent>('surroundingsFeed'),
  },
  actions: {
    /** Stores the token and opens what belongs to the session. */
    keepSession: (_, _params: { session: Session }) => actionNotProvided(),
    /** Clears tokens, cookies and user data of this device, locks the drafts, drops the socket. */
    clearDevice: actionNotProvided,
    tellTabsSignedIn: (_, _params: { userId: string }) => actionNotProvided(),
    tellTabsSignedOut: actionNotProvided,
    /** Log port: no toast (spec 8). */
    logFailure: (_, _params: { code: string; message: string }) => actionNotProvided(),
    assignSession: assign((_, { session }: { session: Session }) => ({
      session,
      refusal: null,
      error: null,
      hadToken: true,
    })),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    assignRefusal: assign((_, { code }: { code: string }) => ({ refusal: code, error: null })),
    assignForcedOut: assign(({ context }, { reason }: { reason: EndReason }) => ({
      forcedOut: context.lastUserId ? { userId: context.lastUserId, place: context.place ?? '/', reason } : null,
    })),
    forgetPlace: assign({ forcedOut: null, place: null, lastUserId: null }),
    forgetSession: assign(({ context }) => ({
      lastUserId: context.session?.user.id ?? null,
      session: null,
      hadToken: false,
    })),
  },
  guards: {
    /** A 401 to the token in use, which has not run out: a real refusal. To an older token it is none. */
    isRealRefusal: ({ context }, { token, expired }: { token: string; expired: boolean }) =>
      context.session?.accessToken === token && !expired,
    /** The token ran out asleep: it is renewed, not punished. One that is no longer in use says nothing. */
    hasRunOut: ({ context }, { token, expired }: { token: string; expired: boolean }) =>
      context.session?.accessToken === token && expired,
    isOtherUser: ({ context }, { userId }: { userId: string | undefined }) => context.session?.user.id !== userId,
  },
  delays: {
    /** Until a minute before the token's end. */
    untilTokenNearEnd: 14 * 60_000,
    /** Between two tries to renew while the server cannot be reached. */
    renewPause: 5_000,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    session: null,
    place: null,
    lastUserId: null,
    forcedOut: null,
    refusal: null,
    error: null,
  }),
  invoke: { id: 'surroundingsFeed', src: 'surroundingsFeed' },
  on: { 'place.changed': { actions: assign({ place: ({ event }) => event.place }) } },
  initial: 'starting',
  states: {
    starting: {
      description: 'Decides whether an unfinished sign-out must be told to the server before anything else.',
      meta: { shows: 'An empty page, for less than a frame.' },
      always: [{ guard: ({ context }) => context.markedSignedOut, target: 'signingOut' }, { target: 'loading' }],
    },
    loading: {
      description: 'The server is being asked who is signed in.',
      meta: { shows: 'Without a stored token the login; with one an empty frame, no part of the console.' },
      tags: ['busy'],
      // What was refused or out of reach before says nothing about this answer.
      entry: assign({ refusal: null, error: null }),
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          {
            guard: ({ event }) => event.output.ok && event.output.value.session !== null,
            target: 'authenticated',
            actions: { type: 'assignSession', params: ({ event }) => ({ session: sessionOf(event.output)! }) },
          },
          // An empty session clears all (spec 4); who asked for something early with the old token drops what came.
          {
            guard: ({ event }) => event.output.ok,
            target: 'unauthenticated',
            actions: ['clearDevice', emit({ type: 'session.ended', reason: 'expired' })],
          },
          {
            target: 'unreachable',
            actions: [
              { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output)! }) },
              {
                type: 'logFailure',
                params: ({ event }) => ({ code: 'session', message: describeError(errorOf(event.output)!) }),
              },
            ],
          },
        ],
      },
      on: {
        'signIn.submit': { guard: ({ context }) => !context.hadToken, target: 'unauthenticated.submitting' },
        'session.changedElsewhere': {
          guard: ({ event }) => !event.signedIn,
          target: 'unauthenticated',
          actions: ['clearDevice', emit({ type: 'session.ended', reason: 'elsewhere' })],
        },
      },
    },
    unreachable: {
      description: 'The server could not be asked at the start; nothing is known, nothing is lost.',
      meta: { shows: 'What happened, and Try again; without a stored token the login with that message.' },
      tags: ['error'],
      on: {
        retry: 'loading',
        woke: 'loading',
        'session.focused': 'loading',
        'session.changedElsewhere': [
          { guard: ({ event }) => event.signedIn, target: 'loading' },
          { target: 'unauthenticated', actions: ['clearDevice', emit({ type: 'session.ended', reason: 'elsewhere' })] },
        ],
        'signIn.submit': { guard: ({ context }) => !context.hadToken, target: 'unauthenticated.submitting' },
      },
    },
    unauthenticated: {
      initial: 'signedOut',
      on: { 'session.changedElsewhere': { guard: ({ event }) => event.signedIn, target: 'loading' } },
      states: {
        signedOut: {
          description: 'Nobody is signed in; the login form waits.',
          meta: { shows: 'LOG IN with Email, Password and 2 FA Token; Log In can be pressed.' },
          on: { 'signIn.submit': 'submitting' },
        },
        submitting: {
          description: 'A sign-in is under way; a second one is ignored.',
          meta: { shows: 'The submit button says Loading...' },
          tags: ['busy'],
          entry: assign({ refusal: null, error: null }),
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => (event as Extract<SessionEvent, { type: 'signIn.submit' }>).form,
            onDone: [
              {
                guard: ({ event }) => event.output.ok && 'session' in event.output.value,
                target: '#session.authenticated',
                actions: [
                  { type: 'assignSession', params: ({ event }) => ({ session: signedInOf(event.output)! }) },
                  { type: 'tellTabsSignedIn', params: ({ event }) => ({ userId: signedInOf(event.output)!.user.id }) },
                ],
              },
              {
                // Spec 8: CredentialsSignin is only logged.
                guard: ({ event }) => refusalOf(event.output) === SIGN_IN_ERROR.credentialsSignin,
                target: 'signedOut',
                actions: {
                  type: 'logFailure',
                  params: { code: SIGN_IN_ERROR.credentialsSignin, message: 'Something went wrong' },
                },
              },
              {
                guard: ({ event }) => refusalOf(event.output) !== null,
                target: 'rejected',
                actions: { type: 'assignRefusal', params: ({ event }) => ({ code: refusalOf(event.output)! }) },
              },
              {
                target: 'rejected',
                actions: { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output)! }) },
              },
            ],
          },
          // A sign-in of another tab does not overtake the one under way here.
          on: { 'session.changedElsewhere': undefined },
        },
        rejected: {
          description: 'The last sign-in was refused, or did not reach the server; what was typed stays.',
          meta: { shows: 'The reason under the form; Log In can be pressed.' },
          tags: ['error'],
          on: { 'signIn.submit': 'submitting' },
        },
      },
    },
    authenticated: {
      initial: 'current',
      entry: [
        { type: 'keepSession', params: ({ context }) => ({ session: context.session! }) },
        emit(({ context }) => ({ type: 'session.began', session: context.session! }) as const),
      ],
      exit: ['clearDevice', 'forgetSession'],
      on: {
        'place.changed': { actions: assign({ place: ({ event }) => event.place, forcedOut: null }) },
        'signOut.request': {
          target: 'signingOut',
          actions: ['forgetPlace', 'tellTabsSignedOut', emit({ type: 'session.ended', reason: 'byHand' })],
        },
        'api.unauthorized': {
          guard: { type: 'isRealRefusal', params: ({ event }) => ({ token: event.token, expired: event.expired }) },
          target: 'signingOut',
          actions: [
            { type: 'assignForcedOut', params: { reason: 'refused' } },
            'tellTabsSignedOut',
            emit({ type: 'session.ended', reason: 'refused' }),
          ],
        },
        'session.tokenExpired': {
          target: 'unauthenticated',
          actions: [
            { type: 'assignForcedOut', params: { reason: 'expired' } },
            'tellTabsSignedOut',
            emit({ type: 'session.ended', reason: 'expired' }),
          ],
        },
        'session.emptied': {
          target: 'unauthenticated',
          actions: [
            { type: 'assignForcedOut', params: { reason: 'expired' } },
            'tellTabsSignedOut',
            emit({ type: 'session.ended', reason: 'expired' }),
          ],
        },
        'session.changedElsewhere': [
          {
            guard: ({ event }) => !event.signedIn,
            target: 'unauthenticated',
            actions: [
              { type: 'assignForcedOut', params: { reason: 'elsewhere' } },
              emit({ type: 'session.ended', reason: 'elsewhere' }),
            ],
          },
          {
            guard: { type: 'isOtherUser', params: ({ event }) => ({ userId: event.userId }) },
            target: 'loading',
            actions: ['forgetPlace', emit({ type: 'session.ended', reason: 'elsewhere' })],
          },
        ],
      },
      states: {
        current: {
          description: 'Signed in, with a token that holds.',
          meta: { shows: 'The console.' },
          after: { untilTokenNearEnd: 'renewing' },
          on: {
            'session.focused': 'renewing',
            'session.poll': 'renewing',
            'token.nearEnd': 'renewing',
            woke: 'renewing',
            'api.unauthorized': { guard: { type: 'hasRunOut', params: ({ event }) => event }, target: 'renewing' },
          },
        },
        renewing: {
          description: 'Signed in; a fresh token is being fetched. Calls wait for it if the old one has run out.',
          meta: { shows: 'The console, unchanged.' },
          invoke: {
            id: 'renewSession',
            src: 'readSession',
            onDone: [
              {
                guard: ({ event, context }) => sessionOf(event.output)?.user.id === context.session!.user.id,
                target: 'current',
                actions: [
                  { type: 'assignSession', params: ({ event }) => ({ session: sessionOf(event.output)! }) },
                  { type: 'keepSession', params: ({ event }) => ({ session: sessionOf(event.output)! }) },
                  emit(({ event }) => ({ type: 'session.renewed', session: sessionOf(event.output)! }) as const),
                ],
              },
              {
                // Somebody else signed in over this cookie: start again as that person.
                guard: ({ event }) => sessionOf(event.output) !== null,
                target: '#session.loading',
                actions: ['forgetPlace', emit({ type: 'session.ended', reason: 'elsewhere' })],
              },
              {
                guard: ({ event }) => event.output.ok,
                target: '#session.unauthenticated',
                actions: [
                  { type: 'assignForcedOut', params: { reason: 'expired' } },
                  'tellTabsSignedOut',
                  emit({ type: 'session.ended', reason: 'expired' }),
                ],
              },
              {
                target: 'unrenewed',
                actions: {
                  type: 'logFailure',
                  params: ({ event }) => ({ code: 'session', message: describeError(errorOf(event.output)!) }),
                },
              },
            ],
          },
        },
        unrenewed: {
          description: 'Signed in, but the server could not be reached for a fresh token; it is tried again.',
          meta: { shows: 'The console, unchanged; calls fail as unreachable once the token has run out.' },
          after: { renewPause: 'renewing' },
          on: {
            'session.focused': 'renewing',
            'session.poll': 'renewing',
            'token.nearEnd': 'renewing',
            woke: 'renewing',
            'api.unauthorized': { guard: { type: 'hasRunOut', params: ({ event }) => event }, target: 'renewing' },
          },
        },
      },
    },
    signingOut: {
      description: 'The device is already clear; the server is being told to end the session.',
      meta: { shows: 'The login, whose button says Loading... until the server knows.' },
      tags: ['busy'],
      invoke: { id: 'endSession', src: 'endSession', onDone: 'unauthenticated', onError: 'unauthenticated' },
    },
  },
})

/** The session in an answer, or null. */
function sessionOf(answer: SessionAnswer): Session | null {
  return answer.ok ? answer.value.session : null
}
function signedInOf(answer: SignInAnswer): Session | null {
  return answer.ok && 'session' in answer.value ? answer.value.session : null
}
function refusalOf(answer: SignInAnswer): string | null {
  return answer.ok && 'refused' in answer.value ? answer.value.refused : null
}
function errorOf(answer: SessionAnswer | SignInAnswer): ApiError | null {
  return answer.ok ? null : answer.error
}
