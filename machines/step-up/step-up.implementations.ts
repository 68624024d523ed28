/** The implementations of the step-up machine over the API. */
import { failed, ok } from '@contract/errors'
import { twoFactorOperations } from '@contract/http/two-factor'
import type { ApiPort } from '@ports/api'
import { answered } from '../kit/answered'
import { stepUpMachine, type Proof, type ProofAnswer } from './step-up.machine'

export interface StepUpDependencies {
  api: Pick<ApiPort, 'call'>
  /** Id of the signed-in person; null if nobody is signed in. */
  userId: () => string | null
  /** Shows the message of a refusal. If omitted, the refusal is shown in the form alone. */
  onRefused?: (answer: ProofAnswer) => void
}

/** @returns the machine with everything provided, to be started or invoked by a parent as its actor `stepUp` */
export const createStepUpImplementations = ({ api, userId, onRefused }: StepUpDependencies) =>
  stepUpMachine.provide({
    actors: {
      readFactor: answered<boolean>(async ({ signal }) => {
        const me = userId()
        if (me === null) return false
        const answer = await api.call(twoFactorOperations.status, { params: { userId: me } }, { signal })
        return answer.ok && Boolean(answer.value.data)
      }),
      proveIdentity: answered<ProofAnswer, Proof>(async ({ input: { password, code, key }, signal }) => {
        if (userId() === null) return failed({ kind: 'unauthorized', message: '' })
        const answer = await api.call(
          twoFactorOperations.stepUp,
          { body: { password, twoFAToken: code === '' ? null : code } },
          { signal, idempotencyKey: key },
        )
        return answer.ok ? ok({ until: answer.value.data.expires_at }) : answer
      }),
    },
    actions: { notifyRefused: (_, { answer }) => onRefused?.(answer) },
  })
