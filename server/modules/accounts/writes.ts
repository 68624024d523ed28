/** Writes of accounts. Each is one statement: the change, the sessions that end with it, and its audit entry. */
import type { Clock } from '../../lib/clock'
import { CONSTRAINT, SQL_STATE, sqlState, type Db, type Param } from '@server/db/db'
import { createParams, type Params } from '@server/db/params'
import type { Json, Origin } from '@server/http/call'
import { notFound, rejected, stale } from '@server/http/failure'
import type { Live } from '@server/live/live'
import { uuidV7 } from '@server/lib/uuid-v7'
import type { Principal } from '@server/modules/access/principal'
import { statementOf, type WriteKey } from '@server/modules/idempotency/keys'
import { MASKED, auditInsert, type AuditHead } from '@server/modules/audit/entry'
import { forgetRecoveryCodes } from '@server/modules/two-factor/repository'
import { joinsFor, readableFields, rowJson, type AccountKind } from './kinds'
import type { AccountLists } from './list'

/** A written record as the caller may see it. */
export interface Written {
  json: Json<never>
  version: number
}

interface WrittenRow {
  j: string
  id: string
  version: number
  store: string | null
  /** Before an update. */
  old_store: string | null
  sessions: string[] | null
}

/** Whose call it is, and the key that its answer is stored under. */
export interface Act {
  principal: Principal
  origin: Origin
  key: WriteKey | null
}

/** New values of columns; `secret` ones are masked in the audit. */
export interface Changes {
  columns: Readonly<Record<string, { value: Param; type: string; secret?: boolean }>>
  action: string
  /** Why, in the caller's words: it goes into the audit entry. */
  reason?: string
  /** The account's sessions end with it. */
  endsSessions?: boolean
  /** The account's recovery codes are deleted with it. */
  forgetsRecoveryCodes?: boolean
  /** The response's sentence for staff. */
  message: string
  /** The response carries no record. */
  withoutRecord?: true
}

/** The caller may write to the record only within his stores. */
const scope = (principal: Principal, params: Params, alias: string) =>
  principal.stores ? `and ${alias}.store = any(${params.add(principal.stores, 'text[]')})` : ''

const LAST_SUPER_ADMIN = 'This is the last active SUPER_ADMIN. Give the role to somebody else first.'

/** Turns a violated constraint into the messages of its field. @param columns that the statement sets */
function asFieldErrors(error: unknown, columns: Changes['columns']): unknown {
  const state = sqlState(error)
  const constraint = state?.constraint ?? ''
  if (constraint === CONSTRAINT.lastSuperAdmin)
    return rejected(columns.role ? { role: [LAST_SUPER_ADMIN] } : {}, LAST_SUPER_ADMIN)
  if (state?.code === SQL_STATE.uniqueViolation && constraint.endsWith('_email_unique'))
    return rejected({ email: ['This email is already used'] })
  if (state?.code === SQL_STATE.uniqueViolation && constraint.endsWith('_username_unique'))
    return rejected({ username: ['This username is already used'] })
  if (state?.code === SQL_STATE.foreignKeyViolation && constraint.includes('third_party_store_code'))
    return rejected({ third_party_store_code: ['No store has this code'] })
  if (state?.code === SQL_STATE.foreignKeyViolation && constraint.includes('_role_'))
    return rejected({ role: ['Choose a role'] })
  return error
}

export interface AccountWrites {
  /** @returns the record's JSON and version. @throws 404 where it is not there, or not for the caller */
  read(kind: AccountKind, id: string, principal: Principal): Promise<Written>
  /** Whether a member of staff has two-factor on, whatever the caller may read. */
  hasTwoFactor(staffId: string): Promise<boolean>
  /** @throws 422 where email or username are taken, or role or store are none */
  create(kind: AccountKind, columns: Changes['columns'], message: string, act: Act): Promise<Written>
  /**
   * @throws 404, 409 with the current record where `version` is not the current one, 422 as `create` and where no active
   * SUPER_ADMIN would be left (the database decides, so that two people at once cannot both succeed)
   */
  update(kind: AccountKind, id: string, version: number, changes: Changes, act: Act): Promise<Written>
}

export function createAccountWrites(deps: { db: Db; clock: Clock; lists: AccountLists; live: Live }): AccountWrites {
  const { db, clock, lists, live } = deps
  const nowIso = () => new Date(clock.now()).toISOString()

  async function run(text: string, params: Params, columns: Changes['columns']): Promise<WrittenRow | undefined> {
    try {
      const [row] = await db.query<WrittenRow>(text, params.values)
      return row
    } catch (error) {
      throw asFieldErrors(error, columns)
    }
  }

  function told(kind: AccountKind, row: WrittenRow): Written {
    lists.changed(kind)
    live.recordChanged({ subject: kind.subject, id: row.id, version: row.version }, row.store, row.old_store)
    if (row.sessions && row.sessions.length > 0) live.sessionsEnded(row.sessions)
    return { json: row.j as Json<never>, version: row.version }
  }

  /** What a statement on the CTE `changed` gives back to the caller. */
  const result = (kind: AccountKind, principal: Principal, oldStore: string, sessions: string) => {
    const fields = readableFields(kind, principal.access)
    return `select ${rowJson(kind, fields)} as j, u.id::text as id, u.version, u.store, ${oldStore} as old_store, ${sessions} as sessions from ${joinsFor(kind, fields, 'changed')}`
  }

  const read: AccountWrites['read'] = async (kind, id, principal) => {
    const fields = readableFields(kind, principal.access)
    const params = createParams()
    const [row] = await db.query<{ j: string; version: number }>(
      `select ${rowJson(kind, fields)} as j, u.version from ${joinsFor(kind, fields, kind.table)} where u.id = ${params.add(id, 'uuid')} ${scope(principal, params, 'u')}`,
      params.values,
    )
    if (!row) throw notFound()
    return { json: row.j as Json<never>, version: row.version }
  }

  return {
    read,
    async hasTwoFactor(staffId) {
      const rows = await db.query('select id from staff where id = $1::uuid and two_fa_enabled', [staffId])
      return rows.length > 0
    },
    async create(kind, columns, message, { principal, origin, key }) {
      const params = createParams()
      const values = {
        id: params.add(uuidV7(clock.now()), 'uuid'),
        created_at: params.add(nowIso(), 'timestamptz'),
        updated_at: params.add(nowIso(), 'timestamptz'),
        created_by: params.add(principal.staffId, 'uuid'),
        store_code: params.add(principal.storeCode, 'text'),
        ...Object.fromEntries(
          Object.entries(columns).map(([name, { value, type }]) => [name, params.add(value, type)]),
        ),
      }
      const after = Object.entries(columns).map(
        ([name, { secret }]) => `'${name}', ${secret ? `'${MASKED}'` : `changed.${name}`}`,
      )
      const head: AuditHead = { actorId: principal.staffId, action: 'create', subject: kind.subject, origin }
      const audit = auditInsert(params, clock, head, {
        id: 'changed.id::text',
        before: 'null',
        after: `jsonb_build_object(${after.join(', ')})`,
        from: 'from changed',
      })
      const changes = `with changed as (insert into ${kind.table} (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')}) returning *),
        audit as (${audit})`
      const written = result(kind, principal, 'null::text', 'null')
      const text = statementOf(key, params, changes, written, { data: 'j', version: 'version', message })
      return told(kind, (await run(text, params, columns))!)
    },
    async update(kind, id, version, changes, { principal, origin, key }) {
      const { columns, action, reason, endsSessions, forgetsRecoveryCodes, message, withoutRecord } = changes
      const params = createParams()
      const record = params.add(id, 'uuid')
      const at = params.add(nowIso(), 'timestamptz')
      const expected = params.add(version, 'integer')
      const names = Object.keys(columns)
      const sets = [
        ...names.map((name) => `${name} = ${params.add(columns[name]!.value, columns[name]!.type)}`),
        // Also ends a session whose sign-in commits while this statement waits for the row (auth/repository.ts, ALIVE).
        ...(endsSessions ? ['session_epoch = n.session_epoch + 1'] : []),
      ]
      const snapshot = (prefix: string) =>
        `jsonb_build_object(${names.map((name) => `'${name}', ${columns[name]!.secret ? `'${MASKED}'` : `changed.${prefix}${name}`}`).join(', ')})`
      // `o` is the row as it was: the same version, or the update finds nothing.
      const change = `update ${kind.table} n set ${[...sets, `updated_at = ${at}`, 'version = n.version + 1'].join(', ')} from ${kind.table} o
        where n.id = ${record} and o.id = n.id and n.version = ${expected} and o.version = ${expected} ${scope(principal, params, 'n')}
        returning n.*, o.store as old_store${names.map((name) => `, o.${name} as old_${name}`).join('')}`
      const head: AuditHead = { actorId: principal.staffId, action, subject: kind.subject, origin, reason }
      const audit = auditInsert(params, clock, head, {
        id: 'changed.id::text',
        before: snapshot('old_'),
        after: snapshot(''),
        from: 'from changed',
      })
      const ended = endsSessions
        ? `, ended as (update sessions set revoked_at = ${at} where staff_id in (select id from changed) and revoked_at is null returning id::text)`
        : ''
      const forgotten = forgetsRecoveryCodes ? `, forgotten as (${forgetRecoveryCodes('select id from changed')})` : ''
      const text = statementOf(
        key,
        params,
        `with changed as (${change}), audit as (${audit})${ended}${forgotten}`,
        result(kind, principal, 'u.old_store', endsSessions ? '(select array_agg(id) from ended)' : 'null'),
        { data: withoutRecord ? null : 'j', version: 'version', message },
      )
      const row = await run(text, params, columns)
      if (!row) throw stale((await read(kind, id, principal)).json)
      return told(kind, row)
    },
  }
}
