/** The stored rows of every record, and who may see them. */
import { type AccessStore, STORE_FIELD } from '@contract/permissions'
import { campaignStatusAt, isCampaign } from '@contract/records/campaigns'
import type { Reference } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'
import { RECORDS, type RecordKey } from '@contract/records/records'
import type { Caller } from '../../call'
import { db } from '../../db'
import { rejected } from '../../refusal'
import type { Behaviour, StoredRecord } from '../behaviour'
import { BEHAVIOURS } from '../behaviours'
import type { Values } from './call'

export const ALL = Object.values(RECORDS) as unknown as RecordDefinition[]
export const definitionOf = (name: string) => RECORDS[name as RecordKey] as unknown as RecordDefinition
export const behaviourOf = (name: string): Behaviour => BEHAVIOURS[name as RecordKey] ?? {}
/** The stored rows; a record that is a part of another one has its rows there. */
export const keptRows = (name: string): StoredRecord[] => {
  const { partOf } = definitionOf(name)
  return partOf ? keptRows(partOf.record) : (behaviourOf(name).rows?.() ?? db.records[name as RecordKey])
}
export const rowsOf = (name: string): StoredRecord[] => {
  const { partOf } = definitionOf(name)
  if (!partOf) return keptRows(name)
  return keptRows(name).filter((row) => {
    const value = row[partOf.field] ?? null
    return partOf.value === undefined ? value !== null : value === partOf.value
  })
}
export const nameOf = (record: RecordDefinition, row: StoredRecord): string =>
  record.namedBy
    .map((field) => {
      const { type } = record.fields[field]!
      return type.kind === 'reference' ? (named(type.to, row[field])?.name ?? '') : row[field]
    })
    .join(' ')
export const named = (to: string, id: unknown): Reference | null => {
  const row = rowsOf(to).find((each) => each.id === id)
  return row ? { id: row.id, name: nameOf(definitionOf(to), row) } : null
}

/** Whether forms offer a row and bodies may name it: an enabled one; of campaigns, one that has not ended. */
export const isChoosable = (record: RecordDefinition, row: StoredRecord) =>
  row.is_deleted !== true && !(isCampaign(record) && campaignStatusAt(row, Date.now()) === 'ENDED')

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
export const isVisible = ({ staff }: Pick<Caller, 'staff'>, row: StoredRecord) =>
  staff.third_party_store_code === null || storeOfRow(row) === staff.third_party_store_code

export const isErased = (row: StoredRecord) => typeof row.erased_at === 'string'
