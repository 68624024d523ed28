/** The second factor of a sign-in or step-up: a code of the app, or a recovery code instead. Each is accepted once. */
import { TWO_FACTOR } from '@contract/constants'
import { RECOVERY_CODE_SYMBOLS, recoveryCodeOf, recoveryCodeText } from '@contract/codes'
import type { Clock } from '@server/platform/ports/clock'
import { textOf } from '@server/platform/lib/bytes'
import { randomBytes } from '@server/platform/lib/random'
import type { Keys } from '@server/platform/lib/secrets'
import type { AuthRepository } from '@server/platform/modules/auth/repository'
import type { RecoveryCodeRepository } from './repository'
import { stepOfCode } from './totp'

/** The accepted factor; or none, and the seconds for which further codes are refused (null where they are not). */
export type FactorCheck = { accepted: 'app' | 'recovery-code' } | { accepted: null; retryAfter: number | null }

export interface SecondFactor {
  /**
   * Checks a code after the password was verified. Wrong codes are limited per account (contract, Passwords).
   * @param sealedSecret of the account, as stored
   * @param typed a code of the app or a recovery code, as typed
   */
  check(staffId: string, sealedSecret: string, typed: string): Promise<FactorCheck>
  /** @returns new recovery codes in their displayed form, and their hashes for storage */
  newRecoveryCodes(staffId: string): { codes: string[]; hashes: string[] }
}

export interface SecondFactorDeps {
  keys: Keys
  clock: Clock
  repository: Pick<AuthRepository, 'beginCodeAttempt' | 'takeBackAttempt' | 'useTwoFactorStep'>
  recoveryCodes: Pick<RecoveryCodeRepository, 'use'>
}

const CODE_BYTES = 10

/** One random symbol per byte: 256 is a multiple of 32, so that all symbols are equally likely. */
const newCode = () =>
  [...randomBytes(CODE_BYTES)].map((byte) => RECOVERY_CODE_SYMBOLS[byte % RECOVERY_CODE_SYMBOLS.length]).join('')

export function createSecondFactor({ keys, clock, repository, recoveryCodes }: SecondFactorDeps): SecondFactor {
  const hashOf = (staffId: string, code: string) => keys.digest(`recovery code ${staffId} ${code}`)

  async function acceptedFactor(staffId: string, sealedSecret: string, typed: string) {
    const recoveryCode = recoveryCodeOf(typed)
    if (recoveryCode !== null)
      return (await recoveryCodes.use(staffId, hashOf(staffId, recoveryCode))) ? 'recovery-code' : null
    const step = await stepOfCode(textOf(keys.decrypt(sealedSecret)), typed, clock)
    return step !== null && (await repository.useTwoFactorStep(staffId, step)) ? 'app' : null
  }

  return {
    async check(staffId, sealedSecret, typed) {
      const attempt = await repository.beginCodeAttempt(staffId)
      if (attempt.retryAfter !== null) return { accepted: null, retryAfter: attempt.retryAfter }
      const accepted = await acceptedFactor(staffId, sealedSecret, typed)
      if (accepted === null) return { accepted, retryAfter: null }
      await repository.takeBackAttempt(attempt.id)
      return { accepted }
    },
    newRecoveryCodes(staffId) {
      const codes = Array.from({ length: TWO_FACTOR.recoveryCodes }, newCode)
      return { codes: codes.map(recoveryCodeText), hashes: codes.map((code) => hashOf(staffId, code)) }
    },
  }
}
