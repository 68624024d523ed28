/** The implementations of the two-factor machine over the ports. */
import { newKey } from '@contract/http/idempotency'
import { twoFactorOperations } from '@contract/http/two-factor'
import { describeFailure, failed, ok, type ApiError } from '@contract/errors'
import type { ApiPort } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { createKeptKeys } from '../kit/kept-keys'
import { createStepUpImplementations } from '../step-up/step-up.implementations'
import {
  twoFactorMachine,
  type CodesAnswer,
  type CountAnswer,
  type SetupAnswer,
  type StatusAnswer,
  type WriteAnswer,
} from './two-factor.machine'

export interface TwoFactorDependencies {
  api: Pick<ApiPort, 'call'>
  toasts: ToastsPort
  /** Id of the signed-in person; null if nobody is signed in. */
  userId: () => string | null
}

const NOBODY: ApiError = { kind: 'unauthorized', message: '' }

/** @returns the machine with everything provided, ready to start */
export function createTwoFactorImplementations({ api, toasts, userId }: TwoFactorDependencies) {
  /** Makes a call for the signed-in person; if the session has just ended, fails without a call. */
  const own = async <Answer>(ask: (me: string) => Promise<Answer>) => {
    const me = userId()
    return me === null ? failed(NOBODY) : ask(me)
  }
  // What a person types is in no key that is kept: the status says whether a code was accepted.
  const withKey = createKeptKeys(newKey)
  return twoFactorMachine.provide({
    actors: {
      readStatus: answered<StatusAnswer>(({ signal }) =>
        own(async (me) => {
          const answer = await api.call(twoFactorOperations.status, { params: { userId: me } }, { signal })
          // The spec (3, Two-factor) allows any truthy or falsy value.
          return answer.ok ? ok(Boolean(answer.value.data)) : answer
        }),
      ),
      beginSetup: answered<SetupAnswer>(({ signal }) =>
        own(async (me) => {
          const { setup } = twoFactorOperations
          const answer = await withKey(setup, (idempotencyKey) =>
            api.call(setup, { body: { userId: me } }, { signal, idempotencyKey }),
          )
          return answer.ok ? ok(answer.value.data) : answer
        }),
      ),
      enable: answered<WriteAnswer, { code: string }>(({ input, signal }) =>
        own((me) => api.call(twoFactorOperations.enable, { body: { userId: me, twoFAToken: input.code } }, { signal })),
      ),
      stepUp: createStepUpImplementations({
        api,
        userId,
        onRefused: (answer) => toasts.show('error', describeFailure(answer)),
      }),
      disable: answered<WriteAnswer>(({ signal }) =>
        own((me) => {
          const { disable } = twoFactorOperations
          return withKey(disable, (idempotencyKey) =>
            api.call(disable, { body: { userId: me } }, { signal, idempotencyKey }),
          )
        }),
      ),
      countCodes: answered<CountAnswer>(async ({ signal }) => {
        const answer = await api.call(twoFactorOperations.recoveryCodes, {}, { signal })
        return answer.ok ? ok(answer.value.data.left) : answer
      }),
      makeCodes: answered<CodesAnswer>(async ({ signal }) => {
        const { newRecoveryCodes } = twoFactorOperations
        const answer = await withKey(newRecoveryCodes, (idempotencyKey) =>
          api.call(newRecoveryCodes, {}, { signal, idempotencyKey }),
        )
        return answer.ok ? ok(answer.value.data.codes) : answer
      }),
    },
    actions: {
      notifyEnabled: () => toasts.show('success', 'Successfully Enabled'),
      notifyDisabled: () => toasts.show('success', 'Successfully Disabled'),
      notifyFailure: (_, { message }) => toasts.show('error', message),
    },
  })
}
