/** Maps a snapshot of two-factor to what the switch and the modals show. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { TwoFactorSetup } from '@contract/entities/two-factor'
import type { StepUpView } from '../step-up/step-up.view'
import type { StepUpPurpose, twoFactorMachine } from './two-factor.machine'

export type TwoFactorRef = ActorRefFrom<typeof twoFactorMachine>

type Snapshot = SnapshotFrom<typeof twoFactorMachine>

export interface TwoFactorSwitchView {
  /** The last status from the server; null if unknown. */
  on: boolean | null
  /** A call is in flight, or a modal is open. */
  busy: boolean
  /** Why the status is unknown; kept while it is read again. */
  problem: string | null
}

export interface TwoFactorView {
  /** The open modal: turning on, turning off, or the recovery codes. */
  modal: 'turnOn' | 'turnOff' | 'recovery' | null
  /** The modal shows the form of the step-up; stays true while the action is repeated afterwards. */
  isSteppingUp: boolean
  /** The step-up needs a code. */
  needsCode: boolean
  /** A call is in flight. */
  busy: boolean
  /** `coming`: the secret is being created; `notBegun`: that failed. */
  missing: 'coming' | 'notBegun' | null
  setup: TwoFactorSetup | null
  /** What the modal of the recovery codes shows; `unknown` if a call failed. */
  recovery: 'counting' | 'counted' | 'unknown' | 'making' | 'codes'
  codes: readonly string[] | null
  codesLeft: number | null
  /** Text above the buttons: a failure that belongs to no field. */
  problem: string | null
  passwordProblem: string | null
  codeProblem: string | null
}

/** @param snapshot of `twoFactorMachine` */
export function selectTwoFactorSwitch(snapshot: Snapshot): TwoFactorSwitchView {
  const { isOn, error } = snapshot.context
  const isClosed = snapshot.matches('closed')
  return {
    on: isOn,
    busy: snapshot.hasTag('busy') || !isClosed,
    problem: isClosed && error ? describeError(error) : null,
  }
}

/** @param snapshot of `twoFactorMachine` */
export function selectTwoFactorView(snapshot: Snapshot): TwoFactorView {
  const { setup, error, codes, codesLeft, purpose } = snapshot.context
  const fields = error?.kind === 'rejected' ? error.fields : {}
  const passwordProblem = fields.password?.join('. ') ?? null
  const codeProblem = fields.twoFAToken?.join('. ') ?? null
  const isShown = snapshot.hasTag('error') && passwordProblem === null && codeProblem === null
  return {
    modal: modalOf(snapshot),
    isSteppingUp: isSteppingUp(snapshot),
    needsCode: purpose !== null && purpose !== 'turnOn',
    busy: snapshot.hasTag('busy'),
    missing: snapshot.matches({ turningOn: 'settingUp' })
      ? 'coming'
      : snapshot.matches({ turningOn: 'notBegun' })
        ? 'notBegun'
        : null,
    setup,
    recovery: recoveryOf(snapshot),
    codes,
    codesLeft,
    problem: isShown ? describeError(error!) : null,
    passwordProblem,
    codeProblem,
  }
}

/** @returns what the modals show while the step-up runs; the same view if none does */
export const withStepUp = (view: TwoFactorView, stepUp: StepUpView | undefined): TwoFactorView =>
  stepUp
    ? {
        ...view,
        busy: stepUp.isProving,
        needsCode: stepUp.needsCode,
        problem: stepUp.problem,
        passwordProblem: stepUp.passwordProblem,
        codeProblem: stepUp.codeProblem,
      }
    : view

const MODAL_OF = { turnOn: 'turnOn', turnOff: 'turnOff', newCodes: 'recovery' } as const satisfies Record<
  StepUpPurpose,
  TwoFactorView['modal']
>

function modalOf(snapshot: Snapshot): TwoFactorView['modal'] {
  if (snapshot.matches('turningOn')) return 'turnOn'
  if (snapshot.matches('turningOff')) return 'turnOff'
  if (snapshot.matches('recovery')) return 'recovery'
  // The purpose of a step-up is cleared when its modal closes.
  const { purpose } = snapshot.context
  return purpose === null ? null : MODAL_OF[purpose]
}

/** The form stays while the call that needed it is repeated, so that neither the frame nor the focus jumps. */
function isSteppingUp(snapshot: Snapshot): boolean {
  if (snapshot.matches('steppingUp')) return true
  const isRepeated =
    snapshot.matches({ turningOn: 'settingUp' }) ||
    snapshot.matches({ turningOff: 'disabling' }) ||
    snapshot.matches({ turningOff: 'confirmingOff' }) ||
    snapshot.matches({ turningOff: 'doubtingOff' }) ||
    snapshot.matches({ recovery: 'makingCodes' })
  return snapshot.context.purpose !== null && isRepeated
}

function recoveryOf(snapshot: Snapshot): TwoFactorView['recovery'] {
  if (snapshot.matches({ recovery: 'showingCodes' })) return 'codes'
  if (snapshot.matches({ recovery: 'countingCodes' })) return 'counting'
  if (snapshot.matches({ recovery: 'makingCodes' }) && snapshot.context.codesLeft === null) return 'making'
  return snapshot.context.codesLeft === null ? 'unknown' : 'counted'
}

/** @param send of the actor */
export const twoFactorCommands = (send: TwoFactorRef['send']) => ({
  look: () => send({ type: 'twoFactor.look' }),
  toggle: () => send({ type: 'twoFactor.toggle' }),
  codeChanged: () => send({ type: 'code.changed' }),
  submitCode: (code: string) => send({ type: 'code.submit', code }),
  confirmDisable: () => send({ type: 'disable.confirm' }),
  openRecovery: () => send({ type: 'recovery.open' }),
  renewCodes: () => send({ type: 'recovery.renew' }),
  keptCodes: () => send({ type: 'recovery.kept' }),
  retry: () => send({ type: 'retry' }),
  cancel: () => send({ type: 'cancel' }),
})
