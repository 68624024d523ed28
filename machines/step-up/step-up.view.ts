/** Maps a snapshot of a step-up to what its form shows, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { stepUpMachine } from './step-up.machine'

export type StepUpRef = ActorRefFrom<typeof stepUpMachine>

export interface StepUpView {
  /** Whether a code is needed is still being read: there is no form yet. */
  isOpening: boolean
  /** The proof is being checked. */
  isProving: boolean
  needsCode: boolean
  passwordProblem: string | null
  codeProblem: string | null
  /** A refusal that belongs to neither field. */
  problem: string | null
}

/** @param snapshot of `stepUpMachine` @returns a flat object: two are equal if their properties are */
export function selectStepUpView(snapshot: SnapshotFrom<typeof stepUpMachine>): StepUpView {
  const { needsCode, error } = snapshot.context
  const fields = error?.kind === 'rejected' ? error.fields : {}
  const passwordProblem = fields.password?.join('. ') ?? null
  const codeProblem = fields.twoFAToken?.join('. ') ?? null
  return {
    isOpening: snapshot.matches('readingFactor'),
    isProving: snapshot.matches('proving'),
    needsCode: needsCode === true,
    passwordProblem,
    codeProblem,
    problem: error && passwordProblem === null && codeProblem === null ? describeError(error) : null,
  }
}

/** @param send of the step-up's actor */
export const stepUpCommands = (send: StepUpRef['send']) => ({
  changed: () => send({ type: 'stepUp.changed' }),
  prove: (password: string, code: string) => send({ type: 'stepUp.submit', password, code }),
  cancel: () => send({ type: 'stepUp.cancel' }),
})
