/** The stored rows of every record. */
import { campaignStatusAt, isCampaign } from '@contract/records/campaigns'
import type { Reference } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'
import { recordNamed, type RecordKey } from '@contract/records/records'
import { db } from '../../db'
import type { Behaviour, StoredRecord } from '../behaviour'
import { BEHAVIOURS } from '../behaviours'

export const behaviourOf = (name: string): Behaviour => BEHAVIOURS[name as RecordKey] ?? {}
/** The stored rows; a record that is a part of another one has its rows there. */
export const keptRows = (name: string): StoredRecord[] => {
  const { partOf } = recordNamed(name)
  return partOf ? keptRows(partOf.record) : (behaviourOf(name).rows?.() ?? db.records[name as RecordKey])
}
/** The rows of a record; of a part of another one, those with its value. */
export const rowsOf = (name: string): StoredRecord[] => {
  const { partOf } = recordNamed(name)
  if (!partOf) return keptRows(name)
  return keptRows(name).filter((row) => {
    const value = row[partOf.field] ?? null
    return partOf.value === undefined ? value !== null : value === partOf.value
  })
}
/** The name of a row, of all fields that name it. */
export const nameOf = (record: RecordDefinition, row: StoredRecord): string =>
  record.namedBy
    .map((field) => {
      const { type } = record.fields[field]!
      return type.kind === 'reference' ? (named(type.to, row[field])?.name ?? '') : row[field]
    })
    .join(' ')
/** A reference as it is sent; null where there is no such row. */
export const named = (to: string, id: unknown): Reference | null => {
  const row = rowsOf(to).find((each) => each.id === id)
  return row ? { id: row.id, name: nameOf(recordNamed(to), row) } : null
}

/** Whether forms offer a row and bodies may name it: an enabled one; of campaigns, one that has not ended. */
export const isChoosable = (record: RecordDefinition, row: StoredRecord) =>
  row.is_deleted !== true && !(isCampaign(record) && campaignStatusAt(row, Date.now()) === 'ENDED')

/** An erased row is in no list and cannot be read. */
export const isErased = (row: StoredRecord) => typeof row.erased_at === 'string'
