/** The implementations of the session machine over the ports. */
import { fromCallback } from 'xstate'
import type { Session, LoginForm, SessionReply } from '@contract/entities/session'
import { SIGN_IN_ERROR, failed, ok, type Result } from '@contract/errors'
import { SESSION_SECONDS, TOKEN_RENEW_BEFORE_MS } from '@contract/constants'
import type { SessionApiPort } from '@ports/api'
import type { ClockPort } from '@ports/clock'
import type { DraftsPort } from '@ports/drafts'
import type { LogPort } from '@ports/log'
import type { SessionStorePort } from '@ports/session-store'
import type { TabsPort } from '@ports/tabs'
import { answered } from '../kit/answered'
import { sessionMachine, type SessionAnswer, type SessionEvent, type SignInAnswer } from './session.machine'

/** The shortest pause before a renewal, even if tokens are valid for a shorter time. */
const SHORTEST_RENEWAL_MS = 5_000

export interface SessionDependencies {
  sessionApi: SessionApiPort
  store: SessionStorePort
  tabs: TabsPort
  log: LogPort
  clock: ClockPort
  drafts: Pick<DraftsPort, 'unlock' | 'lock'>
  /**
   * Validity of a token from its issue, in milliseconds; null if it cannot be read. A duration, so that differing
   * clocks do no harm.
   */
  tokenLife: (token: string) => number | null
  /**
   * Reports window focus, waking from sleep, a page that comes back from the browser's cache, and polling if it is
   * enabled. @returns a function that unsubscribes
   */
  listenToWake: (listeners: {
    onFocus: () => void
    onWake: () => void
    onRecovered: () => void
    onPoll: () => void
  }) => () => void
}

/** @returns the session machine with its actors, actions and delays provided over the ports */
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
          draftKey: reply.draft_key ?? '',
        }
      : null

  const ask = async (signal: AbortSignal): Promise<SessionAnswer> => {
    const answer = await sessionApi.read(signal)
    if (!answer.ok) return answer
    const session = toSession(answer.value)
    return ok({ session, error: answer.value.error })
  }

  /** Aborts the call when the state is left: a late response would clear the cookie of the next session. */
  const end = async (signal: AbortSignal): Promise<Result<null>> => {
    const answer = await sessionApi.signOut(signal)
    if (answer.ok) store.unmarkSignedOut()
    return answer
  }

  return sessionMachine.provide({
    actors: {
      readSession: answered(({ signal }) => ask(signal)),
      signIn: answered<SignInAnswer, LoginForm>(async ({ input, signal }) => {
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
      endSession: answered(({ signal }) => {
        store.markSignedOut()
        return end(signal)
      }),
      finishSignOut: answered(({ signal }) => (store.isMarkedSignedOut() ? end(signal) : Promise.resolve(ok(null)))),
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
          // Messages of other tabs do not reach a page in the cache.
          onRecovered: () => sendBack({ type: 'page.recovered', signOutPending: store.isMarkedSignedOut() }),
          onPoll: () => sendBack({ type: 'session.poll' }),
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
        Math.max(SHORTEST_RENEWAL_MS, context.session!.tokenExpiresAt - TOKEN_RENEW_BEFORE_MS - clock.now()),
    },
  })
}
