/** The calls that staff and end users have in common: list, one, its history, create, update, enable or disable, reset password. */
import type { InferType } from 'yup'
import { isEnableDisable } from '@contract/http/account-operations'
import { passwordResetSchema } from '@contract/entities/account'
import type { Param } from '@server/db/db'
import type { Answer, Json, Origin } from '@server/http/call'
import { forbidden, rejected, stale } from '@server/http/failure'
import { hashPassword } from '@server/lib/secrets'
import type { Live } from '@server/live/live'
import { SUCCESS_MESSAGE } from '@server/messages'
import type { Principal } from '@server/modules/access/principal'
import type { HistoryReader } from '@server/modules/audit/history'
import type { AccessService } from '@server/modules/access/service'
import type { WriteKey } from '@server/modules/idempotency/keys'
import type { ListQuery } from '@server/records/filters'
import { isOnePiece, type RecordLists } from '@server/records/list'
import { readableFields } from '@server/records/table'
import type { Act, Changes, RecordWrites, Written } from '@server/records/writes'
import type { Db } from '@server/db/db'
import { forgetRecoveryCodes } from '@server/modules/two-factor/repository'
import { STAFF, type AccountKind } from './kinds'

/** Fields of an account that a body may carry. */
interface AccountFields {
  first_name?: string
  last_name?: string
  username?: string
  email?: string
  role?: string
  third_party_store_code?: string
}
interface NewAccount extends AccountFields {
  role: string
  password: string
}
type PasswordReset = InferType<typeof passwordResetSchema>

/** What the handlers of a call need of it. */
interface OnRecord<B> {
  params: { id: string }
  body: B
  ifMatch: number
  principal: Principal
  origin: Origin
  key: WriteKey | null
}
interface OnList {
  query: object
  principal: Principal
  streamed: boolean
  readonly signal: AbortSignal
}

const TEXT_FIELDS = ['first_name', 'last_name', 'username', 'email', 'role'] as const

/** The columns that a body sets; an empty store code clears it. */
function columnsOf(fields: AccountFields): Record<string, { value: Param; type: string }> {
  const columns: Record<string, { value: Param; type: string }> = {}
  for (const name of TEXT_FIELDS) {
    const value = fields[name]
    if (value !== undefined) columns[name] = { value, type: 'text' }
  }
  if (fields.third_party_store_code !== undefined)
    columns.third_party_store_code = { value: fields.third_party_store_code || null, type: 'text' }
  return columns
}

const answer = <D>({ json, version }: Written, message?: string): Answer<D> => ({
  json: json as Json<D>,
  version,
  message,
})

export interface AccountServiceDeps {
  db: Db
  lists: RecordLists
  writes: RecordWrites
  access: AccessService
  history: HistoryReader
  live: Live
}

/** @param kind staff or end users */
export function createAccountService(
  kind: AccountKind,
  { db, lists, writes, access, history, live }: AccountServiceDeps,
) {
  const isStaff = kind === STAFF

  /** The account's sessions end with the change; `forgotten`: so do its recovery codes. */
  const endingSessions = (forgotten = false): Pick<Changes, 'sets' | 'also' | 'returns'> => ({
    // Also ends a session whose sign-in commits while this statement waits for the row (auth/repository.ts, ALIVE).
    sets: ['session_epoch = n.session_epoch + 1'],
    also: (_params, at) => ({
      ended: `update sessions set revoked_at = ${at} where staff_id in (select id from changed) and revoked_at is null returning id::text`,
      ...(forgotten ? { forgotten: forgetRecoveryCodes('select id from changed') } : {}),
    }),
    returns: { sessions: '(select array_agg(id) from ended)' },
  })

  /** Writes to an account, and closes the sockets of the sessions that ended with it. */
  async function write(id: string, version: number, changes: Changes, act: Act): Promise<Written> {
    const { returned, ...written } = await writes.update<{ sessions?: string[] | null }>(
      kind,
      id,
      version,
      changes,
      act,
    )
    if (returned.sessions && returned.sessions.length > 0) live.sessionsEnded(returned.sessions)
    return written
  }

  /** A person bound to stores can put a record into one of these only. */
  function requireOwnStore(principal: Principal, store: string | null) {
    if (principal.stores && (store === null || !principal.stores.includes(store))) {
      throw rejected({ third_party_store_code: ['You can only use a store of your own'] })
    }
  }

  /** Staff: nobody touches himself in this way, nor an account with rights above his own. */
  async function requireTouchable(principal: Principal, id: string, self: string) {
    if (!isStaff) return
    if (id === principal.staffId) throw forbidden(self)
    await access.requireNotAbove(principal, id)
  }

  async function requireStoreWithRole(role: string, principal: Principal, store: string | null | undefined) {
    const { needs_store } = await access.requireGivable(principal, role, kind.roleKind)
    if (needs_store && !store) throw rejected({ third_party_store_code: ['Required for this role'] })
  }

  async function enableOrDisable<D>({
    params,
    body,
    ifMatch,
    principal,
    origin,
    key,
  }: OnRecord<{ is_deleted: boolean }>): Promise<Answer<D>> {
    await requireTouchable(principal, params.id, 'You cannot enable or disable your own account.')
    const changes: Changes = {
      columns: { is_deleted: { value: body.is_deleted, type: 'boolean' } },
      action: body.is_deleted ? 'disable' : 'enable',
      ...(isStaff && body.is_deleted ? endingSessions() : {}),
      message: body.is_deleted ? SUCCESS_MESSAGE.disabled : SUCCESS_MESSAGE.enabled,
    }
    const written = await write(params.id, ifMatch, changes, { principal, origin, key })
    return answer(written, changes.message)
  }

  async function changeFields<D>({
    params,
    body,
    ifMatch,
    principal,
    origin,
    key,
  }: OnRecord<AccountFields>): Promise<Answer<D>> {
    const columns = columnsOf(body)
    if (Object.keys(columns).length === 0) throw rejected({}, 'There is nothing to change.')
    const isSelf = isStaff && params.id === principal.staffId
    if (isSelf && body.role !== undefined) throw forbidden('You cannot change your own role.')
    const current = isStaff ? await access.requireNotAbove(principal, params.id) : null
    const { third_party_store_code: store } = body
    if (store !== undefined) requireOwnStore(principal, store || null)
    if (current && !isSelf && (body.role !== undefined || store === '')) {
      await requireStoreWithRole(body.role ?? current.role, principal, store ?? current.third_party_store_code)
    } else if (body.role !== undefined) await access.requireGivable(principal, body.role, kind.roleKind)
    const changes: Changes = { columns, action: 'update', message: SUCCESS_MESSAGE.updated }
    const written = await write(params.id, ifMatch, changes, { principal, origin, key })
    if (isStaff && (body.role !== undefined || store !== undefined)) live.accessChanged(params.id)
    return answer(written, changes.message)
  }

  return {
    async list<D>(call: OnList): Promise<Answer<D>> {
      const { principal } = call
      const asked = call.query as ListQuery
      if (call.streamed || !isOnePiece(asked)) return lists.stream(kind, asked, principal, call.signal)
      const { json, total_count } = await lists.page(kind, asked, principal)
      return { json: json as Json<D>, total_count }
    },
    async get<D>({ params, principal }: Pick<OnRecord<never>, 'params' | 'principal'>): Promise<Answer<D>> {
      return answer(await writes.read(kind, params.id, principal))
    },
    async history<D>({ params, principal }: Pick<OnRecord<never>, 'params' | 'principal'>): Promise<Answer<D>> {
      // Refused as the record itself is: in another store there is no such record.
      await writes.read(kind, params.id, principal)
      const entries = await history(kind.subject, params.id, readableFields(kind, principal.access))
      return { json: JSON.stringify(entries) as Json<D> }
    },
    async create<D>({ body, principal, origin, key }: { body: NewAccount } & Act): Promise<Answer<D>> {
      await requireStoreWithRole(body.role, principal, body.third_party_store_code)
      requireOwnStore(principal, body.third_party_store_code || principal.storeCode)
      const columns: Changes['columns'] = {
        ...columnsOf(body),
        password_hash: { value: await hashPassword(body.password), type: 'text', secret: true },
      }
      return answer(
        await writes.create(kind, columns, SUCCESS_MESSAGE.added, { principal, origin, key }),
        SUCCESS_MESSAGE.added,
      )
    },
    /** Either the fields of the edit form, or exactly `{ is_deleted }`. */
    update: <D>({
      params,
      body,
      ifMatch,
      principal,
      origin,
      key,
    }: OnRecord<AccountFields | { is_deleted: boolean }>): Promise<Answer<D>> => {
      const call = { params, ifMatch, principal, origin, key }
      return isEnableDisable(body)
        ? enableOrDisable({ ...call, body })
        : changeFields({ ...call, body: body as AccountFields })
    },
    enableDisable: enableOrDisable,
    /** Staff only: turns somebody else's two-factor off, for who lost their phone. */
    async resetTwoFactor<D>(call: OnRecord<{ reason: string }>): Promise<Answer<D>> {
      const { params, body, ifMatch, principal, origin, key } = call
      await requireTouchable(principal, params.id, 'Turn off your own two-factor authentication in your account menu.')
      const current = await writes.read(kind, params.id, principal)
      const [isOn] = await db.query('select id from staff where id = $1::uuid and two_fa_enabled', [params.id])
      if (!isOn) throw stale(current.json, 'Two-factor authentication is already off for this account.')
      const nothing = { value: null, type: 'text' }
      const changes: Changes = {
        columns: {
          two_fa_enabled: { value: false, type: 'boolean' },
          two_fa_secret: { ...nothing, secret: true },
          two_fa_pending_secret: { ...nothing, secret: true },
        },
        action: 'reset-two-fa',
        reason: body.reason,
        ...endingSessions(true),
        message: SUCCESS_MESSAGE.twoFactorReset,
      }
      const written = await write(params.id, ifMatch, changes, { principal, origin, key })
      return answer(written, changes.message)
    },
    async resetPassword<D>({
      params,
      body,
      ifMatch,
      principal,
      origin,
      key,
    }: OnRecord<PasswordReset>): Promise<Answer<D>> {
      await requireTouchable(principal, params.id, 'Change your own password with Change Password.')
      const changes: Changes = {
        columns: { password_hash: { value: await hashPassword(body.password), type: 'text', secret: true } },
        action: 'reset-password',
        ...(isStaff ? endingSessions() : {}),
        message: SUCCESS_MESSAGE.passwordReset,
        withoutRecord: true,
      }
      const { version } = await write(params.id, ifMatch, changes, { principal, origin, key })
      return { json: 'null' as Json<D>, version, message: changes.message }
    },
  }
}
