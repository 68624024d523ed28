/** Maps a snapshot of the session to the props of login, frame and router, and their callbacks to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError, signInErrorText } from '@contract/errors'
import type { LoginForm } from '@contract/entities/session'
import type { ForcedReason, sessionMachine } from './session.machine'

export interface SessionView {
  /** What the page shows: nothing yet, that the server cannot be reached, the login, or the console. */
  surface: 'blank' | 'unreachable' | 'login' | 'console'
  /** The submit button says 'Loading...'. */
  busy: boolean
  /** Shown under the form, with underscores and quotes replaced by spaces (spec 8); null if nothing went wrong. */
  problem: string | null
  /** Why the session ended if the person did not sign out. */
  thrownOut: ForcedReason | null
  /** The address that prompted the sign-in; null if the login itself was opened, or somebody has signed in since. */
  link: string | null
  /** Where the sign-in leads (docs/decisions.md). */
  returnTo: string
}

/** @param snapshot of `sessionMachine` */
export function selectSessionView(snapshot: SnapshotFrom<typeof sessionMachine>): SessionView {
  const { context } = snapshot
  const asking = snapshot.matches('loading')
  const unreachable = snapshot.matches('unreachable')
  const surface = snapshot.matches('authenticated')
    ? 'console'
    : (asking || unreachable) && context.hadToken
      ? unreachable
        ? 'unreachable'
        : 'blank'
      : 'login'
  const problem = context.refusal ?? (context.error && describeError(context.error))
  return {
    surface,
    busy:
      snapshot.matches({ unauthenticated: 'submitting' }) ||
      snapshot.matches({ unauthenticated: 'endingPrevious' }) ||
      snapshot.matches('signingOut'),
    problem: problem === null ? null : signInErrorText(problem),
    thrownOut: context.forcedOut?.reason ?? null,
    link: context.link,
    returnTo:
      context.forcedOut && context.forcedOut.userId === context.session?.user.id
        ? context.forcedOut.place
        : (context.link ?? '/'),
  }
}

/** @param send of the session's actor */
export const sessionCommands = (send: ActorRefFrom<typeof sessionMachine>['send']) => ({
  signIn: (form: LoginForm) => send({ type: 'signIn.submit', form }),
  signOut: () => send({ type: 'signOut.request' }),
  retry: () => send({ type: 'retry' }),
})
