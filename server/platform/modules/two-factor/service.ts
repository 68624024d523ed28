/** Two-factor of the signed-in person, and the step-up before sensitive actions. The server returns secrets and recovery codes only once, when they are created. */
import { toDataURL } from 'qrcode'
import { SESSION_SECONDS, TWO_FACTOR } from '@contract/constants'
import { codeDigits, recoveryCodeOf } from '@contract/codes'
import type { RecoveryCodes, StepUpForm, TwoFactorSetup } from '@contract/entities/two-factor'
import { ERROR_CODE, ERROR_WORDS } from '@contract/errors'
import { MESSAGE } from '@contract/patterns'
import type { Clock } from '@server/platform/ports/clock'
import type { Db, Queryable } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import type { Origin } from '@server/platform/operations/call'
import { HttpFailure, rejected, stale, unauthorized } from '@server/platform/operations/failure'
import { textOf, utf8 } from '@server/platform/lib/bytes'
import type { Keys } from '@server/platform/lib/secrets'
import type { Crypto } from '@server/platform/ports/crypto'
import type { Live } from '@server/platform/live/live'
import type { Principal } from '@server/platform/modules/access/principal'
import { statementOf, type WriteKey } from '@server/platform/modules/idempotency/keys'
import { announce } from '@server/platform/records/announce'
import { ACCOUNT_SOURCES } from '@server/platform/records/sources'
import { MASKED, auditInsert, writeAudit } from '@server/platform/modules/audit/entry'
import type { AuthRepository } from '@server/platform/modules/auth/repository'
import { requireStepUp } from './step-up'
import { forgetRecoveryCodes, type RecoveryCodeRepository } from './repository'
import type { SecondFactor } from './second-factor'
import { newSecret, secretAddress, stepOfCode } from './totp'

/** The caller and the origin of the call. */
interface Act {
  principal: Principal
  origin: Origin
  key: WriteKey | null
}

interface Kept {
  email: string
  version: number
  store: string | null
  password_hash: string
  two_fa_enabled: boolean
  two_fa_secret: string | null
  pending: string | null
  /** Milliseconds since 1970. */
  pending_at: number | null
}

const WRONG_CODE = 'This code is wrong, used or too old. Enter the one that the app shows now.'
const WRONG_RECOVERY_CODE = 'This recovery code is wrong or was used already. Enter another one.'
const WRONG_PASSWORD = 'This is not your password.'
const BEGIN_AGAIN = 'This setup is too old, or another one was begun since. Close this and begin again.'
/** 422 about one field; the sentence is also the message, which the console shows as a toast. */
const refusal = (field: 'password' | 'twoFAToken', sentence: string) => rejected({ [field]: [sentence] }, sentence)
const alreadyOn = () => stale('true', 'Two-factor authentication is already on.')

export interface TwoFactorDeps {
  db: Db
  clock: Clock
  crypto: Crypto
  keys: Keys
  repository: AuthRepository
  recoveryCodes: RecoveryCodeRepository
  secondFactor: SecondFactor
  live: Live
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>

export function createTwoFactorService(deps: TwoFactorDeps) {
  const { db, clock, crypto, keys, repository, recoveryCodes, secondFactor, live } = deps
  const now = () => new Date(clock.now()).toISOString()
  const head = ({ principal, origin }: Act, action: string) => ({
    actorId: principal.staffId,
    action,
    subject: ACCOUNT_SOURCES.STAFF.subject,
    origin,
  })

  async function load(staffId: string): Promise<Kept> {
    const [row] = await db.query<Kept>(
      `select email, version, store, password_hash, two_fa_enabled, two_fa_secret, two_fa_pending_secret as pending,
         (extract(epoch from two_fa_pending_at) * 1000)::float8 as pending_at from staff where id = $1::uuid`,
      [staffId],
    )
    if (!row) throw unauthorized()
    return row
  }

  const open = (sealed: string) => textOf(keys.decrypt(sealed))

  const tooMany = (retryAfterSeconds: number) =>
    new HttpFailure(429, ERROR_CODE.tooMany, ERROR_WORDS.tooMany, { retryAfterSeconds })
  /** Limits guesses of a password or of a setup code like those of a sign-in; a correct one is withdrawn from the count. */
  async function begin(what: string, { principal, origin }: Act): Promise<string> {
    const { id, retryAfter } = await repository.beginAttempt(`${what} of ${principal.staffId}`, origin.ip)
    if (retryAfter !== null) throw tooMany(retryAfter)
    return id
  }

  /**
   * Changes the person's row and writes the audit entry, in one statement, with the answer under the call's key.
   * @param options `forgetsCodes`: deletes the recovery codes too; `answer`: a secret, none by default;
   * `mayChangeNothing`: the call succeeds also without a change
   * @returns whether the row was changed
   */
  async function change(
    act: Act,
    action: string,
    set: string,
    condition: string,
    masked: string,
    values: (string | number)[],
    options: { forgetsCodes?: boolean; answer?: TwoFactorSetup; mayChangeNothing?: boolean } = {},
  ): Promise<boolean> {
    const params = createParams()
    params.values.push(act.principal.staffId, now(), ...values)
    const audit = auditInsert(params, clock, head(act, action), {
      id: 'changed.id::text',
      before: 'null',
      after: `'${masked}'::jsonb`,
      from: 'from changed',
    })
    const [row] = await db.query<{ version: number | null; store: string | null }>(
      statementOf(
        act.key,
        params,
        `with changed as (update staff set ${set}, updated_at = $2::timestamptz, version = version + 1 where id = $1::uuid and ${condition} returning id, version, store),
          audit as (${audit})${options.forgetsCodes ? `, forgotten as (${forgetRecoveryCodes('select id from changed')})` : ''}`,
        // A success is stored under the key, with or without a change.
        `select version, store from ${options.mayChangeNothing ? '(values (1)) as answer left join changed on true' : 'changed'}`,
        { data: options.answer ? { secret: options.answer } : null },
      ),
      params.values,
    )
    if (!row || row.version === null) return false
    announce(live, ACCOUNT_SOURCES.STAFF, { id: act.principal.staffId, version: row.version }, row.store)
    return true
  }

  return {
    async isOn(staffId: string): Promise<boolean | null> {
      const [row] = await db.query<{ on: boolean }>('select two_fa_enabled as "on" from staff where id = $1::uuid', [
        staffId,
      ])
      return row?.on ?? null
    },

    /** Creates a new secret; an earlier one that was not confirmed becomes invalid. */
    async setup(act: Act): Promise<TwoFactorSetup> {
      const { email, two_fa_enabled } = await load(act.principal.staffId)
      if (two_fa_enabled) throw alreadyOn()
      const secret = newSecret()
      const sealed = keys.encrypt(utf8(secret))
      const answer = {
        secret_code: secret,
        qr_code_url: await toDataURL(secretAddress(secret, email), { margin: 1, width: 240 }),
      }
      const done = await change(
        act,
        'two-factor-setup',
        'two_fa_pending_secret = $3::text, two_fa_pending_at = $2::timestamptz',
        'not two_fa_enabled',
        `{"two_fa_pending_secret":"${MASKED}"}`,
        [sealed],
        { answer },
      )
      if (!done) throw alreadyOn()
      return answer
    },

    async enable(act: Act, code: string): Promise<void> {
      const { two_fa_enabled, pending, pending_at } = await load(act.principal.staffId)
      if (two_fa_enabled) throw alreadyOn()
      if (!pending || pending_at === null || pending_at + TWO_FACTOR.setupSeconds * 1000 < clock.now())
        throw refusal('twoFAToken', BEGIN_AGAIN)
      const attempt = await begin('two-factor', act)
      const step = await stepOfCode(open(pending), code, clock)
      if (step === null) throw refusal('twoFAToken', WRONG_CODE)
      await repository.takeBackAttempt(attempt)
      const done = await change(
        act,
        'two-factor-enable',
        'two_fa_enabled = true, two_fa_secret = two_fa_pending_secret, two_fa_pending_secret = null, two_fa_pending_at = null, two_fa_last_step = $3::bigint',
        // The same secret that the code was checked with: the setup may have been restarted meanwhile.
        'not two_fa_enabled and two_fa_pending_secret = $4::text',
        `{"two_fa_enabled":true,"two_fa_secret":"${MASKED}"}`,
        [step, pending],
        { forgetsCodes: true },
      )
      if (!done)
        throw (await load(act.principal.staffId)).two_fa_enabled ? alreadyOn() : refusal('twoFAToken', BEGIN_AGAIN)
    },

    recoveryCodes: (staffId: string): Promise<RecoveryCodes> => recoveryCodes.summary(staffId),

    /** Creates ten recovery codes; earlier ones become invalid. @throws 409 where two-factor is off */
    async newRecoveryCodes(act: Act): Promise<{ codes: string[] }> {
      const { codes, hashes } = secondFactor.newRecoveryCodes(act.principal.staffId)
      const store = async (tx: Queryable) => act.key?.inTransaction(tx, { data: { codes } }, { isSecret: true })
      if (!(await recoveryCodes.replace(act.principal.staffId, hashes, head(act, 'recovery-codes'), store)))
        throw stale('false', 'Two-factor authentication is off: there is nothing to recover.')
      return { codes }
    },

    /** Turns two-factor off; succeeds also where it is off. */
    async disable(act: Act): Promise<void> {
      await change(
        act,
        'two-factor-disable',
        'two_fa_enabled = false, two_fa_secret = null, two_fa_pending_secret = null, two_fa_pending_at = null',
        'two_fa_enabled',
        '{"two_fa_enabled":false}',
        [],
        { forgetsCodes: true, mayChangeNothing: true },
      )
    },

    /** @returns the time until which sensitive actions of this session are allowed */
    async stepUp(act: Act, { password, twoFAToken }: StepUpForm): Promise<{ expires_at: string }> {
      const { principal, origin } = act
      const kept = await load(principal.staffId)
      const given = twoFAToken ?? ''
      if (kept.two_fa_enabled && kept.two_fa_secret && codeDigits(given) === '')
        throw refusal('twoFAToken', MESSAGE.codeRequired)
      const attempt = await begin('step-up', act)
      const refuse = async (failure: HttpFailure, reason: string) => {
        await writeAudit(
          db,
          clock,
          { ...head(act, 'step-up'), subject: 'Session', result: 'DENIED', reason },
          principal.sessionId,
        )
        return failure
      }
      if (!(await crypto.verifyPassword(kept.password_hash, password)))
        throw await refuse(refusal('password', WRONG_PASSWORD), 'WRONG_PASSWORD')
      if (kept.two_fa_enabled && kept.two_fa_secret) {
        const checked = await secondFactor.check(principal.staffId, kept.two_fa_secret, given)
        if (checked.accepted === null) {
          if (checked.retryAfter !== null) throw tooMany(checked.retryAfter)
          throw await refuse(
            refusal('twoFAToken', recoveryCodeOf(given) ? WRONG_RECOVERY_CODE : WRONG_CODE),
            'WRONG_CODE',
          )
        }
      }
      await repository.takeBackAttempt(attempt)
      const params = createParams()
      params.values.push(principal.sessionId, now())
      const audit = auditInsert(
        params,
        clock,
        { actorId: principal.staffId, action: 'step-up', subject: 'Session', origin },
        { id: 'changed.id::text', before: 'null', after: 'null', from: 'from changed' },
      )
      const verified = params.add(kept.password_hash, 'text')
      // Only while the account still has the verified hash.
      const changes = `with changed as (update sessions s set stepped_up_at = $2::timestamptz from staff st
            where s.id = $1::uuid and st.id = s.staff_id and st.password_hash = ${verified} returning s.id),
          audit as (${audit})`
      const expires_at = new Date(clock.now() + SESSION_SECONDS.stepUp * 1000).toISOString()
      const result = `select ${params.add(JSON.stringify({ expires_at }), 'text')} as j from changed`
      const stepped = await db.query(statementOf(act.key, params, changes, result, { data: 'j' }), params.values)
      if (stepped.length === 0) throw refusal('password', WRONG_PASSWORD)
      return { expires_at }
    },

    /** @throws 403 STEP_UP_REQUIRED where this session had no step-up in the last five minutes */
    requireStepUp: (principal: Principal): Promise<void> => requireStepUp({ db, clock }, principal),
  }
}
