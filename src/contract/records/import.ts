/**
 * CSV files for records (catalogue, Import): parsing the file, and converting a line to the body of a write. Shared by
 * server and mocks; the console sends the file unchanged.
 */
import Papa from 'papaparse'
import { WHOLE_LIST_MAX } from '../constants'
import { readAs, readNumber, readWord } from '../typed'
import type { EnumLabels, Field, FieldType } from './field'
import { holdsList, placesOf, readingOf, refersById } from './kinds'
import type { RecordDefinition } from './record'
import { createSchema, updateSchema } from './schemas'

/** The reason in the history of a record that an import added or changed. */
export const IMPORT_REASON = 'Import of a file'

/** A line of the file that contains a record. */
export interface CsvRow {
  line: number
  /** By column; columns that the file does not have are missing. */
  cells: Readonly<Record<string, string>>
  /** Why the line cannot be read. */
  problem: string | null
}
export interface CsvFile {
  columns: readonly string[]
  rows: readonly CsvRow[]
}
/** Why a file is refused as a whole. */
export interface CsvRefusal {
  refusal: string
}

export const CSV_REFUSAL = {
  encoding: 'The file is not UTF-8. Save it as “CSV UTF-8” and choose it again.',
  empty: 'The file holds no records.',
  tooMany: `The file holds more than ${WHOLE_LIST_MAX.toLocaleString('en-US')} records. Split it into several files.`,
} as const

/** @returns the text of a file, with or without a byte order mark; null if it is not UTF-8 */
function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // UTF-16 without a byte order mark is valid UTF-8 if its letters are Latin: every second byte is zero then.
    return text.includes('\u0000') ? null : text
  } catch {
    return null
  }
}

/**
 * The console's export marks cells as text that a spreadsheet would treat as a formula; the mark is not part of the
 * value.
 */
const unmarked = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

const swapped = (cell: string) => cell.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
/** One sign before three digits: of groups in one country, of decimals in another. */
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * A cell as it is meant. A spreadsheet that separates columns by semicolons does so because it writes decimals with a comma:
 * there '96,5' and '1.000,50' are clear, and '1.000' is not (decisions, What people type and paste).
 */
function readCell({ type }: Field, raw: string, hasDecimalComma: boolean): string {
  const cell = unmarked(raw.trim())
  // A file names records by what people call them, not by their ids.
  const reading = refersById(type) ? 'word' : readingOf(type)
  if (placesOf(type) === null || !hasDecimalComma) return readAs(reading, cell)
  const plain = readAs(reading, cell)
  if (UNCLEAR.test(plain)) return plain.replace('.', ',')
  const swappedPlain = readAs(reading, swapped(cell))
  return readNumber(swappedPlain) === null ? plain : swappedPlain
}

/** @returns the lines of a file, or why it is refused as a whole */
export function readCsv(
  { imports, fields }: Pick<RecordDefinition, 'imports' | 'fields'>,
  bytes: Uint8Array,
): CsvFile | CsvRefusal {
  const { columns: known, key } = imports!
  const text = decoded(bytes)
  if (text === null) return { refusal: CSV_REFUSAL.encoding }
  const rows: CsvRow[] = []
  let columns: string[] | null = null
  let refusal: string | null = null
  let line = 1
  let end = 0
  Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';'],
    step({ data, errors, meta }, parser) {
      const at = line
      for (; end < meta.cursor; end += 1) if (text[end] === '\n') line += 1
      if (data.every((cell) => cell.trim() === '')) return
      if (!columns) {
        columns = data.map((cell) => readWord(cell).toLowerCase())
        refusal = headerProblem(columns, known, key)
        if (refusal !== null) parser.abort()
        return
      }
      if (rows.length === WHOLE_LIST_MAX) {
        refusal = CSV_REFUSAL.tooMany
        return parser.abort()
      }
      const problem =
        errors.find(({ type }) => type === 'Quotes') !== undefined
          ? 'A quotation mark is not closed'
          : data.length !== columns.length
            ? `It has ${data.length} columns; the first line has ${columns.length}`
            : null
      const cells = columns.map((column, index): [string, string] => [
        column,
        readCell(fields[column]!, data[index] ?? '', meta.delimiter === ';'),
      ])
      rows.push({ line: at, cells: Object.fromEntries(cells), problem })
    },
  })
  if (refusal !== null) return { refusal }
  return columns === null || rows.length === 0 ? { refusal: CSV_REFUSAL.empty } : { columns, rows }
}

function headerProblem(columns: readonly string[], known: readonly string[], key: string): string | null {
  const all = `The columns are ${known.join(', ')}.`
  const unknown = columns.find((column) => !known.includes(column))
  if (unknown !== undefined) return `The first line names “${unknown}”, which is no column. ${all}`
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice !== undefined) return `The first line names “${twice}” twice.`
  return columns.includes(key) ? null : `The first line does not name “${key}”. ${all}`
}

/** The field by which a file refers to a record: its slug, otherwise its name. */
export const importedBy = ({ fields, namedBy }: Pick<RecordDefinition, 'fields' | 'namedBy'>): string =>
  Object.keys(fields).find((name) => fields[name]!.type.kind === 'slug') ?? namedBy[0]!

/** A record that a file can refer to. A disabled one stays where it is set already, but cannot be set anew. */
export interface Named {
  id: string
  isEnabled: boolean
}
/** The records of one kind that a file can refer to. */
export interface Referable {
  /** What one is called, and its field that a file names: 'platform', 'slug'. */
  noun: string
  by: string
  /** By their identifier in a file, in lower case. */
  rows: ReadonlyMap<string, Named>
}
/** @param rows by what `importedBy` names, in lower case */
export function referable(record: RecordDefinition, rows: ReadonlyMap<string, Named>): Referable {
  const { label } = record.fields[importedBy(record)]!
  return { noun: record.noun[0], by: label.toLowerCase(), rows }
}
/** @param record its name */
export type ReferablesOf = (record: string) => Referable

type Kind = FieldType['kind']
/** What a cell says: a value of a body, or why it says nothing. */
type Read = { value: unknown; problemUnlessSame?: string } | { problem: string }

const asItIs = (cell: string): Read => ({ value: cell })
/** Several in one cell. */
const parts = (cell: string) => cell.split(/[|,;]/).map((each) => each.trim())
/** By its value or its label, in any letter case. */
const valueIn = (labels: EnumLabels, text: string): string =>
  Object.keys(labels).find((value) =>
    [value, labels[value]!].some((each) => each.toLowerCase() === text.toLowerCase()),
  ) ?? text
/** What no file can hold: the schema refuses it. */
const unreadable = asItIs

/** A cell that is not empty, by kind. A missing kind fails the type check. */
const CELLS: {
  readonly [K in Kind]: (cell: string, type: Extract<FieldType, { kind: K }>, referablesOf: ReferablesOf) => Read
} = {
  text: asItIs,
  longText: asItIs,
  richText: unreadable,
  email: asItIs,
  url: asItIs,
  phone: asItIs,
  flag: (cell) => ({ value: /^(?:true|yes|1)$/i.test(cell) }),
  time: asItIs,
  date: asItIs,
  color: asItIs,
  slug: asItIs,
  // A text that is no number is refused by the schema, with the reason.
  integer: (cell) => ({ value: readNumber(cell) === null ? cell : Number(readNumber(cell)) }),
  decimal: asItIs,
  percent: asItIs,
  amount: asItIs,
  coin: asItIs,
  cryptoAddress: asItIs,
  enum: (cell, { labels }) => ({ value: valueIn(labels, cell) }),
  enums: (cell, { labels }) => {
    const chosen = parts(cell)
      .filter(Boolean)
      .map((each) => valueIn(labels, each))
    // In the list's order, so that the same tags in another order are not a change.
    const order = Object.keys(labels)
    return { value: [...new Set(chosen)].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)) }
  },
  reference: (cell, { to }, referablesOf) => {
    const { noun, by, rows } = referablesOf(to)
    const named = rows.get(cell.toLowerCase())
    const problem = `There is no enabled ${noun} with the ${by} “${cell}”`
    if (!named) return { problem }
    return { value: named.id, ...(!named.isEnabled && { problemUnlessSame: problem }) }
  },
  references: (cell, { to }, referablesOf) => {
    const { noun, by, rows } = referablesOf(to)
    const named = parts(cell).map((each) => rows.get(each.toLowerCase()))
    const problem = `Each part of “${cell}” must be the ${by} of an enabled ${noun}`
    if (named.includes(undefined)) return { problem }
    return {
      value: named.map((each) => each!.id),
      ...(!named.every((each) => each!.isEnabled) && { problemUnlessSame: problem }),
    }
  },
  role: asItIs,
  storeCode: asItIs,
  person: unreadable,
  duration: unreadable,
  image: unreadable,
  images: unreadable,
  files: unreadable,
  list: unreadable,
  tags: unreadable,
  newPassword: unreadable,
  passwordAgain: unreadable,
  secretText: unreadable,
}

/** A cell as the value of a body. @returns a problem if the cell refers to nothing */
const valueOfCell = ({ type }: Field, cell: string, referablesOf: ReferablesOf): Read =>
  cell === ''
    ? { value: holdsList(type) ? [] : null }
    : (CELLS[type.kind] as (cell: string, type: FieldType, referablesOf: ReferablesOf) => Read)(
        cell,
        type,
        referablesOf,
      )

/** The write that a line results in. */
export interface ImportedRow {
  /** Of an existing record: only the values that differ. */
  body: Readonly<Record<string, unknown>>
  changes: { field: string; before: string | null; after: string | null }[]
}

/** A value as a person reads it. @param cell the text in the file, for ids of references */
function shown(value: unknown, cell?: string): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : (cell ?? value.map((each) => shown(each)).join(', '))
  if (typeof value === 'object') return (value as { name: string }).name
  return cell ?? String(value as string | number | boolean)
}

const idsIn = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(idsIn)
    : typeof value === 'object' && value !== null
      ? (value as { id: string }).id
      : value
/** Whether a stored value equals that of a file; '96.50' equals 96.5. */
function isSame({ type }: Field, stored: unknown, wanted: unknown): boolean {
  const [left, right] = [idsIn(stored ?? null), wanted === '' ? null : wanted]
  if (Array.isArray(left) && Array.isArray(right)) {
    const texts = (values: readonly unknown[]) => {
      const all = values.map((each) => String(each as string))
      return (refersById(type) ? all.toSorted((a, b) => (a < b ? -1 : 1)) : all).join('\n')
    }
    return texts(left) === texts(right)
  }
  return placesOf(type) !== null && left !== null && right !== null ? Number(left) === Number(right) : left === right
}

/**
 * @param record its definition determines the columns
 * @returns a function that reads a line and returns its write, or why the line is refused.
 * @param current the existing record, null for a new one
 */
export function createRowReader(record: RecordDefinition, referablesOf: ReferablesOf) {
  const { columns, key } = record.imports!
  const [whenNew, whenKnown] = [createSchema(record), updateSchema(record)]
  const labelOf = (field: string) => record.fields[field]?.label ?? field

  const problemOf = (schema: typeof whenNew, body: object): string | null => {
    try {
      schema.validateSync(body, { abortEarly: false })
      return null
    } catch (error) {
      const { inner } = error as { inner: readonly { path?: string; message: string }[] }
      const told = new Map(inner.map(({ path = '', message }) => [path.replace(/\[\d+\]$/, ''), message]))
      return [...told].map(([path, message]) => `${labelOf(path)}: ${message}`).join('. ')
    }
  }

  return ({ cells, problem }: CsvRow, current: Readonly<Record<string, unknown>> | null): ImportedRow | CsvRefusal => {
    if (problem !== null) return { refusal: problem }
    if (!cells[key]) return { refusal: `${labelOf(key)}: Required` }
    const body: Record<string, unknown> = {}
    const changes: ImportedRow['changes'] = []
    for (const field of columns) {
      const cell = cells[field]
      if (cell === undefined) continue
      const described = record.fields[field]!
      const read = valueOfCell(described, cell, referablesOf)
      if ('problem' in read) return { refusal: `${described.label}: ${read.problem}` }
      // The key finds the record in any letter case, so it is not a change.
      if (current && (field === key || described.write !== 'always' || isSame(described, current[field], read.value)))
        continue
      if (read.problemUnlessSame !== undefined) return { refusal: `${described.label}: ${read.problemUnlessSame}` }
      if (!current && (read.value === null || (Array.isArray(read.value) && read.value.length === 0))) continue
      body[field] = read.value
      const after = refersById(described.type) ? shown(read.value, cell) : shown(read.value)
      changes.push({ field, before: current ? shown(current[field]) : null, after })
    }
    const refusal = problemOf(current ? whenKnown : whenNew, body)
    return refusal === null ? { body, changes } : { refusal }
  }
}
