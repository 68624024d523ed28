/** Changed arguments and sources, of which the planted faults consist. */
import { EVERYTHING, rightsOn } from '@contract/permissions'
import type { RecordDefinition } from '@contract/records/record'
import type { FieldSource, RecordTable } from '@server/platform/records/table'
import type { Principal, Reader } from '@server/platform/modules/access/principal'
import type { Asked, Fault } from './planted'

export const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

export const withField = (kind: RecordTable, name: string, changed: Partial<FieldSource>): RecordTable => ({
  ...kind,
  fields: { ...kind.fields, [name]: { ...kind.fields[name]!, ...changed } },
})

export const withQuery = (asked: Asked, changed: object): Asked => ({ ...asked, query: { ...asked.query, ...changed } })

export const everywhere = <R extends Reader>(principal: R): R => ({ ...principal, stores: null })

/** The person with the right to read one more field. */
export function reading(principal: Reader, { subject }: RecordDefinition, name: string): Reader {
  const { read } = rightsOn(principal.access, subject)
  if (read.length === 0 || read.includes(EVERYTHING)) return principal
  const more = { action: 'read' as const, subject, fields: [name] }
  return { ...principal, access: { ...principal.access, permissions: [...principal.access.permissions, more] } }
}

/** The person with the right to read all fields, also of a record that they may not read at all. */
export const readingAll = (principal: Principal, { subject }: RecordDefinition): Principal => ({
  ...principal,
  access: {
    ...principal.access,
    permissions: [...principal.access.permissions, { action: 'read', subject, fields: [EVERYTHING] }],
  },
})

export const readableOf = ({ access }: Reader, { subject, allFields }: RecordDefinition) => {
  const { read } = rightsOn(access, subject)
  return Object.keys(allFields).filter((name) => read.includes(EVERYTHING) || read.includes(name))
}

export type Part = Omit<Fault, 'record' | 'type'>

export const withRecord = (changed: (record: RecordDefinition) => RecordDefinition): Fault['source'] => {
  return (source) => {
    const open = source as { record: RecordDefinition }
    const before = open.record
    open.record = changed(before)
    return () => {
      open.record = before
    }
  }
}

export const without = (values: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(values).filter(([each]) => each !== name))

/** A field whose value is read in another way. @param sql of its value; `u` is the row */
export const withShown = (name: string, sql: string): Fault['source'] => {
  return (source) => {
    const open = source as { fields: RecordTable['fields'] }
    const before = open.fields
    open.fields = { ...before, [name]: { ...before[name]!, value: sql, key: sql } }
    return () => {
      open.fields = before
    }
  }
}
