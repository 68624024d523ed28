/** The import of a CSV file. */
import { REASON } from '@contract/entities/history'
import { canRead } from '@contract/permissions'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import {
  type CsvRow,
  type Named,
  IMPORT_REASON,
  createRowReader,
  importedBy,
  readCsv,
  referable,
} from '@contract/records/import'
import type { RecordDefinition } from '@contract/records/record'
import { recordNamed } from '@contract/records/records'
import { type Answer, callerOf } from '../../call'
import { rehearse } from '../../db'
import { Refusal, forbidden, rejected } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import type { RecordCall, Values } from './call'
import { create, update } from './change'
import { same } from './checks'
import { rowsOf } from './rows'
import { isVisible, storeOfNew, withoutStore } from './stores'
import { whole } from './sent'

/** Checks or applies the lines of a file. @throws 403, 422 */
export function importCsv(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const caller = callerOf(call)
  const { columns, key } = record.imports!
  const hidden = columns.find((field) => !canRead(caller.access, record.subject, field))
  if (hidden !== undefined) throw forbidden(`An import needs the right to read ${hidden} of ${record.subject}.`)
  const { dry_run, ...chosen } = call.query as { dry_run?: boolean } & Values
  withoutStore(chosen, caller)
  const store = storeOfNew(record, chosen, caller)
  const file = readCsv(record, call.file)
  if ('refusal' in file) throw rejected({}, file.refusal)
  const read = createRowReader(record, (name) => {
    const target = recordNamed(name)
    // Of several with the same name the last one is taken: that of the file's store.
    const visible = rowsOf(name)
      .filter((row) => isVisible(caller, row))
      .toSorted((a, b) => Number(a.store_code === store) - Number(b.store_code === store))
    const nameOfRow = (row: StoredRecord) => String(row[importedBy(target)] as string).toLowerCase()
    const named = visible.map((row): [string, Named] => [
      nameOfRow(row),
      { id: row.id, isEnabled: row.is_deleted !== true },
    ])
    return referable(target, new Map(named))
  })
  const counts = { new: 0, changed: 0, same: 0, refused: 0 }
  const lineOfKey = new Map<string, number>()
  const decide = (row: CsvRow): ImportLine => {
    const name = row.cells[key] ?? ''
    const line = (outcome: ImportLine['outcome'], message: string | null, changes: ImportLine['changes'] = []) => {
      counts[outcome] += 1
      return { line: row.line, outcome, key: name, changes, message }
    }
    const earlier = name === '' ? undefined : lineOfKey.get(name.toLowerCase())
    if (earlier !== undefined) return line('refused', `Line ${earlier} is about it too`)
    lineOfKey.set(name.toLowerCase(), row.line)
    const current = rowsOf(record.name).find((each) => each.store_code === store && same(each[key], name))
    const result = read(row, current ? whole(record, current) : null)
    if ('refusal' in result) return line('refused', result.refusal)
    if (current && result.changes.length === 0) return line('same', null)
    const told = { [REASON]: IMPORT_REASON }
    const one = {
      ...call,
      body: { ...result.body, ...(!current && chosen) },
      told,
      ...(current && { params: { id: current.id }, ifMatch: current.version }),
    }
    try {
      if (current) update(record, one)
      else create(record, one)
      return line(current ? 'changed' : 'new', null, result.changes)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return line('refused', error.message)
    }
  }
  const isDry = dry_run === true
  const perform = () => file.rows.map(decide)
  const lines = isDry ? rehearse(perform) : perform()
  const end: ImportEnd = { end: isDry ? 'checked' : 'applied', ...counts, message: null }
  return { data: [...lines, end] as never, total_count: file.rows.length }
}
