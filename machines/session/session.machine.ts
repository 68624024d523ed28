/**
 * The session of one tab (spec 4, Session; contract, Sign-in mechanism): signed in or not, and everything that may
 * happen in between, such as a token that expires, a refusal, a change in another tab, or a server that cannot be
 * reached.
 *
 * Locks: while `submitting`, `endingPrevious`, `renewing` and `signingOut` the same request has no handler. Leaving
 * `authenticated` in any way clears the device, because that is the exit action of the state.
 *
 * Where a sign-in leads (docs/decisions.md): to the page that a forced sign-out interrupted, if the same person signs
 * in; to the address at which this page was opened, if that prompted the sign-in; otherwise to /.
 */
import { assign, emit, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { describeError, SIGN_IN_ERROR } from '@contract/errors'
import type { LoginForm, Session } from '@contract/entities/session'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** The server's answer to the question who is signed in. */
export type SessionAnswer = Result<{ session: Session | null; error?: string | undefined }>
/** The server's answer to a sign-in. */
export type SignInAnswer = Result<{ session: Session } | { refused: string }>

/** Why the session ended. */
export type EndReason = 'byHand' | ForcedReason
/** Why the session ended without the person's request. */
export type ForcedReason = 'refused' | 'expired' | 'elsewhere'

export interface SessionInput {
  /** A token was found on this device. */
  hadToken: boolean
  /** A sign-out before a reload did not reach the server. */
  signOutPending: boolean
  /** The address at which the page was opened; null if that is the login itself. */
  link: string | null
}

export interface SessionContext extends SessionInput {
  session: Session | null
  /** The current page, as path and query. */
  place: string | null
  /** The person who was last signed in in this tab; only that person is returned to the interrupted page. */
  lastUserId: string | null
  /** The person who was signed out by force, and the page they were on. */
  forcedOut: { userId: string; place: string; reason: ForcedReason } | null
  /** The sign-in in progress; null once it has a response. */
  form: LoginForm | null
  /** Number of failed renewals in a row: each lengthens the next pause. */
  failedRenewals: number
  /** Code of the last refused sign-in, shown under the form. */
  refusal: string | null
  error: ApiError | null
}

export type SessionEvent =
  | { type: 'signIn.submit'; form: LoginForm }
  | { type: 'session.focused' }
  | { type: 'session.poll' }
  | { type: 'token.nearEnd' }
  | { type: 'woke' }
  /** The browser shows the page again as it was when it was left. `signOutPending`: a sign-out since then did not reach the server. */
  | { type: 'page.recovered'; signOutPending: boolean }
  /** A call got a 401. `expired`: its token had expired by then. */
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

type Unauthorized = Pick<Extract<SessionEvent, { type: 'api.unauthorized' }>, 'token' | 'expired'>
type ChangedElsewhere = Pick<Extract<SessionEvent, { type: 'session.changedElsewhere' }>, 'signedIn' | 'userId'>

/** Pause before the first repeat of a failed renewal, and the longest one, milliseconds. */
const RENEW_PAUSE_MS = { first: 5_000, longest: 60_000 } as const

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    input: {} as SessionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    readSession: promiseNotProvided<SessionAnswer>('readSession'),
    signIn: promiseNotProvided<SignInAnswer, LoginForm>('signIn'),
    /** Ends the session at the server. Until that succeeds, a mark on this device keeps it signed out. */
    endSession: promiseNotProvided<Result<null>>('endSession'),
    /** Ends the previous session at the server, unless another tab has done so meanwhile. */
    finishSignOut: promiseNotProvided<Result<null>>('finishSignOut'),
    /** Sends window focus, polling, waking and changes in other tabs as events. */
    surroundingsFeed: feedNotProvided<SessionEvent>('surroundingsFeed'),
  },
  actions: {
    /** Stores the token and unlocks the drafts. */
    keepSession: (_, _params: { session: Session }) => actionNotProvided('keepSession'),
    /** Clears tokens, cookies and user data of this device, locks the drafts, disconnects the socket. */
    clearDevice: () => actionNotProvided('clearDevice'),
    tellTabsSignedIn: (_, _params: { userId: string }) => actionNotProvided('tellTabsSignedIn'),
    tellTabsSignedOut: () => actionNotProvided('tellTabsSignedOut'),
    /** Writes to the log port; shows no toast (spec 8). */
    logFailure: (_, _params: { code: string; message: string }) => actionNotProvided('logFailure'),
    assignSession: assign((_, { session }: { session: Session }) => ({
      session,
      refusal: null,
      error: null,
      hadToken: true,
      signOutPending: false,
      failedRenewals: 0,
    })),
    assignFailedRenewal: assign({ failedRenewals: ({ context }) => context.failedRenewals + 1 }),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    assignRefusal: assign((_, { code }: { code: string }) => ({ refusal: code, error: null })),
    clearProblem: assign({ refusal: null, error: null }),
    assignForm: assign((_, { form }: { form: LoginForm }) => ({ form })),
    dropForm: assign({ form: null }),
    assignSignOutPending: assign((_, { pending }: { pending: boolean }) => ({ signOutPending: pending })),
    assignPlace: assign((_, { place }: { place: string }) => ({ place })),
    /** Until the server has said who is signed in, the page shows nothing, as at its start. */
    assignTokenFound: assign({ hadToken: true }),
    /** The sign-in has reached its destination: the interrupted page and the link are no longer needed. */
    forgetWayBack: assign({ forcedOut: null, link: null }),
    assignForcedOut: assign(({ context }, { reason }: { reason: ForcedReason }) => ({
      forcedOut: { userId: context.lastUserId!, place: context.place ?? '/', reason },
    })),
    forgetPlace: assign({ forcedOut: null, place: null, lastUserId: null }),
    forgetSession: assign(({ context }) => ({
      lastUserId: context.session!.user.id,
      session: null,
      hadToken: false,
      link: null,
    })),
    announceBegan: emit(({ context }) => ({ type: 'session.began' as const, session: context.session! })),
    announceRenewed: emit((_, { session }: { session: Session }) => ({ type: 'session.renewed' as const, session })),
    announceEnded: emit((_, { reason }: { reason: EndReason }) => ({ type: 'session.ended' as const, reason })),
  },
  guards: {
    isSignOutPending: ({ context }) => context.signOutPending,
    /** Without a token the login is shown and can be used while the server is asked. */
    isLoginShown: ({ context }) => !context.hadToken,
    hasSession: (_, { answer }: { answer: SessionAnswer }) => sessionOf(answer) !== null,
    /** The response names the person who is signed in here. */
    isSamePerson: ({ context }, { answer }: { answer: SessionAnswer }) =>
      sessionOf(answer)?.user.id === context.session!.user.id,
    /**
     * Applies to a response without a session: somebody was signed in, or it has an error such as 'token-expiries'
     * (spec 4).
     */
    isOver: ({ context }, { answer }: { answer: SessionAnswer }) =>
      answer.ok && (context.hadToken || answer.value.error !== undefined),
    isAnswered: (_, { answer }: { answer: Result<unknown> }) => answer.ok,
    isSignedIn: (_, { answer }: { answer: SignInAnswer }) => signedInOf(answer) !== null,
    /** Spec 8: CredentialsSignin is only logged. */
    isUnexpectedRefusal: (_, { answer }: { answer: SignInAnswer }) =>
      refusalOf(answer) === SIGN_IN_ERROR.credentialsSignin,
    isRefused: (_, { answer }: { answer: SignInAnswer }) => refusalOf(answer) !== null,
    /** A 401 for the current token, which has not expired, is a refusal. A 401 for an earlier token is ignored. */
    isRealRefusal: ({ context }, { token, expired }: Unauthorized) =>
      context.session!.accessToken === token && !expired,
    /** The current token expired, for example during sleep: renew it. */
    hasExpired: ({ context }, { token, expired }: Unauthorized) => context.session!.accessToken === token && expired,
    isSignIn: (_, { signedIn }: ChangedElsewhere) => signedIn,
    isSignOut: (_, { signedIn }: ChangedElsewhere) => !signedIn,
    isOtherPerson: ({ context }, { userId }: ChangedElsewhere) => context.session!.user.id !== userId,
  },
  delays: {
    /** Until one minute before the token expires; the implementations compute it from the token. */
    untilTokenNearEnd: 14 * 60_000,
    /** Pause between two attempts to renew while the server cannot be reached: doubles up to a minute. */
    renewPause: ({ context }) =>
      Math.min(RENEW_PAUSE_MS.longest, RENEW_PAUSE_MS.first * 2 ** (context.failedRenewals - 1)),
    /** How long the login waits for the response to a sign-out. */
    signOutPatience: 8_000,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    session: null,
    place: null,
    lastUserId: null,
    forcedOut: null,
    form: null,
    failedRenewals: 0,
    refusal: null,
    error: null,
  }),
  invoke: { id: 'surroundingsFeed', src: 'surroundingsFeed' },
  on: { 'place.changed': { actions: { type: 'assignPlace', params: ({ event }) => ({ place: event.place }) } } },
  initial: 'starting',
  states: {
    starting: {
      description: 'Decides whether an unfinished sign-out must be sent to the server before anything else.',
      meta: { shows: 'An empty page, for less than a frame.' },
      always: [{ guard: 'isSignOutPending', target: 'signingOut' }, { target: 'loading' }],
    },
    loading: {
      description: 'The server is asked who is signed in.',
      meta: { shows: 'Without a stored token the login; with one an empty frame and no part of the console.' },
      tags: ['busy'],
      // An earlier refusal or failure does not apply to this request.
      entry: 'clearProblem',
      invoke: {
        id: 'readSession',
        src: 'readSession',
        onDone: [
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ answer: event.output }) },
            target: 'authenticated',
            actions: { type: 'assignSession', params: ({ event }) => ({ session: sessionOf(event.output)! }) },
          },
          {
            guard: { type: 'isOver', params: ({ event }) => ({ answer: event.output }) },
            target: 'signingOut',
            actions: ['clearDevice', { type: 'announceEnded', params: { reason: 'expired' } }],
          },
          // Nobody was signed in. Data that was requested early is dropped nevertheless.
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ answer: event.output }) },
            target: 'unauthenticated',
            actions: ['clearDevice', { type: 'announceEnded', params: { reason: 'expired' } }],
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
        'page.recovered': {
          target: 'starting',
          actions: { type: 'assignSignOutPending', params: ({ event }) => ({ pending: event.signOutPending }) },
        },
        'signIn.submit': {
          guard: 'isLoginShown',
          target: 'unauthenticated.submitting',
          actions: { type: 'assignForm', params: ({ event }) => ({ form: event.form }) },
        },
        'session.changedElsewhere': {
          guard: { type: 'isSignOut', params: ({ event }) => event },
          target: 'unauthenticated',
          actions: [
            'clearDevice',
            { type: 'assignSignOutPending', params: { pending: true } },
            { type: 'announceEnded', params: { reason: 'elsewhere' } },
          ],
        },
      },
    },
    unreachable: {
      description: 'The server could not be reached at the start; nothing is known, and nothing is lost.',
      meta: { shows: 'What happened, and Try again; without a stored token the login with that message.' },
      tags: ['error'],
      on: {
        'page.recovered': {
          target: 'starting',
          actions: { type: 'assignSignOutPending', params: ({ event }) => ({ pending: event.signOutPending }) },
        },
        retry: 'loading',
        woke: 'loading',
        'session.focused': 'loading',
        'session.poll': 'loading',
        'session.changedElsewhere': [
          { guard: { type: 'isSignIn', params: ({ event }) => event }, target: 'loading' },
          {
            target: 'unauthenticated',
            actions: [
              'clearDevice',
              { type: 'assignSignOutPending', params: { pending: true } },
              { type: 'announceEnded', params: { reason: 'elsewhere' } },
            ],
          },
        ],
        'signIn.submit': {
          guard: 'isLoginShown',
          target: 'unauthenticated.submitting',
          actions: { type: 'assignForm', params: ({ event }) => ({ form: event.form }) },
        },
      },
    },
    unauthenticated: {
      initial: 'signedOut',
      on: {
        'page.recovered': {
          target: 'starting',
          actions: { type: 'assignSignOutPending', params: ({ event }) => ({ pending: event.signOutPending }) },
        },
        'session.changedElsewhere': {
          guard: { type: 'isSignIn', params: ({ event }) => event },
          target: 'loading',
          // The sign-in of the other tab ended the previous session first.
          actions: { type: 'assignSignOutPending', params: { pending: false } },
        },
        'signIn.submit': [
          {
            guard: 'isSignOutPending',
            target: '.endingPrevious',
            actions: { type: 'assignForm', params: ({ event }) => ({ form: event.form }) },
          },
          {
            target: '.submitting',
            actions: { type: 'assignForm', params: ({ event }) => ({ form: event.form }) },
          },
        ],
      },
      states: {
        signedOut: {
          description: 'Nobody is signed in; the login form is ready.',
          meta: { shows: 'LOG IN with Email, Password and 2 FA Token; Log In can be pressed.' },
        },
        endingPrevious: {
          description:
            'A sign-in is in progress; the previous session, whose sign-out did not reach the server, is ended first.',
          meta: { shows: 'The submit button says Loading...' },
          tags: ['busy'],
          entry: 'clearProblem',
          invoke: {
            id: 'finishSignOut',
            src: 'finishSignOut',
            onDone: [
              {
                guard: { type: 'isAnswered', params: ({ event }) => ({ answer: event.output }) },
                target: 'submitting',
                actions: { type: 'assignSignOutPending', params: { pending: false } },
              },
              { target: 'submitting' },
            ],
            onError: 'submitting',
          },
          // A sign-out without a response must not lock the login.
          after: { signOutPatience: 'submitting' },
          on: { 'signIn.submit': undefined, 'session.changedElsewhere': undefined, 'page.recovered': undefined },
        },
        submitting: {
          description: 'A sign-in is in progress; a second one is ignored.',
          meta: { shows: 'The submit button says Loading...' },
          tags: ['busy'],
          entry: 'clearProblem',
          exit: 'dropForm',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context }) => context.form!,
            onDone: [
              {
                guard: { type: 'isSignedIn', params: ({ event }) => ({ answer: event.output }) },
                target: '#session.authenticated',
                actions: [
                  { type: 'assignSession', params: ({ event }) => ({ session: signedInOf(event.output)! }) },
                  { type: 'tellTabsSignedIn', params: ({ event }) => ({ userId: signedInOf(event.output)!.user.id }) },
                ],
              },
              {
                guard: { type: 'isUnexpectedRefusal', params: ({ event }) => ({ answer: event.output }) },
                target: 'signedOut',
                actions: {
                  type: 'logFailure',
                  params: { code: SIGN_IN_ERROR.credentialsSignin, message: 'Something went wrong' },
                },
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => ({ answer: event.output }) },
                target: 'rejected',
                actions: { type: 'assignRefusal', params: ({ event }) => ({ code: refusalOf(event.output)! }) },
              },
              {
                target: 'rejected',
                actions: { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output)! }) },
              },
            ],
          },
          // A sign-in in another tab does not interrupt the one in progress here.
          on: { 'signIn.submit': undefined, 'session.changedElsewhere': undefined, 'page.recovered': undefined },
        },
        rejected: {
          description: 'The last sign-in was refused, or did not reach the server; the input is kept.',
          meta: { shows: 'The reason under the form; Log In can be pressed.' },
          tags: ['error'],
        },
      },
    },
    authenticated: {
      initial: 'current',
      entry: [{ type: 'keepSession', params: ({ context }) => ({ session: context.session! }) }, 'announceBegan'],
      exit: ['clearDevice', 'forgetSession'],
      on: {
        'place.changed': {
          actions: [{ type: 'assignPlace', params: ({ event }) => ({ place: event.place }) }, 'forgetWayBack'],
        },
        // It may show what belongs to an earlier session: it begins again, as after a reload.
        'page.recovered': {
          target: 'starting',
          actions: [
            { type: 'assignSignOutPending', params: ({ event }) => ({ pending: event.signOutPending }) },
            'assignTokenFound',
            { type: 'announceEnded', params: { reason: 'elsewhere' } },
          ],
        },
        'signOut.request': {
          target: 'signingOut',
          actions: ['forgetPlace', 'tellTabsSignedOut', { type: 'announceEnded', params: { reason: 'byHand' } }],
        },
        'api.unauthorized': {
          guard: { type: 'isRealRefusal', params: ({ event }) => event },
          target: 'signingOut',
          actions: [
            { type: 'assignForcedOut', params: { reason: 'refused' } },
            'tellTabsSignedOut',
            { type: 'announceEnded', params: { reason: 'refused' } },
          ],
        },
        'session.tokenExpired': {
          target: 'signingOut',
          actions: [
            { type: 'assignForcedOut', params: { reason: 'expired' } },
            'tellTabsSignedOut',
            { type: 'announceEnded', params: { reason: 'expired' } },
          ],
        },
        'session.emptied': {
          target: 'signingOut',
          actions: [
            { type: 'assignForcedOut', params: { reason: 'expired' } },
            'tellTabsSignedOut',
            { type: 'announceEnded', params: { reason: 'expired' } },
          ],
        },
        'session.changedElsewhere': [
          {
            guard: { type: 'isSignOut', params: ({ event }) => event },
            target: 'unauthenticated',
            actions: [
              { type: 'assignForcedOut', params: { reason: 'elsewhere' } },
              { type: 'assignSignOutPending', params: { pending: true } },
              { type: 'announceEnded', params: { reason: 'elsewhere' } },
            ],
          },
          {
            guard: { type: 'isOtherPerson', params: ({ event }) => event },
            target: 'loading',
            actions: ['forgetPlace', { type: 'announceEnded', params: { reason: 'elsewhere' } }],
          },
        ],
      },
      states: {
        current: {
          description: 'Signed in, with a valid token.',
          meta: { shows: 'The console.' },
          after: { untilTokenNearEnd: 'renewing' },
          on: {
            'session.focused': 'renewing',
            'session.poll': 'renewing',
            'token.nearEnd': 'renewing',
            woke: 'renewing',
            'api.unauthorized': { guard: { type: 'hasExpired', params: ({ event }) => event }, target: 'renewing' },
          },
        },
        renewing: {
          description: 'Signed in; a fresh token is being fetched. Calls wait for it if the old one has expired.',
          meta: { shows: 'The console, unchanged.' },
          invoke: {
            id: 'renewSession',
            src: 'readSession',
            onDone: [
              {
                guard: { type: 'isSamePerson', params: ({ event }) => ({ answer: event.output }) },
                target: 'current',
                actions: [
                  { type: 'assignSession', params: ({ event }) => ({ session: sessionOf(event.output)! }) },
                  { type: 'keepSession', params: ({ event }) => ({ session: sessionOf(event.output)! }) },
                  { type: 'announceRenewed', params: ({ event }) => ({ session: sessionOf(event.output)! }) },
                ],
              },
              {
                // Somebody else signed in with this cookie: start again as that person.
                guard: { type: 'hasSession', params: ({ event }) => ({ answer: event.output }) },
                target: '#session.loading',
                actions: ['forgetPlace', { type: 'announceEnded', params: { reason: 'elsewhere' } }],
              },
              {
                guard: { type: 'isAnswered', params: ({ event }) => ({ answer: event.output }) },
                target: '#session.signingOut',
                actions: [
                  { type: 'assignForcedOut', params: { reason: 'expired' } },
                  'tellTabsSignedOut',
                  { type: 'announceEnded', params: { reason: 'expired' } },
                ],
              },
              {
                target: 'unrenewed',
                actions: [
                  'assignFailedRenewal',
                  {
                    type: 'logFailure',
                    params: ({ event }) => ({ code: 'session', message: describeError(errorOf(event.output)!) }),
                  },
                ],
              },
            ],
          },
        },
        unrenewed: {
          description: 'Signed in, but the server could not be reached for a fresh token; the console retries.',
          meta: { shows: 'The console, unchanged; calls fail as unreachable once the token has expired.' },
          after: { renewPause: 'renewing' },
          on: {
            'session.focused': 'renewing',
            'session.poll': 'renewing',
            'token.nearEnd': 'renewing',
            woke: 'renewing',
            'api.unauthorized': { guard: { type: 'hasExpired', params: ({ event }) => event }, target: 'renewing' },
          },
        },
      },
    },
    signingOut: {
      description: 'The device is already clear; the server is being asked to end the session.',
      meta: { shows: 'The login, whose button says Loading... until the server responds, for at most 8 s.' },
      tags: ['busy'],
      entry: { type: 'assignSignOutPending', params: { pending: true } },
      invoke: {
        id: 'endSession',
        src: 'endSession',
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ answer: event.output }) },
            target: 'unauthenticated',
            actions: { type: 'assignSignOutPending', params: { pending: false } },
          },
          { target: 'unauthenticated' },
        ],
        onError: 'unauthenticated',
      },
      // No response: the login can be used again, and the next sign-in ends the old session first.
      after: { signOutPatience: 'unauthenticated' },
      on: {
        // Somebody has signed in meanwhile: the sign-out in flight must not end that session.
        'session.changedElsewhere': {
          guard: { type: 'isSignIn', params: ({ event }) => event },
          target: 'loading',
          actions: { type: 'assignSignOutPending', params: { pending: false } },
        },
      },
    },
  },
})

/** @returns the session in a response, or null */
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
