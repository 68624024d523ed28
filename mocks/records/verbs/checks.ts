/** What is checked before a record is written. */
import type { FieldType } from '@contract/records/field'
import { placesOf, refersByCode } from '@contract/records/kinds'
import type { Fields, RecordDefinition } from '@contract/records/record'
import { recordNamed } from '@contract/records/records'
import { keptReferences, referencesIn } from '@contract/records/references'
import { type Caller, callerOf } from '../../call'
import { Refusal, notFound, rejected, stale } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import type { RecordCall, Values } from './call'
import { isChoosable, isErased, keptRows, rowsOf } from './rows'
import { isVisible, storeOfNew } from './stores'
import { asKept, readable } from './sent'

/** @returns the row of the address. @throws 404, also where it is of another store */
export function find(record: RecordDefinition, call: RecordCall): StoredRecord {
  const row = rowsOf(record.name).find(({ id }) => id === call.params.id)
  if (!row || isErased(row) || !isVisible(callerOf(call), row)) throw notFound()
  return row
}

/** @returns the same, to be changed. @throws 428 without a version, 409 with the row for an old one */
export function findToWrite(record: RecordDefinition, call: RecordCall): StoredRecord {
  const row = find(record, call)
  if (call.ifMatch === null) throw new Refusal(428)
  if (call.ifMatch !== row.version) throw stale(readable(record, row, callerOf(call)))
  return row
}

/** References in a body must exist, be enabled and be in a store of the caller; those that a row has already may stay. */
export function requireReferences(fields: Fields, body: Values, caller: Caller, current: Values | null = null): void {
  const errors: Record<string, string[]> = {}
  const isKept = keptReferences(fields, current)
  for (const each of referencesIn(fields, body)) {
    const { at, type, to } = each
    const ids = each.keys.filter((id) => !isKept(each, id))
    const target = recordNamed(to)
    const key = refersByCode(type) ? target.identifiedBy! : 'id'
    const found = rowsOf(to).filter(
      (row) => ids.includes(row[key] as string) && isChoosable(recordNamed(to), row) && isVisible(caller, row),
    )
    if (found.length < ids.length) errors[at] = [`Choose an enabled ${target.noun[0]} of the list`]
  }
  if (Object.keys(errors).length > 0) throw rejected(errors)
}

/** In any letter case; numbers with any number of decimals. */
export const same = (left: unknown, right: unknown, type?: FieldType) =>
  typeof left !== 'string' || typeof right !== 'string'
    ? left === right
    : type && placesOf(type) !== null
      ? Number(left) === Number(right)
      : left.toLowerCase() === right.toLowerCase()

/** @param own the record that is changed; null for a new one in the caller's store */
export function requireUnique(record: RecordDefinition, body: Values, own: StoredRecord | null, caller: Caller): void {
  const { fields, uniqueTogether, noun } = record
  const store = own ? own.store_code : storeOfNew(record, body, caller)
  const everywhere = keptRows(record.name).filter((row) => row !== own)
  const others = everywhere.filter((row) => row.store_code === store)
  for (const [name, value] of Object.entries(body))
    if (
      fields[name]?.unique &&
      asKept(value) !== null &&
      (fields[name].unique === 'everywhere' ? everywhere : others).some((row) =>
        same(row[name], value, fields[name]!.type),
      )
    )
      throw rejected({ [name]: [`This ${fields[name].label.toLowerCase()} is already used`] })
  if (!uniqueTogether?.some((name) => name in body)) return
  const next: Values = { ...own, ...body }
  if (others.some((row) => uniqueTogether.every((name) => same(row[name], next[name])))) {
    const labels = uniqueTogether.map((name) => fields[name]!.label.toLowerCase()).join(' and ')
    throw rejected({ [uniqueTogether.at(-1)!]: [`There is already a ${noun[0]} with this ${labels}`] })
  }
}
