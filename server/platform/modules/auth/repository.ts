/** Statements about sessions, the accounts behind them, and failed attempts to sign in. */
import { SESSION_SECONDS, SIGN_IN_LIMIT } from '@contract/constants'
import type { Clock } from '@server/platform/ports/clock'
import { lowered } from '@server/platform/db/letter-case'
import type { Db, Queryable } from '@server/platform/ports/db'
import type { Reading } from '@server/platform/db/reading'
import { customerAddress } from '@server/platform/lib/client-address'
import { randomToken } from '@server/platform/lib/random'
import type { HashText } from '@server/platform/lib/secrets'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Origin } from '@server/platform/operations/call'
import { setsOf } from '@server/platform/modules/access/service'

/** Someone who may sign in. */
export interface SignInAccount {
  id: string
  email: string
  username: string
  role: string
  password_hash: string
  is_deleted: boolean
  two_fa_enabled: boolean
  two_fa_secret: string | null
  two_fa_last_step: number | null
  draft_key: string | null
  /** Incremented by each reset, change of password or disabling: what was verified before it is no longer valid. */
  session_epoch: number
}

/** A valid session, with the person it belongs to. Times are milliseconds since 1970. */
export interface LiveSession {
  id: string
  staff_id: string
  email: string
  username: string
  role: string
  store: string | null
  store_code: string | null
  draft_key: string | null
  last_used: number
  expires: number
  /** Permission sets, as JSON text. */
  sets: string
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`
const SESSION = `s.id::text as id, st.id::text as staff_id, st.email, st.username, st.role, st.store, st.store_code, st.draft_key,
  ${ms('s.last_used_at')} as last_used, ${ms('s.expires_at')} as expires, ${setsOf('st.role', 'st.id')} as sets
  from sessions s join staff st on st.id = s.staff_id`
/**
 * The epoch is compared in addition to `revoked_at`: a statement that ends all sessions cannot see one whose sign-in commits while
 * the statement waits for the account's row, but it does increment the account's epoch.
 */
const aliveAt = (at: string, usedSince: string) =>
  `s.revoked_at is null and s.epoch = st.session_epoch and not st.is_deleted and s.expires_at > ${at}::timestamptz and s.last_used_at > ${usedSince}::timestamptz`
const ALIVE = aliveAt('$2', '$3')

/** An attempt that counts as failed until it is withdrawn. */
export interface Attempt {
  id: string
  /** Failed attempts by the same account from the same address, before this one. */
  failedBefore: number
  /** Seconds until the next attempt is allowed; null where this one is. */
  retryAfter: number | null
}

/** Used instead of an address where an account's attempts count from all addresses together. */
const ANY_ADDRESS = 'any'
const LIMIT_WINDOW_MS = SIGN_IN_LIMIT.windowSeconds * 1000

export type AuthRepository = ReturnType<typeof createAuthRepository>

/** @param clock determines when sessions end and attempts expire */
export function createAuthRepository(db: Db, clock: Clock, hash: HashText) {
  const iso = (at: number) => new Date(at).toISOString()
  const usedSince = () => iso(clock.now() - SESSION_SECONDS.idle * 1000)
  const accountKey = (email: string) => hash(email.trim().toLowerCase())

  async function alive(condition: string, key: string): Promise<LiveSession | null> {
    const [row] = await db.query<LiveSession>(`select ${SESSION} where ${condition} and ${ALIVE}`, [
      key,
      iso(clock.now()),
      usedSince(),
    ])
    return row ?? null
  }

  /**
   * Counts the failed attempts, and records another one unless the limit is reached.
   * @param lock attempts with the same value wait for each other
   * @param count number of failures within the window, and since when they block; null where they do not
   */
  async function attempt(
    lock: string,
    account: string,
    address: string,
    count: (tx: Queryable, since: string) => Promise<{ failedBefore: number; blockedSince: number | null }>,
  ): Promise<Attempt> {
    const id = uuidV7(clock.now())
    return db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(hashtext($1::text))', [lock])
      const { failedBefore, blockedSince } = await count(tx, iso(clock.now() - LIMIT_WINDOW_MS))
      if (blockedSince !== null) {
        const seconds = Math.ceil((blockedSince + LIMIT_WINDOW_MS - clock.now()) / 1000)
        return { id, failedBefore, retryAfter: Math.max(1, seconds) }
      }
      await tx.query(
        'insert into sign_in_attempts (id, account, address, at) values ($1::uuid, $2::text, $3::text, $4::timestamptz)',
        [id, account, address, iso(clock.now())],
      )
      return { id, failedBefore, retryAfter: null }
    })
  }

  return {
    async accountByEmail(email: string): Promise<SignInAccount | null> {
      const [row] = await db.query<SignInAccount>(
        `select id::text as id, email, username, role, password_hash, is_deleted, two_fa_enabled, two_fa_secret, two_fa_last_step::float8 as two_fa_last_step, draft_key,
           session_epoch
         from staff where ${lowered('email')} = ${lowered('$1::text')}`,
        [email.trim()],
      )
      return row ?? null
    },
    async passwordHash(staffId: string): Promise<string | null> {
      const [row] = await db.query<{ password_hash: string }>('select password_hash from staff where id = $1::uuid', [
        staffId,
      ])
      return row?.password_hash ?? null
    },
    /**
     * Creates a session for an account whose credentials were verified, and records the sign-in with the account. One
     * statement, which locks the account's row: it finds no row where the password, the second factor or the epoch have
     * changed since they were read, or the account is disabled.
     * @param verified the account as it was when its credentials were checked
     * @returns the session and its cookie's value; null where what was verified is no longer current
     */
    async createSession(
      verified: Pick<SignInAccount, 'id' | 'password_hash' | 'two_fa_enabled' | 'two_fa_secret' | 'session_epoch'>,
      origin: Origin,
    ): Promise<{ id: string; token: string; expires: number } | null> {
      const [id, token] = [uuidV7(clock.now()), randomToken()]
      const expires = clock.now() + SESSION_SECONDS.absolute * 1000
      const created = await db.query(
        `with current as (update staff set last_login_at = $3::timestamptz
           where id = $2::uuid and password_hash = $8::text and session_epoch = $9::integer and not is_deleted
             and two_fa_enabled = $10::boolean and two_fa_secret is not distinct from $11::text
           returning id, session_epoch)
         insert into sessions (id, token_hash, staff_id, epoch, created_at, last_used_at, expires_at, ip, user_agent)
         select $1::uuid, $5::text, id, session_epoch, $3::timestamptz, $3::timestamptz, $4::timestamptz, $6::text, $7::text
         from current returning id`,
        [
          id,
          verified.id,
          iso(clock.now()),
          iso(expires),
          hash(token),
          origin.ip,
          origin.userAgent,
          verified.password_hash,
          verified.session_epoch,
          verified.two_fa_enabled,
          verified.two_fa_secret,
        ],
      )
      return created.length > 0 ? { id, token, expires } : null
    },
    sessionByToken: (token: string) => alive('s.token_hash = $1::text', hash(token)),
    sessionById: (id: string) => alive('s.id = $1::uuid', id),
    /** Of these sessions, the valid ones, with their people. */
    sessionsByIds: (ids: readonly string[]): Promise<LiveSession[]> =>
      db.query<LiveSession>(`select ${SESSION} where s.id = any($1::uuid[]) and ${ALIVE}`, [
        ids,
        iso(clock.now()),
        usedSince(),
      ]),
    /** Of these sessions, the ones that have ended. */
    endedSessions: (ids: readonly string[]): Reading<string[]> => ({
      sql(params) {
        const [asked, at, since] = [params.add(ids, 'uuid[]'), params.add(iso(clock.now())), params.add(usedSince())]
        return `select coalesce(json_agg(a.id), '[]') from unnest(${asked}) as a(id) where not exists
          (select from sessions s join staff st on st.id = s.staff_id where s.id = a.id and ${aliveAt(at, since)})`
      },
      parse: (value) => value as string[],
    }),
    /** A text that changes with the rights of these people: their roles and stores, and the permission sets. */
    rightsMark: (staffIds: readonly string[]): Reading<string> => ({
      sql: (params) => `select json_build_array(
          (select md5(string_agg(st.role || ' ' || coalesce(st.store, ''), ',' order by st.id)) from staff st where st.id = any(${params.add(staffIds, 'uuid[]')})),
          (select md5(string_agg(p.id::text || p.xmin::text, ',' order by p.id)) from permission_sets p))`,
      parse: JSON.stringify,
    }),
    async touchSessions(ids: readonly string[]): Promise<void> {
      await db.query('update sessions set last_used_at = $2::timestamptz where id = any($1::uuid[])', [
        ids,
        iso(clock.now()),
      ])
    },
    /** @returns the id of the session that the cookie's value belongs to, where it was valid */
    async revokeByToken(token: string): Promise<{ id: string; staff_id: string } | null> {
      const [row] = await db.query<{ id: string; staff_id: string }>(
        'update sessions set revoked_at = $2::timestamptz where token_hash = $1::text and revoked_at is null returning id::text as id, staff_id::text as staff_id',
        [hash(token), iso(clock.now())],
      )
      return row ?? null
    },
    /** @returns the person, where they have no valid session any more */
    async whoLeft(staffId: string): Promise<{ id: string; username: string } | null> {
      const [row] = await db.query<{ id: string; username: string }>(
        `select p.id::text as id, p.username from staff p where p.id = $1::uuid
         and not exists (select 1 from sessions s join staff st on st.id = s.staff_id where st.id = p.id and ${ALIVE})`,
        [staffId, iso(clock.now()), usedSince()],
      )
      return row ?? null
    },
    /** Stores the first key only, so that two concurrent sign-ins get the same one. */
    async keepDraftKey(staffId: string, sealed: string): Promise<string> {
      const [row] = await db.query<{ draft_key: string }>(
        'update staff set draft_key = coalesce(draft_key, $2::text) where id = $1::uuid returning draft_key',
        [staffId, sealed],
      )
      return row!.draft_key
    },
    /** @returns whether the step was not used before: each code is valid once */
    async useTwoFactorStep(staffId: string, step: number): Promise<boolean> {
      const rows = await db.query(
        'update staff set two_fa_last_step = $2::bigint where id = $1::uuid and (two_fa_last_step is null or two_fa_last_step < $2::bigint) returning id',
        [staffId, step],
      )
      return rows.length > 0
    },
    /**
     * Records a sign-in attempt as failed before it is checked, so that concurrent attempts cannot exceed the limit; a successful
     * sign-in withdraws it. Attempts from one address wait for each other.
     * @param email as typed
     * @param ip of the client; an IPv6 address counts as its /64 network
     */
    beginAttempt(email: string, ip: string): Promise<Attempt> {
      const [account, address] = [accountKey(email), customerAddress(ip)]
      return attempt(`sign-in ${address}`, account, address, async (tx, since) => {
        const [counted] = await tx.query<{ own: number; all: number; own_oldest: number; all_oldest: number }>(
          `select count(*) filter (where account = $1::text)::int as own, count(*)::int as all,
             min(${ms('at')}) filter (where account = $1::text) as own_oldest, min(${ms('at')}) as all_oldest
           from sign_in_attempts where address = $2::text and at > $3::timestamptz`,
          [account, address, since],
        )
        const { own, all, own_oldest, all_oldest } = counted!
        const isAddressBlocked = own < SIGN_IN_LIMIT.perAccountAndAddress && all >= SIGN_IN_LIMIT.perAddress
        return {
          failedBefore: own,
          blockedSince: own >= SIGN_IN_LIMIT.perAccountAndAddress ? own_oldest : isAddressBlocked ? all_oldest : null,
        }
      })
    },
    /**
     * Records a two-factor code as wrong before it is checked. Codes count for the account from all addresses together: only a
     * caller with the right password gets this far, so nobody can block a colleague.
     */
    beginCodeAttempt(staffId: string): Promise<Attempt> {
      const account = accountKey(`two-factor code of ${staffId}`)
      return attempt(account, account, ANY_ADDRESS, async (tx, since) => {
        const [wrong] = await tx.query<{ count: number; oldest: number | null }>(
          `select count(*)::int as count, min(${ms('at')}) as oldest from sign_in_attempts
           where account = $1::text and address = $2::text and at > $3::timestamptz`,
          [account, ANY_ADDRESS, since],
        )
        const { count, oldest } = wrong!
        return { failedBefore: count, blockedSince: count >= SIGN_IN_LIMIT.codesPerAccount ? oldest : null }
      })
    },
    async takeBackAttempt(id: string): Promise<void> {
      await db.query('delete from sign_in_attempts where id = $1::uuid', [id])
    },
    /** Deletes old attempts, and sessions that ended a week ago. */
    async sweep(): Promise<void> {
      await db.query('delete from sign_in_attempts where at < $1::timestamptz', [iso(clock.now() - LIMIT_WINDOW_MS)])
      await db.query('delete from sessions where expires_at < $1::timestamptz', [
        iso(clock.now() - 7 * 24 * 3600 * 1000),
      ])
    },
  }
}
