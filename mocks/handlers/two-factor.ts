/**
 * Two-factor in the mocks. The only correct code, MOCK_TWO_FA_CODE, can be used repeatedly, so that a story can be
 * replayed.
 */
import { SESSION_SECONDS } from '@contract/constants'
import { codeDigits, recoveryCodeOf } from '@contract/codes'
import { ERROR_CODE } from '@contract/errors'
import { ACCOUNT_SUBJECT, canRead } from '@contract/permissions'
import { callerOf, type Call, type HandlersOf } from '../call'
import { db, type MockSession } from '../db'
import { MOCK_TWO_FA_CODE } from '../fixtures/staff'
import { recoveryCodeSet, TWO_FACTOR_SETUPS } from '../fixtures/two-factor'
import { forbidden, notFound, Refusal } from '../refusal'
import { checkSecondFactor, turnOffTwoFactor } from '../second-factor'

const WRONG_CODE = 'This code is wrong, used or too old. Enter the one that the app shows now.'
const WRONG_RECOVERY_CODE = 'This recovery code is wrong or was used already. Enter another one.'
const BEGIN_AGAIN = 'This setup is too old, or another one was begun since. Close this and begin again.'
/** The refusal of one field; its text is also the message, which the console shows as a toast. */
const refusal = (field: 'password' | 'twoFAToken', message: string) =>
  new Refusal(422, { message, errors: { [field]: [message] } })
const alreadyOn = () => new Refusal(409, { message: 'Two-factor authentication is already on.', current: true })

/** @throws a refusal where the session had no step-up in the last five minutes */
export function requireStepUp(session: MockSession, now: number) {
  if (now < (session.steppedUpAt ?? -Infinity) + SESSION_SECONDS.stepUp * 1000) return
  throw new Refusal(403, {
    code: ERROR_CODE.stepUpRequired,
    message: 'Confirm that it is you: this needs your password, and a code where two-factor is on.',
  })
}

/** The caller, who can change only their own two-factor. */
function own(call: Pick<Call, 'caller'>, userId: string) {
  const caller = callerOf(call)
  if (caller.staff.id !== userId) throw forbidden('You can only change your own two-factor authentication.')
  return caller
}

export const twoFactorHandlers: HandlersOf<'twoFactor'> = {
  'twoFactor.status': (call) => {
    const { access } = callerOf(call)
    if (!canRead(access, ACCOUNT_SUBJECT.STAFF, 'two_fa_enabled')) own(call, call.params.userId)
    const staff = db.staff.find(({ id }) => id === call.params.userId)
    if (!staff) throw notFound()
    return { data: staff.two_fa_enabled }
  },
  'twoFactor.setup': (call) => {
    const { staff, session } = own(call, call.body.userId)
    requireStepUp(session, call.now)
    if (staff.two_fa_enabled) throw alreadyOn()
    db.twoFactorSetups.set(staff.id, (db.twoFactorSetups.get(staff.id) ?? 0) + 1)
    return { data: TWO_FACTOR_SETUPS[(db.twoFactorSetups.get(staff.id)! - 1) % TWO_FACTOR_SETUPS.length]! }
  },
  'twoFactor.enable': (call) => {
    const { staff } = own(call, call.body.userId)
    if (staff.two_fa_enabled) throw alreadyOn()
    if (!db.twoFactorSetups.has(staff.id)) throw refusal('twoFAToken', BEGIN_AGAIN)
    if (codeDigits(call.body.twoFAToken) !== MOCK_TWO_FA_CODE) throw refusal('twoFAToken', WRONG_CODE)
    db.twoFactorSetups.delete(staff.id)
    Object.assign(staff, { two_fa_enabled: true, two_fa_code: MOCK_TWO_FA_CODE, version: staff.version + 1 })
    return { data: null as never }
  },
  'twoFactor.disable': (call) => {
    const { staff, session } = own(call, call.body.userId)
    requireStepUp(session, call.now)
    if (staff.two_fa_enabled) {
      turnOffTwoFactor(staff)
      staff.version += 1
    }
    return { data: null as never }
  },
  'twoFactor.recoveryCodes': (call) => {
    const codes = db.recoveryCodes.get(callerOf(call).staff.id)
    return { data: { left: codes?.unused.length ?? 0, created_at: codes?.created_at ?? null } }
  },
  'twoFactor.newRecoveryCodes': (call) => {
    const { staff, session } = callerOf(call)
    requireStepUp(session, call.now)
    if (!staff.two_fa_enabled)
      throw new Refusal(409, {
        message: 'Two-factor authentication is off: there is nothing to recover.',
        current: false,
      })
    const codes = recoveryCodeSet((db.recoveryCodeSets += 1))
    db.recoveryCodes.set(staff.id, { unused: [...codes], created_at: new Date(call.now).toISOString() })
    return { data: { codes } }
  },
  'twoFactor.stepUp': (call) => {
    const { staff, session } = callerOf(call)
    const typed = call.body.twoFAToken ?? ''
    if (staff.two_fa_enabled && codeDigits(typed) === '') throw refusal('twoFAToken', 'Required!')
    if (staff.password !== call.body.password) throw refusal('password', 'This is not your password.')
    const checked = staff.two_fa_enabled ? checkSecondFactor(staff, typed, call.now) : 'accepted'
    if (checked === 'blocked') throw new Refusal(429)
    if (checked === 'wrong')
      throw refusal('twoFAToken', recoveryCodeOf(typed) === null ? WRONG_CODE : WRONG_RECOVERY_CODE)
    session.steppedUpAt = call.now
    return { data: { expires_at: new Date(call.now + SESSION_SECONDS.stepUp * 1000).toISOString() } }
  },
}
