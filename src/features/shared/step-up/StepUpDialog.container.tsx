/** Asks the person to prove again who they are, before an action that needs it (contract, Writes: step-up). */
import { useEffect, useEffectEvent, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { twoFactorOperations } from '@contract/http/two-factor'
import { newKey } from '@contract/http/idempotency'
import { Banner } from '@design-system/components/Banner/Banner'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { selectReading } from '@machines/reading/reading.view'
import { createSubmissionImplementations } from '@machines/submission/submission.implementations'
import { selectSubmissionView } from '@machines/submission/submission.view'
import { useConsole } from '@console/console'
import { StepUpForm } from './StepUpForm'
import { Parts } from './step-up.styles'

const FORM = 'step-up-form'
const EMPTY = { password: '', twoFAToken: '' }

export interface StepUpDialogProps {
  /** What follows: the verb of the action. */
  verb: string
  /** @param until when the proof expires, ISO 8601 */
  onProven: (until: string) => void
  onBack: () => void
}

export default function StepUpDialogContainer({ verb, onProven, onBack }: StepUpDialogProps) {
  const running = useConsole()
  const { api, actors } = running
  const userId = useSelector(actors.session, ({ context }) => context.session?.user.id ?? '')
  const [factor] = useState(() =>
    running.reading(async (signal) => {
      const answer = await api.call(twoFactorOperations.status, { params: { userId } }, { signal })
      return answer.ok ? ok(answer.value.data) : answer
    }),
  )
  const { state: reading, value } = useSelector(useActorRef(factor), selectReading<boolean>, shallowEqual)
  const [proof] = useState(() => ({
    machine: createSubmissionImplementations(running, {
      draftKey: null,
      secretFields: Object.keys(EMPTY),
      successMessage: false,
      submit: async ({ values, key }, signal) => {
        const { password, twoFAToken } = values as typeof EMPTY
        const answer = await api.call(
          twoFactorOperations.stepUp,
          { body: { password, twoFAToken: twoFAToken === '' ? null : twoFAToken } },
          { signal, idempotencyKey: key },
        )
        return answer.ok ? ok({ data: answer.value.data }) : answer
      },
    }),
    input: { keepsDrafts: false, secretFields: Object.keys(EMPTY), base: EMPTY, version: null, key: newKey() },
  }))
  const actor = useActorRef(proof.machine, { input: proof.input })
  const view = useSelector(actor, selectSubmissionView, shallowEqual)
  // If the factor could not be read, the server asks for the code; the field stays when the person begins to type it.
  const [wasCodeAsked, setCodeAsked] = useState(false)
  if (view.fields.twoFAToken !== undefined && !wasCodeAsked) setCodeAsked(true)
  const proven = useEffectEvent((data: unknown) => onProven((data as { expires_at: string }).expires_at))
  useEffect(() => {
    const listening = actor.on('form.succeeded', ({ data }) => proven(data))
    return () => listening.unsubscribe()
  }, [actor])
  const isAtField = view.fields.password !== undefined || view.fields.twoFAToken !== undefined
  const problemOf = (field: keyof typeof EMPTY) => view.fields[field]?.join('. ') ?? null
  return (
    <Modal
      title="Confirm that it is you"
      size="small"
      onClose={() => {
        if (!view.busy) onBack()
      }}
      footer={
        <>
          <Button size="large" onClick={onBack} disabledReason={view.busy ? 'Wait for the server’s answer' : undefined}>
            Back
          </Button>
          <Button size="large" variant="primary" type="submit" form={FORM} busy={view.busy || reading === 'loading'}>
            {view.state === 'unresolved' ? 'Check again' : verb}
          </Button>
        </>
      }
    >
      <Parts>
        {reading !== 'loading' && (
          <StepUpForm
            id={FORM}
            needsCode={value === true || wasCodeAsked}
            busy={view.locked}
            passwordProblem={problemOf('password')}
            codeProblem={problemOf('twoFAToken')}
            onChange={() => {
              // The refusal disappears with the first change; what is typed stays in the form, and no password in the machine.
              if (view.state === 'rejected') actor.send({ type: 'form.changed', values: { ...EMPTY, password: ' ' } })
            }}
            onSubmit={(password, twoFAToken) =>
              actor.send(
                view.state === 'unresolved'
                  ? { type: 'form.check' }
                  : { type: 'form.submit', values: { password, twoFAToken } },
              )
            }
          />
        )}
        {view.problem !== null && !isAtField && <Banner tone="danger">{view.problem}</Banner>}
      </Parts>
    </Modal>
  )
}
