/** The stores that rows belong to, and that people see and write. */
import { STORE_FIELD, type AccessStore } from '@contract/permissions'
import type { RecordDefinition } from '@contract/records/record'
import type { Caller } from '../../call'
import { rejected } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import type { Values } from './call'
import { rowsOf } from './rows'

const storeOf = ({ staff }: Caller) => staff.third_party_store_code ?? staff.store_code
/** The store of a new record: that of the reference that determines it, if there is one, or that which the writer chooses. */
export const storeOfNew = ({ storeFrom }: RecordDefinition, body: Values, caller: Caller): string | null =>
  storeFrom
    ? ((rowsOf('store').find(({ id }) => id === body[storeFrom])?.code as string | undefined) ?? null)
    : (body[STORE_FIELD] as string | null | undefined) || storeOf(caller)
/** The stores whose records a person may see and write. */
export const storesOf = (caller: Pick<Caller, 'staff'>): AccessStore[] =>
  rowsOf('store')
    .filter((row) => isVisible(caller, row))
    .map((row) => ({ code: row.code as string, name: row.name as string, is_deleted: row.is_deleted === true }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
/** The chosen store must be enabled, and the caller's. @returns the body without it */
export function withoutStore({ [STORE_FIELD]: chosen, ...body }: Values, caller: Caller): Values {
  if (chosen && !storesOf(caller).some(({ code, is_deleted }) => code === chosen && !is_deleted))
    throw rejected({ [STORE_FIELD]: ['Choose an enabled store of the list'] })
  return body
}
/** The store that a row belongs to: for an account the partner's, if it has one. */
export const storeOfRow = ({ third_party_store_code: partner, store_code }: StoredRecord): string | null =>
  (partner as string | null | undefined) ?? store_code
/** Whether a row of another store is shared with the apps of this one (the definition's `sharedThrough`). */
export function isSharedWith({ sharedThrough }: RecordDefinition, row: StoredRecord, store: string | null): boolean {
  if (!sharedThrough) return false
  const { link, by, field } = sharedThrough
  return rowsOf(link).some((each) => each.is_deleted !== true && each.store_code === store && each[by] === row[field])
}
/** Whether a person may see a row: one of their store. */
export const isVisible = ({ staff }: Pick<Caller, 'staff'>, row: StoredRecord) =>
  staff.third_party_store_code === null || storeOfRow(row) === staff.third_party_store_code
