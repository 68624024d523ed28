/** Demo rows of every record, with the ids and dates of the demo (src/demo). */
import { RECORDS, type RecordKey } from '@contract/records/records'
import type { RecordDefinition } from '@contract/records/record'
import { DEMO_ROWS } from '@demo/all'
import { atAnchor, createdAtOf, defaultsOf, demoId, type DemoRow } from '@demo/rows'
import { KIND_SOURCES, columnOf } from '@server/records/kinds'
import { SOURCES } from '@server/records/sources'
import type { Queryable } from './db'
import { insertRows } from './insert-rows'

/**
 * @param stores codes of the house's store and of a partner's; @param createdBy id of a member of staff
 * @param anchor the moment that all dates are relative to, milliseconds since 1970
 */
export async function seedRecords(
  tx: Queryable,
  stores: { own: string; partner: string },
  createdBy: string,
  anchor: number,
): Promise<void> {
  for (const name of Object.keys(RECORDS) as RecordKey[]) {
    const record = RECORDS[name] as unknown as RecordDefinition
    const rows = DEMO_ROWS[name] as readonly DemoRow[]
    const types: Record<string, string> = { position: 'integer', is_deleted: 'boolean' }
    for (const [field, { type }] of Object.entries(record.fields))
      types[columnOf(field, type)] = KIND_SOURCES[type.kind].write.type
    await insertRows(
      tx,
      SOURCES[name].table,
      rows.map((row, index) => {
        const { is_deleted = false, of, by, ...values } = { ...defaultsOf(record), ...atAnchor(row, anchor) } as DemoRow
        const at = createdAtOf(index, rows.length, anchor)
        return {
          id: demoId(name, index),
          ...Object.fromEntries(
            Object.entries(values).map(([field, value]) => [columnOf(field, record.fields[field]!.type), value]),
          ),
          ...(record.switch && { is_deleted }),
          ...(record.ordered && { position: index + 1 }),
          store_code: of === 'partner' ? stores.partner : stores.own,
          created_by: by === 'nobody' ? null : createdBy,
          created_at: at,
          updated_at: at,
        }
      }),
      { types },
    )
  }
}
