/** What staff and end users have in common in the mocks: list, one, its history, create, update, enable or disable, reset password. */
import { HISTORY_ENTRIES, type HistoryEntry } from '@contract/entities/history'
import { isEnableDisable } from '@contract/http/account-operations'
import type { Role } from '@contract/entities/role'
import { SUPER_ADMIN, type Subject } from '@contract/permissions'
import { callerOf, type Answer, type Call, type Caller } from '../call'
import { db, endSessionsOf, tell } from '../db'
import { mockId } from '../ids'
import { answerList, inStore, mayTouchRole, readable } from '../lists'
import { forbidden, notFound, Refusal, rejected, stale } from '../refusal'
import { sentinelOf } from '../sentinels'

/** What the mock must know of an account, whatever its kind. */
interface Account {
  id: string
  version: number
  email: string
  username: string
  role: string
  is_deleted: boolean
  third_party_store_code: string | null
  updatedAt: string
}
interface Typed {
  email?: string
  username?: string
  role?: string
  third_party_store_code?: string | undefined
}
interface Created extends Typed {
  email: string
  username: string
  role: string
  password: string
  confirm_password: string
}
type ListQuery = Parameters<typeof answerList>[1]
interface IdParams {
  id: string
}

export interface AccountKind<R extends Account> {
  subject: Subject
  roles: Role['kind']
  /** Fields of the contract that may leave. */
  fields: readonly string[]
  /** Fields that a search finds. */
  searched: readonly string[]
  records(): R[]
  /** A new record out of what was typed. */
  make(typed: Created, id: string, caller: Caller): R
  /** The password of a record was set anew. */
  setPassword(record: R, password: string): void
}

const sameText = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** The handlers of one kind of account. */
export function accountHandlers<R extends Account>(kind: AccountKind<R>) {
  const sent = (record: R, caller: Caller) => readable(record, caller, kind.subject, kind.fields)
  const answer = (record: R, caller: Caller, message?: string): Answer<R> => ({
    data: sent(record, caller) as Answer<R>['data'],
    ...(message ? { message } : {}),
  })

  const find = (call: Call<IdParams>): R => {
    const record = kind.records().find(({ id }) => id === call.params.id)
    if (!record || !inStore(callerOf(call), record)) throw notFound()
    return record
  }
  /** The record that a write is about, when the write may go on. */
  const findToWrite = (call: Call<IdParams>): R => {
    const caller = callerOf(call)
    const record = find(call)
    if (!mayTouchRole(caller, record.role)) throw forbidden('Only a SUPER_ADMIN may change a SUPER_ADMIN.')
    if (call.ifMatch === null) throw new Refusal(428)
    if (call.ifMatch !== record.version || sentinelOf(record.email, true) === 'conflict')
      throw stale(sent(record, caller))
    if (sentinelOf(record.email, true) === 'rejected') throw rejected({ email: ['This address is blocked.'] })
    return record
  }
  /** Adds an entry to the record's history. @param before values of the changed fields */
  const remember = (
    record: R,
    caller: Caller,
    now: number,
    action: string,
    before: Readonly<Record<string, unknown>>,
  ) => {
    const values = record as unknown as Record<string, unknown>
    const entry: HistoryEntry = {
      id: crypto.randomUUID(),
      at: new Date(now).toISOString(),
      by: { id: caller.staff.id, username: caller.staff.username },
      action,
      changes: Object.entries(before).map(([field, value]) => ({
        field,
        before: value as HistoryEntry['changes'][number]['before'],
        after: (values[field] ?? null) as HistoryEntry['changes'][number]['after'],
      })),
    }
    db.history.set(record.id, [entry, ...(db.history.get(record.id) ?? [])].slice(0, HISTORY_ENTRIES))
  }
  const saved = (record: R, now: number) => {
    record.version += 1
    record.updatedAt = new Date(now).toISOString()
    tell({ type: 'record:changed', payload: { subject: kind.subject, id: record.id, version: record.version } })
    return record
  }

  /** Rules that are the server's alone. @param own the record that is being changed, null for a new one */
  const checkTyped = (typed: Typed, caller: Caller, own: R | null) => {
    const errors: Record<string, string[]> = {}
    const ownStore = caller.staff.third_party_store_code
    const others = kind.records().filter((record) => record !== own)
    if (typed.email !== undefined && others.some((record) => sameText(record.email, typed.email!)))
      errors.email = ['This email is already used']
    if (typed.username !== undefined && others.some((record) => sameText(record.username, typed.username!)))
      errors.username = ['This username is already used']
    if (sentinelOf(typed.email, true) === 'rejected') errors.email = ['This address is blocked.']
    const role = db.roles.find(({ name, kind: of }) => name === (typed.role ?? own?.role) && of === kind.roles)
    const store = typed.third_party_store_code ?? own?.third_party_store_code
    if (!role) errors.role = ['Choose a role']
    else if (role.needs_store && !store) errors.third_party_store_code = ['This role needs a store code']
    if (typed.third_party_store_code && !db.stores.includes(typed.third_party_store_code))
      errors.third_party_store_code = ['No store has this code']
    // A partner's staff uses no store but its own; for a new record an empty code means that one.
    const chosen = own === null ? typed.third_party_store_code || ownStore : typed.third_party_store_code
    if (ownStore !== null && chosen !== undefined && chosen !== ownStore)
      errors.third_party_store_code = ['You can only use a store of your own']
    if (Object.keys(errors).length > 0) throw rejected(errors)
    if (role && typed.role === SUPER_ADMIN && !mayTouchRole(caller, role.name))
      throw forbidden('You may not give this role.')
  }

  const enableDisable = (call: Call<IdParams, unknown, { is_deleted: boolean }>): Answer<R> => {
    const caller = callerOf(call)
    const record = findToWrite(call)
    if (record.id === caller.staff.id) throw forbidden('You may not disable yourself.')
    const before = { is_deleted: record.is_deleted }
    record.is_deleted = call.body.is_deleted
    remember(record, caller, call.now, record.is_deleted ? 'disable' : 'enable', before)
    if (record.is_deleted) endSessionsOf(record.id)
    return answer(saved(record, call.now), caller, record.is_deleted ? 'Successfully Disabled' : 'Successfully Enabled')
  }

  return {
    list: (call: Call<unknown, ListQuery>): Answer<R[]> =>
      answerList(kind.records(), call.query, callerOf(call), kind.subject, kind.fields, kind.searched),
    get: (call: Call<IdParams>): Answer<R> => answer(find(call), callerOf(call)),
    history: (call: Call<IdParams>): Answer<HistoryEntry[]> => {
      const record = find(call)
      const visible = sent(record, callerOf(call))
      return {
        data: (db.history.get(record.id) ?? []).map((entry) => ({
          ...entry,
          changes: entry.changes.filter(({ field }) => field in visible),
        })),
      }
    },
    create: (call: Call<unknown, unknown, Created>): Answer<R> => {
      const caller = callerOf(call)
      checkTyped(call.body, caller, null)
      const record = kind.make(call.body, mockId('fresh', db.nextNumber++), caller)
      // The record of a partner's staff is in its own store.
      if (caller.staff.third_party_store_code !== null)
        record.third_party_store_code = caller.staff.third_party_store_code
      kind.records().unshift(record)
      const typed = Object.keys(call.body).filter((field) => field in sent(record, caller))
      remember(record, caller, call.now, 'create', Object.fromEntries(typed.map((field) => [field, null])))
      tell({ type: 'record:changed', payload: { subject: kind.subject, id: record.id, version: record.version } })
      return answer(record, caller, 'Successfully Added')
    },
    update: (call: Call<IdParams, unknown, Typed | { is_deleted: boolean }>): Answer<R> => {
      const { body } = call
      if (isEnableDisable(body)) return enableDisable({ ...call, body })
      const caller = callerOf(call)
      const record = findToWrite(call)
      const typed = body as Typed
      checkTyped(typed, caller, record)
      const was = record as unknown as Record<string, unknown>
      const before = Object.fromEntries(Object.keys(typed).map((field) => [field, was[field] ?? null]))
      Object.assign(
        record,
        typed,
        'third_party_store_code' in typed ? { third_party_store_code: typed.third_party_store_code || null } : {},
      )
      remember(record, caller, call.now, 'update', before)
      return answer(saved(record, call.now), caller, 'Successfully Updated')
    },
    enableDisable,
    /** Staff only. @param turnOff ends the record's two-factor */
    resetTwoFactor: (call: Call<IdParams>, isOn: (record: R) => boolean, turnOff: (record: R) => void): Answer<R> => {
      const caller = callerOf(call)
      const record = findToWrite(call)
      if (record.id === caller.staff.id)
        throw forbidden('Turn off your own two-factor authentication in your account menu.')
      if (!isOn(record))
        throw new Refusal(409, {
          message: 'Two-factor authentication is already off for this account.',
          current: sent(record, caller),
        })
      turnOff(record)
      endSessionsOf(record.id)
      return answer(saved(record, call.now), caller, 'Two-factor reset successfully')
    },
    resetPassword: (call: Call<IdParams, unknown, { password: string }>): Answer<never> => {
      const record = findToWrite(call)
      kind.setPassword(record, call.body.password)
      endSessionsOf(record.id)
      remember(record, callerOf(call), call.now, 'reset-password', {})
      saved(record, call.now)
      return { data: null as never, message: 'Reset Password successfully' }
    },
  }
}
