/** What the 2FA switch opens over the page. Loaded when the avatar menu is opened; nothing of a secret outlives it. */
import { shallowEqual, useSelector } from '@xstate/react'
import type { LiveActors } from '@features/shared/console.container'
import { selectTwoFactorView, twoFactorCommands } from '@machines/two-factor/two-factor.view'
import { TwoFactorOff } from './TwoFactorOff'
import { TwoFactorSetup } from './TwoFactorSetup'

export default function TwoFactorContainer({ twoFactor }: Pick<LiveActors, 'twoFactor'>) {
  const { modal, missing, setup, busy, problem, passwordProblem, codeProblem } = useSelector(
    twoFactor,
    selectTwoFactorView,
    shallowEqual,
  )
  const { codeChanged, submitCode, confirmDisable, stepUpChanged, submitStepUp, retry, cancel } = twoFactorCommands(
    twoFactor.send,
  )
  if (modal === 'setup')
    return (
      <TwoFactorSetup
        {...{ setup, missing, busy, problem, codeProblem }}
        onChange={codeChanged}
        onSubmit={submitCode}
        onRetry={retry}
        onClose={cancel}
      />
    )
  if (modal === null) return null
  return (
    <TwoFactorOff
      asksWho={modal === 'stepUp'}
      {...{ busy, problem, passwordProblem, codeProblem }}
      onConfirm={confirmDisable}
      onChange={stepUpChanged}
      onSubmit={submitStepUp}
      onClose={cancel}
    />
  )
}
