/** The columns that a body sets. */
import { KIND_SOURCES, columnOf, writtenValue } from '@server/platform/records/kinds'
import { fileRulesOf, ownFieldOf, type RecordDefinition } from '@contract/records/record'
import { filesIn } from '@contract/records/references'
import type { Columns } from '@server/platform/records/writes'

/**
 * The columns that a body sets: its fields and the switch. The store of a new record is written on its own
 * (`storeCodeOf`). The write also attaches the body's files to the record.
 */
export function columnsOfBody(
  { name: record, fields, allFields }: RecordDefinition,
  body: Readonly<Record<string, unknown>>,
): Columns {
  const places = Object.keys(fileRulesOf({ fields }))
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => allFields[name] && (fields[name] || name === 'is_deleted'))
      .map(([name, value]) => {
        const { type } = allFields[name]!
        const column = { value: writtenValue(type, value), type: KIND_SOURCES[type.kind].write.type, field: name }
        const attaches = places
          .filter((place) => ownFieldOf(place) === name)
          .map((place) => ({ purpose: `${record}.${place}`, ids: filesIn(body, place) }))
        return [columnOf(name, type), attaches.length > 0 ? { ...column, attaches } : column]
      }),
  )
}
