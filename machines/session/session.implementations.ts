/** The session machine over the ports. */
import { fromCallback } from 'xstate'
import type { Session, LoginForm, SessionReply } from '@contract/entities/session'
import { SIGN_IN_ERROR, failed, ok } from '@contract/errors'
import { SESSION_SECONDS, TOKEN_RENEW_BEFORE_MS } from '@contract/constants'
import type { ClockPort, DraftsPort, LogPort, SessionApiPort, SessionStorePort, TabsPort } from '@contract/ports'
import { answered } from '../kit/answered'
import { sessionMachine, type SessionAnswer, type SessionEvent, type SignInAnswer } from './session.machine'

/** However short a token's life: never a stream of renewals. */
const SHORTEST_RENEWAL_MS = 5_000

export interface SessionDependencies {
  sessionApi: SessionApiPort
  store: SessionStorePort
  tabs: TabsPort
  log: LogPort
  clock: ClockPort
  /** Loaded when somebody is signed in. */
  drafts: Pick<DraftsPort, 'unlock' | 'lock'>
  /** How long a token lives from its making, milliseconds; null where it cannot be read. Clocks that differ do no harm. */
  tokenLife: (token: string) => number | null
  /** Window focus and waking from sleep. @returns how to stop listening */
  listenToWake: (listeners: { onFocus: () => void; onWake: () => void }) => () => void
}

/** @returns the machine with everything provided, ready to start */
export function createSessionImplementations({
  sessionApi,
  store,
  tabs,
  log,
  clock,
  drafts,
  tokenLife,
  listenToWake,
}: SessionDependencies) {
  const toSession = (reply: SessionReply): Session | null =>
    reply.user && reply.access_token
      ? {
          user: reply.user,
          accessToken: reply.access_token,
          tokenExpiresAt: clock.now() + (tokenLife(reply.access_token) ?? SESSION_SECONDS.accessToken * 1000),
          expiresAt: reply.expires ? Date.parse(reply.expires) : clock.now(),
          draftKey: reply.draft_key ?? '',
        }
      : null

  const ask = async (signal: AbortSignal): Promise<SessionAnswer> => {
    const answer = await sessionApi.read(signal)
    if (!answer.ok) return answer
    const session = toSession(answer.value)
    return ok(session ? { session } : { session: null, error: answer.value.error })
  }

  return sessionMachine.provide({
    actors: {
      readSession: answered(({ signal }) => ask(signal)),
      signIn: answered<SignInAnswer, LoginForm>(async ({ input, signal }) => {
        // A sign-out that never reached the server comes first: a refused sign-in must not wake the session before it.
        if (store.isMarkedSignedOut() && (await sessionApi.signOut()).ok) store.unmarkSignedOut()
        const answer = await sessionApi.signIn(
          { email: input.email, password: input.password, two_fa_token: input.two_fa_token?.trim() || null },
          signal,
        )
        if (!answer.ok) return answer
        if (answer.value.refused) return ok({ refused: answer.value.refused })
        store.unmarkSignedOut()
        const session = await ask(signal)
        if (!session.ok) return failed(session.error)
        return ok(
          session.value.session ? { session: session.value.session } : { refused: SIGN_IN_ERROR.credentialsSignin },
        )
      }),
      endSession: answered(async () => {
        store.markSignedOut()
        const answer = await sessionApi.signOut()
        if (answer.ok) store.unmarkSignedOut()
      }),
      surroundingsFeed: fromCallback<SessionEvent>(({ sendBack }) => {
        const stopTabs = tabs.listen((event) =>
          sendBack(
            event.type === 'signedIn'
              ? { type: 'session.changedElsewhere', signedIn: true, userId: event.userId }
              : { type: 'session.changedElsewhere', signedIn: false },
          ),
        )
        const stopWake = listenToWake({
          onFocus: () => sendBack({ type: 'session.focused' }),
          onWake: () => sendBack({ type: 'woke' }),
        })
        return () => {
          stopTabs()
          stopWake()
        }
      }),
    },
    actions: {
      keepSession: (_, { session }) => {
        store.saveToken(session.accessToken)
        void drafts.unlock(session.user.id, session.draftKey)
      },
      clearDevice: () => {
        store.clear()
        drafts.lock()
      },
      tellTabsSignedIn: (_, { userId }) => tabs.tell({ type: 'signedIn', userId }),
      tellTabsSignedOut: () => tabs.tell({ type: 'signedOut' }),
      logFailure: (_, { code, message }) => log.log(code, message),
    },
    delays: {
      untilTokenNearEnd: ({ context }) =>
        Math.max(SHORTEST_RENEWAL_MS, (context.session?.tokenExpiresAt ?? 0) - TOKEN_RENEW_BEFORE_MS - clock.now()),
    },
  })
}
