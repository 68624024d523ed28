/** From a snapshot of two-factor to what the switch and the modals show. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { TwoFactorSetup } from '@contract/entities/two-factor'
import type { twoFactorMachine } from './two-factor.machine'

type Snapshot = SnapshotFrom<typeof twoFactorMachine>

export interface TwoFactorSwitchView {
  /** As the server said last; null: not known. */
  on: boolean | null
  /** It is being asked, or changed. */
  busy: boolean
  /** Why it is not known; kept while it is asked again. */
  problem: string | null
}

export interface TwoFactorView {
  /** What stands over the page: the modal that turns it on, the question before it is turned off, or the step-up. */
  modal: 'setup' | 'question' | 'stepUp' | null
  /** The server is awaited. */
  busy: boolean
  /** The secret is not there: it is on its way, or was not handed out. */
  missing: 'coming' | 'notBegun' | null
  setup: TwoFactorSetup | null
  /** Above the buttons: what went wrong, but for what belongs to a field. */
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
    problem: isClosed && isOn === null && error ? describeError(error) : null,
  }
}

/** @param snapshot of `twoFactorMachine` */
export function selectTwoFactorView(snapshot: Snapshot): TwoFactorView {
  const { setup, error } = snapshot.context
  const fields = error?.kind === 'rejected' ? error.fields : {}
  const passwordProblem = fields.password?.join('. ') ?? null
  const codeProblem = fields.twoFAToken?.join('. ') ?? null
  const isShown = error !== null && snapshot.hasTag('error') && passwordProblem === null && codeProblem === null
  return {
    modal: modalOf(snapshot),
    busy: snapshot.hasTag('busy'),
    missing: snapshot.matches({ turningOn: 'settingUp' })
      ? 'coming'
      : snapshot.matches({ turningOn: 'notBegun' })
        ? 'notBegun'
        : null,
    setup,
    problem: isShown ? describeError(error) : null,
    passwordProblem,
    codeProblem,
  }
}

function modalOf(snapshot: Snapshot): TwoFactorView['modal'] {
  if (snapshot.matches('closed')) return null
  if (snapshot.matches('turningOn')) return 'setup'
  if (snapshot.matches({ turningOff: 'notDisabled' })) return 'question'
  const isProving =
    snapshot.matches({ turningOff: 'steppingUp' }) ||
    snapshot.matches({ turningOff: 'proving' }) ||
    snapshot.matches({ turningOff: 'unproven' })
  return isProving || snapshot.context.hasSteppedUp ? 'stepUp' : 'question'
}

/** @param send of the actor */
export const twoFactorCommands = (send: ActorRefFrom<typeof twoFactorMachine>['send']) => ({
  look: () => send({ type: 'twoFactor.look' }),
  toggle: () => send({ type: 'twoFactor.toggle' }),
  codeChanged: () => send({ type: 'code.changed' }),
  submitCode: (code: string) => send({ type: 'code.submit', code }),
  confirmDisable: () => send({ type: 'disable.confirm' }),
  stepUpChanged: () => send({ type: 'stepUp.changed' }),
  submitStepUp: (password: string, code: string) => send({ type: 'stepUp.submit', password, code }),
  retry: () => send({ type: 'retry' }),
  cancel: () => send({ type: 'cancel' }),
})
