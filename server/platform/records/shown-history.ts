/** The history of a record as a person may read it: values in the form of rows, with the current names of references. */
import type { HistoryEntry } from '@contract/entities/history'
import type { PrivateFile } from '@contract/files'
import { canRead, type Access } from '@contract/permissions'
import type { Field, FieldType } from '@contract/records/field'
import { filesOf, refersById } from '@contract/records/kinds'
import { documentOfBlocks, type OldBlock } from '@contract/rich-text/blocks'
import { isMaskedFor, masked } from '@contract/records/mask'
import { pickedFields, type Fields } from '@contract/records/record'
import type { Queryable } from '@server/platform/ports/db'
import { ERASED } from './erasure'
import { SOURCES } from './sources'
import { readNames, type RecordSource } from './source'

type Kind = FieldType['kind']
/** Referenced data of the entries, by id: names of records by record name, and files. */
interface Known {
  names: ReadonlyMap<string, ReadonlyMap<string, string>>
  files: ReadonlyMap<string, PrivateFile>
}

const asItIs = (value: unknown) => value
/** Without the trailing zeros of a column with a fixed scale. */
const trimmed = (value: unknown) =>
  String(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
const named = (id: string, to: string, { names }: Known) => ({ id, name: names.get(to)?.get(id) ?? id })
/** The sort order of rows. */
const IN_ORDER = new Intl.Collator('und')

/** Converts a value of the audit that is not null to the form of a row, by kind. A missing kind fails the type check. */
const VALUES: {
  readonly [K in Kind]: (value: unknown, type: Extract<FieldType, { kind: K }>, known: Known) => unknown
} = {
  text: asItIs,
  longText: asItIs,
  // Entries from before rich text have a list of blocks.
  richText: (value) => (Array.isArray(value) ? documentOfBlocks(value as OldBlock[]) : value),
  email: asItIs,
  phone: asItIs,
  url: asItIs,
  color: asItIs,
  slug: asItIs,
  flag: asItIs,
  integer: Number,
  decimal: trimmed,
  percent: trimmed,
  amount: asItIs,
  coin: trimmed,
  cryptoAddress: asItIs,
  enum: asItIs,
  enums: asItIs,
  reference: (value, { to }, known) => named(value as string, to, known),
  references: (value, { to }, known) =>
    (value as string[]).map((id) => named(id, to, known)).toSorted((a, b) => IN_ORDER.compare(a.name, b.name)),
  // The audit stores times in the database's own format.
  time: (value) => new Date(value as string).toISOString(),
  date: asItIs,
  duration: asItIs,
  person: asItIs,
  image: asItIs,
  images: asItIs,
  role: asItIs,
  storeCode: asItIs,
  tags: asItIs,
  list: (value, { fields }, known) =>
    (value as Readonly<Record<string, unknown>>[]).map((item) =>
      Object.fromEntries(
        Object.entries(item).map(([name, each]) => [
          name,
          each !== null && fields[name] ? shownValue(each, fields[name], known) : each,
        ]),
      ),
    ),
  newPassword: asItIs,
  passwordAgain: asItIs,
  secretText: asItIs,
  files: (value, _type, { files }) => (value as string[]).map((id) => files.get(id) ?? { id, name: null }),
}

const shownValue = (value: unknown, { type }: Field, known: Known): unknown =>
  value === null || value === ERASED
    ? value
    : (VALUES[type.kind] as (value: unknown, type: FieldType, known: Known) => unknown)(value, type, known)

/**
 * @param entries with values as stored in the audit
 * @returns the entries, masked for this person
 */
export async function shownHistory(
  on: Queryable,
  { record }: RecordSource,
  access: Access,
  entries: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  const asks = (action: string): Fields => record.actions[action]?.asks ?? {}
  const known = await readKnown(on, [
    ...entries.flatMap(({ changes }) =>
      changes.flatMap(({ field, before, after }) => {
        const of = record.allFields[field]
        return of ? [{ type: of.type, values: [before, after] }] : []
      }),
    ),
    ...entries.flatMap(({ action, asked }) =>
      asked.flatMap(({ field, value }) => {
        const of = asks(action)[field]
        return of ? [{ type: of.type, values: [value] }] : []
      }),
    ),
  ])
  const shown = (name: string, value: unknown) => {
    const field = record.allFields[name]
    if (!field) return value
    const of = shownValue(value, field, known)
    return typeof of === 'string' && of !== ERASED && isMaskedFor(access, name, field) ? masked(of, field.type) : of
  }
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map(({ field, before, after }) => ({
      field,
      before: shown(field, before) as NonNullable<unknown> | null,
      after: shown(field, after) as NonNullable<unknown> | null,
    })),
    asked: entry.asked
      .filter(({ field }) => isNameReadable(access, asks(entry.action)[field]))
      .map(({ field, value }) => {
        const of = asks(entry.action)[field]
        return { field, value: (of ? shownValue(value, of, known) : value) as NonNullable<unknown> }
      }),
  }))
}

/** Whether the person may read the name behind a reference that was asked for: it may belong to another subject. */
function isNameReadable(access: Access, asked: Field | undefined): boolean {
  if (!asked || !refersById(asked.type)) return true
  const { record } = SOURCES[asked.type.to as keyof typeof SOURCES]
  return pickedFields(record).every((field) => canRead(access, record.subject, field))
}

interface Given {
  type: FieldType
  values: readonly unknown[]
}
/** The values, with those in the items of lists instead of the lists. */
const withItems = (given: readonly Given[]): Given[] =>
  given.flatMap(({ type, values }): Given[] => {
    if (type.kind !== 'list') return [{ type, values }]
    const items = values.flat().filter((each) => typeof each === 'object' && each !== null) as Record<string, unknown>[]
    return Object.entries(type.fields).map(([name, field]) => ({
      type: field.type,
      values: items.map((item) => item[name]),
    }))
  })

/** Reads the referenced rows, with one query per record. */
async function readKnown(on: Queryable, given: readonly Given[]): Promise<Known> {
  const ids = new Map<string, Set<string>>()
  const fileIds = new Set<string>()
  for (const { type, values } of withItems(given)) {
    const found = values.flat().filter((each): each is string => typeof each === 'string' && each !== ERASED)
    if (filesOf(type)?.visibility === 'private') for (const id of found) fileIds.add(id)
    if (!refersById(type)) continue
    const known = ids.get(type.to) ?? new Set()
    for (const id of found) known.add(id)
    ids.set(type.to, known)
  }
  const [names, files] = await Promise.all([
    Promise.all([...ids].map(async ([to, of]) => [to, await readNames(on, to, [...of])] as const)),
    fileIds.size === 0
      ? []
      : on.query<PrivateFile>(
          `select id::text as id, name, content_type, byte_size from files where id = any($1::uuid[])`,
          [[...fileIds]],
        ),
  ])
  return { names: new Map(names), files: new Map(files.map((file) => [file.id, file])) }
}
