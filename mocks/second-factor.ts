/** The second factor in the mocks: MOCK_TWO_FA_CODE, which stays valid, or a recovery code, which can be used once. */
import { codeDigits, recoveryCodeOf, recoveryCodeText } from '@contract/codes'
import { countWrongCode, isCodeBlocked } from './attempts'
import { db } from './db'
import type { StaffRecord } from './fixtures/staff'

/** Uses up a recovery code. @returns whether it was one of the person's unused codes */
function usesRecoveryCode(staff: StaffRecord, code: string): boolean {
  const codes = db.recoveryCodes.get(staff.id)
  const index = codes?.unused.indexOf(recoveryCodeText(code)) ?? -1
  if (index < 0) return false
  codes!.unused.splice(index, 1)
  return true
}

/** Checks the code of a person whose password was correct; wrong codes are limited per account. */
export function checkSecondFactor(staff: StaffRecord, typed: string, now: number): 'accepted' | 'wrong' | 'blocked' {
  if (isCodeBlocked(staff.id, now)) return 'blocked'
  const recoveryCode = recoveryCodeOf(typed)
  const isRight =
    recoveryCode === null ? codeDigits(typed) === staff.two_fa_code : usesRecoveryCode(staff, recoveryCode)
  if (!isRight) countWrongCode(staff.id, now)
  return isRight ? 'accepted' : 'wrong'
}

/** Turns two-factor off for a person, and removes all its data. */
export function turnOffTwoFactor(staff: StaffRecord): void {
  Object.assign(staff, { two_fa_enabled: false, two_fa_code: null })
  db.twoFactorSetups.delete(staff.id)
  db.recoveryCodes.delete(staff.id)
}
