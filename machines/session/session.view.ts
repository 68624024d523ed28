/** From a snapshot of the session to what the login, the frame and the router need; and back, from wishes to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError, signInErrorText } from '@contract/errors'
import type { LoginForm } from '@contract/entities/session'
import type { sessionMachine } from './session.machine'

export interface SessionView {
  /** Which of the three surfaces stands: nothing yet, the login, or the console. */
  surface: 'blank' | 'unreachable' | 'login' | 'console'
  /** The submit button says 'Loading...'. */
  busy: boolean
  /** Under the form; null when there is nothing to say. */
  problem: string | null
  /** A forced sign-out left typed work behind; it is offered after the next sign-in of the same person. */
  thrownOut: 'refused' | 'expired' | 'elsewhere' | null
  /** Where the person goes after signing in. */
  returnTo: string
}

/** @param snapshot of `sessionMachine` */
export function selectSessionView(snapshot: SnapshotFrom<typeof sessionMachine>): SessionView {
  const { context } = snapshot
  const asking = snapshot.matches('starting') || snapshot.matches('loading')
  const unreachable = snapshot.matches('unreachable')
  const surface = snapshot.matches('authenticated')
    ? 'console'
    : (asking || unreachable) && context.hadToken
      ? unreachable
        ? 'unreachable'
        : 'blank'
      : 'login'
  const reason = context.forcedOut?.reason ?? null
  return {
    surface,
    busy: snapshot.matches({ unauthenticated: 'submitting' }) || snapshot.matches('signingOut'),
    problem: context.refusal ? signInErrorText(context.refusal) : context.error ? describeError(context.error) : null,
    thrownOut: reason === 'byHand' ? null : reason,
    returnTo:
      context.forcedOut && context.forcedOut.userId === context.session?.user.id ? context.forcedOut.place : '/',
  }
}

/** @param send of the session's actor */
export const sessionCommands = (send: ActorRefFrom<typeof sessionMachine>['send']) => ({
  signIn: (form: LoginForm) => send({ type: 'signIn.submit', form }),
  signOut: () => send({ type: 'signOut.request' }),
  retry: () => send({ type: 'retry' }),
})
