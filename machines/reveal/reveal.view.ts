/** Maps a snapshot of a reveal to what its dialog shows, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeWithFields } from '@contract/errors'
import type { HiddenBy, revealMachine } from './reveal.machine'

export type RevealRef = ActorRefFrom<typeof revealMachine>

/** What the dialog shows, without the secret: a view may outlive the state that it was made in. */
export interface RevealView {
  state: SnapshotFrom<typeof revealMachine>['value']
  /** Number of secrets that were shown so far: each needs a reason of its own. */
  reveals: number
  /** Why the secret is hidden again; null unless it was shown just before. */
  hiddenBy: HiddenBy | null
  /** A refusal of the reason. */
  reasonProblem: string | null
  /** A refusal that does not belong to the reason, or why there was no answer. */
  problem: string | null
}

/** @param snapshot of `revealMachine` @returns a flat object: two are equal if their properties are */
export function selectRevealView({ value, context }: SnapshotFrom<typeof revealMachine>): RevealView {
  const { reveals, hiddenBy, error } = context
  const reasonProblem = (error?.kind === 'rejected' && error.fields.reason?.join('. ')) || null
  return {
    state: value,
    reveals,
    hiddenBy,
    reasonProblem,
    problem: error && reasonProblem === null ? describeWithFields(error) : null,
  }
}

/** Read only by what is unmounted when the secret is forgotten. @returns null unless it is shown */
export const selectSecret = ({ context }: SnapshotFrom<typeof revealMachine>): string | null => context.secret

/** @returns how long the secret is still shown, in seconds */
export const selectSecondsLeft = ({ context }: SnapshotFrom<typeof revealMachine>): number => context.secondsLeft

/** @param send of the reveal's actor */
export const revealCommands = (send: RevealRef['send']) => ({
  changed: () => send({ type: 'reveal.changed' }),
  submit: (reason: string) => send({ type: 'reveal.submit', reason }),
  hide: () => send({ type: 'reveal.hide' }),
  close: () => send({ type: 'reveal.close' }),
})
