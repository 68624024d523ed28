/** The signed-in person (contract/http/profile.ts). */
import { ERROR_CODE, ERROR_WORDS } from '@contract/errors'
import { PREFERENCES_TOO_LARGE } from '@contract/entities/preferences'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import type { Json, Origin, RoutesOf } from '@server/platform/operations/call'
import { HttpFailure, rejected, unauthorized } from '@server/platform/operations/failure'
import type { Crypto } from '@server/platform/ports/crypto'
import type { Live } from '@server/platform/live/live'
import { SUCCESS_MESSAGE } from '@server/platform/operations/messages'
import type { Principal } from '@server/platform/modules/access/principal'
import { announce } from '@server/platform/records/announce'
import { countRecords } from '@server/platform/records/counts'
import { ACCOUNT_SOURCES } from '@server/platform/records/sources'
import { MASKED, auditInsert } from '@server/platform/modules/audit/entry'
import type { Principals } from '@server/platform/modules/auth/principals'
import { statementOf, type WriteKey } from '@server/platform/modules/idempotency/keys'
import type { AuthRepository } from '@server/platform/modules/auth/repository'
import { createProfileRepository } from './repository'

export interface ProfileRouteDeps {
  db: Db
  crypto: Crypto
  clock: Clock
  repository: AuthRepository
  principals: Principals
  live: Live
  onError: (error: unknown, what: string) => void
}

export function createProfileRoutes(deps: ProfileRouteDeps): RoutesOf<'profile'> {
  const { db, crypto, clock, repository, principals, live, onError } = deps
  const own = createProfileRepository(db, clock)

  /**
   * Sets a new password and ends all other sessions of the person, in one statement.
   * @param verified the hash that the current password was verified with
   * @param key stores the answer
   * @returns false where the account has another hash now, because the password was reset meanwhile
   */
  async function setPassword(
    principal: Principal,
    verified: string,
    password: string,
    origin: Origin,
    key: WriteKey | null,
  ): Promise<boolean> {
    const params = createParams()
    const id = params.add(principal.staffId, 'uuid')
    const at = params.add(new Date(clock.now()).toISOString(), 'timestamptz')
    const hash = params.add(await crypto.hashPassword(password), 'text')
    const current = params.add(principal.sessionId, 'uuid')
    const known = params.add(verified, 'text')
    const masked = `'{"password_hash":"${MASKED}"}'::jsonb`
    const audit = auditInsert(
      params,
      clock,
      { actorId: principal.staffId, action: 'change-password', subject: ACCOUNT_SOURCES.STAFF.subject, origin },
      {
        id: 'changed.id::text',
        before: masked,
        after: masked,
        from: 'from changed',
      },
    )
    const [row] = await db.query<{ version: number; store: string | null; ended: string[] | null }>(
      statementOf(
        key,
        params,
        `with changed as (update staff set password_hash = ${hash}, session_epoch = session_epoch + 1, updated_at = ${at}, version = version + 1
          where id = ${id} and password_hash = ${known} and not is_deleted returning id, version, store, session_epoch),
        kept as (update sessions set epoch = changed.session_epoch from changed where sessions.id = ${current}),
        ended as (update sessions set revoked_at = ${at} from changed where staff_id = changed.id and sessions.id <> ${current} and revoked_at is null returning sessions.id::text),
        audit as (${audit})`,
        'select version, store, (select array_agg(id) from ended) as ended from changed',
        { data: null, message: SUCCESS_MESSAGE.passwordChanged },
      ),
      params.values,
    )
    if (!row) return false
    announce(live, ACCOUNT_SOURCES.STAFF, { id: principal.staffId, version: row.version }, row.store)
    principals.forget(row.ended ?? [])
    live.sessionsEnded(row.ended ?? [])
    return true
  }

  return {
    'profile.get': async ({ principal }) => {
      const profile = await own.read(principal.staffId)
      if (profile === null) throw unauthorized()
      return { json: profile as Json<never> }
    },
    'profile.preferences': async ({ principal, body, origin, key }) => {
      const json = await own.changePreferences(principal.staffId, body.preferences, origin, key)
      if (json === null) throw rejected({ preferences: [PREFERENCES_TOO_LARGE] })
      return { json: json as Json<never> }
    },
    'profile.access': async ({ principal }) => ({
      data: { ...principal.access, stores: await own.readStores(principal.stores) },
    }),
    'profile.changePassword': async ({ principal, body, origin, key }) => {
      const attempt = await repository.beginAttempt(`password of ${principal.staffId}`, origin.ip)
      if (attempt.retryAfter !== null)
        throw new HttpFailure(429, ERROR_CODE.tooMany, ERROR_WORDS.tooMany, { retryAfterSeconds: attempt.retryAfter })
      const known = await repository.passwordHash(principal.staffId)
      const wrong = () => rejected({ current_password: ['This is not your current password'] })
      if (!known || !(await crypto.verifyPassword(known, body.current_password))) throw wrong()
      await repository.takeBackAttempt(attempt.id)
      if (!(await setPassword(principal, known, body.new_password, origin, key))) throw wrong()
      return { json: 'null' as Json<never>, message: SUCCESS_MESSAGE.passwordChanged }
    },
    'profile.counts': async ({ principal }) => {
      const counts = {
        records: await countRecords(db, principal, onError),
        counted_at: new Date(clock.now()).toISOString(),
      }
      return { json: JSON.stringify(counts) as Json<never> }
    },
  }
}
