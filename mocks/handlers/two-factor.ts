/** Two-factor in the mocks. One code is right, MOCK_TWO_FA_CODE, and it stays right: a story can be played again. */
import { SESSION_SECONDS } from '@contract/constants'
import { codeDigits } from '@contract/entities/two-factor'
import { ERROR_CODE } from '@contract/errors'
import { canRead } from '@contract/permissions'
import { countWrongCode, isCodeBlocked } from '../attempts'
import { callerOf, type Call, type HandlersOf } from '../call'
import { db } from '../db'
import { MOCK_TWO_FA_CODE } from '../fixtures/staff'
import { TWO_FACTOR_SETUPS } from '../fixtures/two-factor'
import { forbidden, notFound, Refusal, rejected } from '../refusal'

const WRONG_CODE = 'This code is wrong, used or too old. Enter the one that the app shows now.'
const alreadyOn = () => new Refusal(409, { message: 'Two-factor authentication is already on.', current: true })

/** Oneself: two-factor is nobody else's business. */
function own(call: Pick<Call, 'caller'>, userId: string) {
  const caller = callerOf(call)
  if (caller.staff.id !== userId) throw forbidden('Two-factor authentication is each person’s own.')
  return caller
}

export const twoFactorHandlers: HandlersOf<'twoFactor'> = {
  'twoFactor.status': (call) => {
    const { access } = callerOf(call)
    if (!canRead(access, 'Admins', 'two_fa_enabled')) own(call, call.params.userId)
    const staff = db.staff.find(({ id }) => id === call.params.userId)
    if (!staff) throw notFound()
    return { data: staff.two_fa_enabled }
  },
  'twoFactor.setup': (call) => {
    const { staff } = own(call, call.body.userId)
    if (staff.two_fa_enabled) throw alreadyOn()
    db.twoFactorSetups.set(staff.id, (db.twoFactorSetups.get(staff.id) ?? 0) + 1)
    return { data: TWO_FACTOR_SETUPS[(db.twoFactorSetups.get(staff.id)! - 1) % TWO_FACTOR_SETUPS.length]! }
  },
  'twoFactor.enable': (call) => {
    const { staff } = own(call, call.body.userId)
    if (staff.two_fa_enabled) throw alreadyOn()
    if (!db.twoFactorSetups.has(staff.id))
      throw rejected({
        twoFAToken: ['The setup was begun too long ago, or begun anew elsewhere. Close this and begin again.'],
      })
    if (codeDigits(call.body.twoFAToken) !== MOCK_TWO_FA_CODE) throw rejected({ twoFAToken: [WRONG_CODE] })
    db.twoFactorSetups.delete(staff.id)
    Object.assign(staff, { two_fa_enabled: true, two_fa_code: MOCK_TWO_FA_CODE, version: staff.version + 1 })
    return { data: null as never }
  },
  'twoFactor.disable': (call) => {
    const { staff, session } = own(call, call.body.userId)
    if (call.now >= (session.steppedUpAt ?? -Infinity) + SESSION_SECONDS.stepUp * 1000) {
      throw new Refusal(403, {
        code: ERROR_CODE.stepUpRequired,
        message: 'Show again who you are: this needs your password, and a code where two-factor is on.',
      })
    }
    if (staff.two_fa_enabled)
      Object.assign(staff, { two_fa_enabled: false, two_fa_code: null, version: staff.version + 1 })
    return { data: null as never }
  },
  'twoFactor.stepUp': (call) => {
    const { staff, session } = callerOf(call)
    const code = codeDigits(call.body.twoFAToken ?? '')
    if (staff.two_fa_enabled && code === '') throw rejected({ twoFAToken: ['Required!'] })
    if (staff.password !== call.body.password) throw rejected({ password: ['This is not your password'] })
    if (staff.two_fa_enabled && isCodeBlocked(staff.id, call.now)) throw new Refusal(429)
    if (staff.two_fa_enabled && code !== staff.two_fa_code) {
      countWrongCode(staff.id, call.now)
      throw rejected({ twoFAToken: [WRONG_CODE] })
    }
    session.steppedUpAt = call.now
    return { data: { expires_at: new Date(call.now + SESSION_SECONDS.stepUp * 1000).toISOString() } }
  },
}
