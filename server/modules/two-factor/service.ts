/** Two-factor of the signed-in person, and the step-up before sensitive acts. A secret leaves the server once, at its setup. */
import { toDataURL } from 'qrcode'
import { SESSION_SECONDS, TWO_FACTOR } from '@contract/constants'
import type { StepUpForm, TwoFactorSetup } from '@contract/entities/two-factor'
import { ERROR_CODE, ERROR_WORDS } from '@contract/errors'
import { MESSAGE } from '@contract/patterns'
import type { ClockPort } from '@contract/ports'
import type { Db } from '@server/db/db'
import { createParams } from '@server/db/params'
import type { Origin } from '@server/http/call'
import { HttpFailure, rejected, stale, unauthorized } from '@server/http/failure'
import { verifyPassword, type Keys } from '@server/lib/secrets'
import type { Live } from '@server/live/live'
import type { Principal } from '@server/modules/access/principal'
import { STAFF } from '@server/modules/accounts/kinds'
import { MASKED, auditInsert, writeAudit } from '@server/modules/audit/entry'
import type { Attempt, AuthRepository } from '@server/modules/auth/repository'
import { newSecret, secretAddress, stepOfCode } from './totp'

/** Whose call it is. */
interface Act {
  principal: Principal
  origin: Origin
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
const WRONG_PASSWORD = 'This is not your password'
const BEGIN_AGAIN = 'The setup was begun too long ago, or begun anew elsewhere. Close this and begin again.'
const alreadyOn = () => stale('true', 'Two-factor authentication is already on.')

export interface TwoFactorDeps {
  db: Db
  clock: ClockPort
  keys: Keys
  repository: AuthRepository
  live: Live
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>

export function createTwoFactorService({ db, clock, keys, repository, live }: TwoFactorDeps) {
  const now = () => new Date(clock.now()).toISOString()
  const head = ({ principal, origin }: Act, action: string) => ({
    actorId: principal.staffId,
    action,
    subject: STAFF.subject,
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

  const open = (sealed: string) => keys.decrypt(sealed).toString('utf8')

  /** @throws 429 where the limit was reached before this attempt. @returns its id */
  function allowed({ id, retryAfter }: Attempt): string {
    if (retryAfter !== null)
      throw new HttpFailure(429, ERROR_CODE.tooMany, ERROR_WORDS.tooMany, { retryAfterSeconds: retryAfter })
    return id
  }
  /** Guesses of a password or of a setup's code are limited as those of a sign-in are; a right one is taken back. */
  const begin = async (what: string, { principal, origin }: Act) =>
    allowed(await repository.beginAttempt(`${what} of ${principal.staffId}`, origin.ip))

  /** One statement: the change of the person's row, and its audit entry. @returns whether there was anything to change */
  async function change(
    act: Act,
    action: string,
    set: string,
    condition: string,
    masked: string,
    values: (string | number)[],
  ): Promise<boolean> {
    const params = createParams()
    params.values.push(act.principal.staffId, now(), ...values)
    const audit = auditInsert(params, clock, head(act, action), {
      id: 'changed.id::text',
      before: 'null',
      after: `'${masked}'::jsonb`,
      from: 'from changed',
    })
    const [row] = await db.query<{ version: number; store: string | null }>(
      `with changed as (update staff set ${set}, updated_at = $2::timestamptz, version = version + 1 where id = $1::uuid and ${condition} returning id, version, store),
        audit as (${audit})
        select version, store from changed`,
      params.values,
    )
    if (row) live.recordChanged({ subject: STAFF.subject, id: act.principal.staffId, version: row.version }, row.store)
    return row !== undefined
  }

  return {
    async isOn(staffId: string): Promise<boolean | null> {
      const [row] = await db.query<{ on: boolean }>('select two_fa_enabled as "on" from staff where id = $1::uuid', [
        staffId,
      ])
      return row?.on ?? null
    },

    /** Hands out a new secret; one that was begun before is worth nothing from now on. */
    async setup(act: Act): Promise<TwoFactorSetup> {
      const { email, two_fa_enabled } = await load(act.principal.staffId)
      if (two_fa_enabled) throw alreadyOn()
      const secret = newSecret()
      const sealed = keys.encrypt(Buffer.from(secret, 'utf8'))
      const done = await change(
        act,
        'two-factor-setup',
        'two_fa_pending_secret = $3::text, two_fa_pending_at = $2::timestamptz',
        'not two_fa_enabled',
        `{"two_fa_pending_secret":"${MASKED}"}`,
        [sealed],
      )
      if (!done) throw alreadyOn()
      return {
        secret_code: secret,
        qr_code_url: await toDataURL(secretAddress(secret, email), { margin: 1, width: 240 }),
      }
    },

    async enable(act: Act, code: string): Promise<void> {
      const { two_fa_enabled, pending, pending_at } = await load(act.principal.staffId)
      if (two_fa_enabled) throw alreadyOn()
      if (!pending || pending_at === null || pending_at + TWO_FACTOR.setupSeconds * 1000 < clock.now())
        throw rejected({ twoFAToken: [BEGIN_AGAIN] })
      const attempt = await begin('two-factor', act)
      const step = await stepOfCode(open(pending), code, clock)
      if (step === null) throw rejected({ twoFAToken: [WRONG_CODE] })
      await repository.takeBackAttempt(attempt)
      const done = await change(
        act,
        'two-factor-enable',
        'two_fa_enabled = true, two_fa_secret = two_fa_pending_secret, two_fa_pending_secret = null, two_fa_pending_at = null, two_fa_last_step = $3::bigint',
        // The very secret that the code was checked with: it may have been begun anew meanwhile.
        'not two_fa_enabled and two_fa_pending_secret = $4::text',
        `{"two_fa_enabled":true,"two_fa_secret":"${MASKED}"}`,
        [step, pending],
      )
      if (!done)
        throw (await load(act.principal.staffId)).two_fa_enabled ? alreadyOn() : rejected({ twoFAToken: [BEGIN_AGAIN] })
    },

    /** Turned off twice is off. */
    async disable(act: Act): Promise<void> {
      await change(
        act,
        'two-factor-disable',
        'two_fa_enabled = false, two_fa_secret = null, two_fa_pending_secret = null, two_fa_pending_at = null',
        'two_fa_enabled',
        '{"two_fa_enabled":false}',
        [],
      )
    },

    /** @returns until when sensitive acts of this session are let through, milliseconds since 1970 */
    async stepUp(act: Act, { password, twoFAToken }: StepUpForm): Promise<number> {
      const { principal, origin } = act
      const kept = await load(principal.staffId)
      const given = (twoFAToken ?? '').trim()
      if (kept.two_fa_enabled && kept.two_fa_secret && given === '')
        throw rejected({ twoFAToken: [MESSAGE.codeRequired] })
      const attempt = await begin('step-up', act)
      const refuse = async (errors: Record<string, string[]>, reason: string) => {
        await writeAudit(
          db,
          clock,
          { ...head(act, 'step-up'), subject: 'Session', result: 'DENIED', reason },
          principal.sessionId,
        )
        return rejected(errors)
      }
      if (!(await verifyPassword(kept.password_hash, password)))
        throw await refuse({ password: [WRONG_PASSWORD] }, 'WRONG_PASSWORD')
      if (kept.two_fa_enabled && kept.two_fa_secret) {
        const codeAttempt = allowed(await repository.beginCodeAttempt(principal.staffId))
        const step = await stepOfCode(open(kept.two_fa_secret), given, clock)
        if (step === null || !(await repository.useTwoFactorStep(principal.staffId, step)))
          throw await refuse({ twoFAToken: [WRONG_CODE] }, 'WRONG_CODE')
        await repository.takeBackAttempt(codeAttempt)
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
      // Only while the hash that was verified is still the account's.
      const stepped = await db.query(
        `with changed as (update sessions s set stepped_up_at = $2::timestamptz from staff st
            where s.id = $1::uuid and st.id = s.staff_id and st.password_hash = ${verified} returning s.id),
          audit as (${audit}) select 1 from changed`,
        params.values,
      )
      if (stepped.length === 0) throw rejected({ password: [WRONG_PASSWORD] })
      return clock.now() + SESSION_SECONDS.stepUp * 1000
    },

    /** @throws 403 STEP_UP_REQUIRED where this session had none in the last five minutes */
    async requireStepUp({ sessionId }: Principal): Promise<void> {
      const since = new Date(clock.now() - SESSION_SECONDS.stepUp * 1000).toISOString()
      const rows = await db.query('select id from sessions where id = $1::uuid and stepped_up_at > $2::timestamptz', [
        sessionId,
        since,
      ])
      if (rows.length === 0)
        throw new HttpFailure(
          403,
          ERROR_CODE.stepUpRequired,
          'Show again who you are: this needs your password, and a code where two-factor is on.',
        )
    },
  }
}
