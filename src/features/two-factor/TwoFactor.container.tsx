/** The modals of two-factor. Loaded when the avatar menu is opened; no secret and no code outlives them. */
import { shallowEqual, useSelector } from '@xstate/react'
import { selectStepUpView, stepUpCommands } from '@machines/step-up/step-up.view'
import {
  selectTwoFactorView,
  twoFactorCommands,
  withStepUp,
  type TwoFactorRef,
} from '@machines/two-factor/two-factor.view'
import { Modal } from '@design-system/components/Modal/Modal'
import { RECOVERY_TITLE, RecoveryCodes } from './RecoveryCodes'
import { TwoFactorOff } from './TwoFactorOff'
import { SETUP_TITLE, TwoFactorSetup } from './TwoFactorSetup'

export default function TwoFactorContainer({ twoFactor }: { twoFactor: TwoFactorRef }) {
  const stepUpActor = useSelector(twoFactor, ({ children }) => children.stepUp)
  const proof = useSelector(stepUpActor, (snapshot) => snapshot && selectStepUpView(snapshot), shallowEqual)
  const view = withStepUp(useSelector(twoFactor, selectTwoFactorView, shallowEqual), proof)
  const { isSteppingUp, busy, problem, passwordProblem, codeProblem, missing, setup, recovery, codes, codesLeft } = view
  const send = twoFactorCommands(twoFactor.send)
  const proving = stepUpCommands((event) => stepUpActor?.send(event))
  const onClose = proof ? proving.cancel : send.cancel
  const stepUp = {
    isSteppingUp,
    busy,
    problem,
    passwordProblem,
    codeProblem,
    onChange: proving.changed,
    onSubmit: proving.prove,
    onClose,
  }
  if (view.modal === null) return null
  if (view.modal === 'turnOff') return <TwoFactorOff {...stepUp} onConfirm={send.confirmDisable} />
  // One modal for the setup and the codes that follow it, so that the focus returns to where it was before both.
  const canClose = codes === null && (!busy || missing === 'coming' || recovery === 'counting')
  return (
    <Modal
      title={view.modal === 'turnOn' ? SETUP_TITLE : RECOVERY_TITLE}
      closeHidden={codes !== null}
      onClose={() => {
        if (canClose) onClose()
      }}
    >
      {view.modal === 'turnOn' ? (
        <TwoFactorSetup
          {...{ isSteppingUp, setup, missing, busy, problem, passwordProblem, codeProblem }}
          needsCode={view.needsCode}
          onStepUpChange={proving.changed}
          onStepUp={proving.prove}
          onChange={send.codeChanged}
          onSubmit={send.submitCode}
          onRetry={send.retry}
          onClose={onClose}
        />
      ) : (
        <RecoveryCodes
          {...stepUp}
          {...{ shows: recovery, codes, codesLeft }}
          onRenew={send.renewCodes}
          onRetry={send.retry}
          onKept={send.keptCodes}
        />
      )}
    </Modal>
  )
}
