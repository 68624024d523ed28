/** Asks the person to prove again who they are, before an action that needs it (contract, Writes: step-up). */
import { useEffect, useEffectEvent, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { newKey } from '@contract/http/idempotency'
import { createStepUpImplementations } from '@machines/step-up/step-up.implementations'
import { selectStepUpView, stepUpCommands } from '@machines/step-up/step-up.view'
import { useConsole } from '@console/console'
import { StepUpModal } from './StepUpModal'

export interface StepUpDialogProps {
  /** What follows: the verb of the action. */
  verb: string
  /** @param until when the proof expires, ISO 8601 */
  onProven: (until: string) => void
  onBack: () => void
}

export default function StepUpDialogContainer({ verb, onProven, onBack }: StepUpDialogProps) {
  const { api, actors } = useConsole()
  const [{ machine, input }] = useState(() => ({
    machine: createStepUpImplementations({
      api,
      userId: () => actors.session.getSnapshot().context.session?.user.id ?? null,
    }),
    input: { needsCode: null, key: newKey() },
  }))
  const actor = useActorRef(machine, { input })
  const view = useSelector(actor, selectStepUpView, shallowEqual)
  const [commands] = useState(() => stepUpCommands((event) => actor.send(event)))
  const ended = useEffectEvent((until: string | null) => (until === null ? onBack() : onProven(until)))
  useEffect(() => {
    const listening = actor.subscribe({
      complete: () => {
        const { output } = actor.getSnapshot()
        // An actor that is stopped with its component has none.
        if (output) ended(output.until)
      },
    })
    return () => listening.unsubscribe()
  }, [actor])
  return (
    <StepUpModal
      title="Confirm that it is you"
      size="small"
      verb={verb}
      view={view}
      onChange={commands.changed}
      onSubmit={commands.prove}
      onBack={commands.cancel}
    />
  )
}
