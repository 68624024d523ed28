/** Lists, counts and names of a record. */
import { EVERYTHING, can, canRead } from '@contract/permissions'
import { mayReadNames } from '@contract/records/names'
import { type RecordDefinition, countedValues, pickedFields, searchedFields } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import { type Answer, type Caller, callerOf } from '../../call'
import { answerList } from '../../lists'
import { forbidden } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import type { RecordCall } from './call'
import { isChoosable, isErased, nameOf, rowsOf } from './rows'
import { isVisible } from './stores'
import { sentLazily, valueOf } from './sent'

const NAMES_AT_MOST = 50

/** The rows that the caller may see, in the order of the list. */
export const listed = (record: RecordDefinition, call: RecordCall) => {
  const rows = rowsOf(record.name).filter((row) => !isErased(row) && isVisible(callerOf(call), row))
  return inListOrder(record, rows)
}
/** Fields that are sorted as text, even if they contain digits. */
export const textFields = ({ allFields }: RecordDefinition) =>
  Object.keys(allFields).filter((name) => ['text', 'slug'].includes(allFields[name]!.type.kind))
/** The order of a list if the request has none. */
export function inListOrder(record: RecordDefinition, rows: readonly StoredRecord[]): StoredRecord[] {
  return record.ordered
    ? rows.toSorted((a, b) => (a.position as number) - (b.position as number))
    : rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** The rows of the caller's stores, as they are sent. A value is computed when it is read: a page needs most of them of few rows. */
export const sentRows = (record: RecordDefinition, call: RecordCall) => {
  const { access } = callerOf(call)
  return listed(record, call).map((row) => sentLazily(record, row, access))
}

/** Counts for Home, of the records that the caller may read and whose definitions ask for it. */
export const countRecords = (caller: Caller) =>
  ALL_RECORDS.flatMap((record) => {
    const values = countedValues(record)
    if (values === null || !can(caller.access, 'read', record.subject)) return []
    const rows = rowsOf(record.name).filter((row) => isVisible(caller, row))
    const parts = values
      .filter(({ field }) => canRead(caller.access, record.subject, field))
      .map(({ field, value }) => ({
        field,
        value,
        count: rows.filter((row) => String(valueOf(record, field, row)) === value).length,
      }))
    return [{ subject: record.subject, total: rows.length, parts }]
  })

/** The names of a record, for pickers. */
export function names(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const caller = callerOf(call)
  if (!mayReadNames(record, caller.access)) throw forbidden(`You may not read the names of ${record.noun[1]}.`)
  const { search, id } = call.query as { search?: string; id?: string[] }
  const found = answerList(
    listed(record, call)
      .filter((row) => (id ? id.includes(row.id) : isChoosable(record, row)))
      .map((row) => sentLazily(record, row, null)),
    {
      itemNo: NAMES_AT_MOST,
      ...(record.ordered ? {} : { sort_by: record.namedBy[0]! }),
      ...(search ? { search } : {}),
    },
    { ...caller, access: { accessible_pages: [EVERYTHING], permissions: [] } },
    record.subject,
    Object.keys(record.allFields),
    searchedFields(record).filter((field) => pickedFields(record).includes(field)),
    textFields(record),
  ).data as unknown as StoredRecord[]
  return {
    data: found.map((row) => ({
      id: row.id,
      name: nameOf(
        record,
        rowsOf(record.name).find(({ id: known }) => known === row.id)!,
      ),
      version: row.version,
      ...(record.identifiedBy !== undefined && { code: row[record.identifiedBy] }),
    })) as never,
  }
}
