/**
 * The expected content of a record's list, computed from all of its rows. It shares nothing with the code under test: the
 * definitions provide the fields and their kinds; folding, comparing and filtering are implemented here.
 */
import type { Field, FieldType } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'

type Kind = FieldType['kind']
export type Row = Readonly<Record<string, unknown>> & { id: string; version: number }

/** The store that a row belongs to; for an account the partner's, where it has one. */
export const storeOf = ({ third_party_store_code: partner, store_code: own }: Row): unknown => partner ?? own ?? null

const GROUND: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
/** Combining accents of Latin, Greek and Cyrillic letters, and the vowel signs of Arabic. */
const isAccent = (letter: string) => {
  const code = letter.codePointAt(0)!
  return (code >= 0x300 && code <= 0x36f) || (code >= 0x64b && code <= 0x65f) || code === 0x670 || code === 0x640
}
/** A text without case and accents. */
export const bare = (text: string): string =>
  Array.from(text.normalize('NFKD'))
    .filter((letter) => !isAccent(letter))
    .map((letter) => {
      const small = letter.toLowerCase()
      return GROUND[small] ?? small
    })
    .join('')
    .normalize('NFC')

/** The masked form of a value: of an email its first letter and its domain; of a phone its last three digits; of a name its initials. */
export function inPart({ type }: Field, value: unknown): unknown {
  if (type.kind === 'reference') {
    if (typeof value === 'string') return initialsOf(value)
    return isReference(value) ? { ...value, name: initialsOf(value.name) } : value
  }
  if (typeof value !== 'string') return value
  if (type.kind === 'phone')
    return `•••${Array.from(value)
      .filter((sign) => sign >= '0' && sign <= '9')
      .slice(-3)
      .join('')}`
  return `${Array.from(value)[0]!}•••${value.slice(value.indexOf('@'))}`
}

const initialsOf = (name: string) =>
  name
    .split(' ')
    .filter(Boolean)
    .map((word) => `${Array.from(word)[0]!}.`)
    .join(' ')
const isReference = (value: unknown): value is { id: string; name: string } =>
  typeof value === 'object' && value !== null && 'name' in value

/** How lists can be filtered by a kind; a missing kind fails the type check. */
const NARROWED_BY: { readonly [K in Kind]: 'values' | 'range' | 'nothing' } = {
  text: 'values',
  longText: 'nothing',
  richText: 'nothing',
  email: 'values',
  url: 'nothing',
  phone: 'values',
  color: 'nothing',
  slug: 'values',
  flag: 'values',
  integer: 'range',
  decimal: 'range',
  percent: 'range',
  amount: 'range',
  coin: 'range',
  cryptoAddress: 'nothing',
  enum: 'values',
  enums: 'values',
  reference: 'values',
  references: 'values',
  person: 'values',
  time: 'range',
  date: 'nothing',
  duration: 'nothing',
  image: 'nothing',
  images: 'nothing',
  role: 'values',
  storeCode: 'values',
  tags: 'values',
  list: 'nothing',
  newPassword: 'nothing',
  passwordAgain: 'nothing',
  secretText: 'nothing',
  files: 'nothing',
}
export const narrowedBy = ({ type }: Field) => NARROWED_BY[type.kind]

/** How values of a kind are sorted; a missing kind fails the type check. */
const ORDERED_AS: { readonly [K in Kind]: 'words' | 'decimals' | 'signs' } = {
  text: 'words',
  longText: 'words',
  richText: 'words',
  email: 'words',
  url: 'words',
  phone: 'words',
  color: 'words',
  slug: 'words',
  flag: 'signs',
  integer: 'decimals',
  decimal: 'decimals',
  percent: 'decimals',
  amount: 'decimals',
  coin: 'decimals',
  cryptoAddress: 'words',
  enum: 'words',
  enums: 'words',
  reference: 'words',
  references: 'words',
  person: 'words',
  time: 'signs',
  date: 'signs',
  duration: 'decimals',
  image: 'signs',
  images: 'signs',
  role: 'words',
  storeCode: 'words',
  tags: 'words',
  list: 'decimals',
  newPassword: 'words',
  passwordAgain: 'words',
  secretText: 'words',
  files: 'decimals',
}

/** A node of rich text, as far as its words need it. */
interface Written {
  type: string
  text?: string
  content?: Written[]
}
const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'doc'
/** The lines of rich text: those of its paragraphs and headings. */
const linesOf = ({ type, content = [] }: Written): string[] =>
  type === 'paragraph' || type === 'heading'
    ? [content.map(({ type: of, text }) => (of === 'hardBreak' ? ' ' : (text ?? ''))).join('')]
    : content.flatMap(linesOf)

/** The text of a value: for a reference its name, for rich text its words, for a person the username, for several values all of them. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((each) => textOf(each)).join(typeof value[0] === 'object' ? ', ' : ',')
  if (isReference(value)) return value.name
  if (isWritten(value)) return linesOf(value).join('\n') || null
  if (typeof value === 'object') return (value as { username: string }).username
  return String(value as string | number | boolean)
}
/** The values that an equality filter compares: ids of references, each value of a list. */
export function valuesOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap(valuesOf)
  return isReference(value) ? [value.id] : [textOf(value)!]
}

/** A decimal as an integer scaled by 10^18, so that no binary fraction is involved. */
const scaled = (text: string): bigint => {
  const [whole = '0', places = ''] = text.replace('-', '').split('.')
  return BigInt(`${text.startsWith('-') ? '-' : ''}${whole}${places.padEnd(18, '0')}`)
}
export const sameNumber = (left: string, right: string) => scaled(left) === scaled(right)
const signOf = (less: boolean, more: boolean) => (less ? -1 : more ? 1 : 0)
/** English uses the root collation unchanged; 'und' would use the machine's language. */
const words = new Intl.Collator('en')

/** @returns below, equal or above 0: the order of two values of a field, neither of them empty */
export function compareTexts({ type }: Field, left: string, right: string): number {
  const as = ORDERED_AS[type.kind]
  if (as === 'words') return words.compare(left, right) || signOf(left < right, left > right)
  if (as === 'decimals') return signOf(scaled(left) < scaled(right), scaled(left) > scaled(right))
  return signOf(left < right, left > right)
}

/** Milliseconds of a duration; one without an end lasts until now. */
const lengthOf = ({ from, until }: { from: string; until: string | null }) =>
  (until === null ? Date.now() : Date.parse(until)) - Date.parse(from)
/** The sort key of a value: for lists of groups and private files their number, otherwise its text. */
const sortTextOf = ({ type }: Field, value: unknown): string | null =>
  type.kind === 'duration' && value !== null
    ? String(lengthOf(value as { from: string; until: string | null }))
    : type.kind === 'list' || type.kind === 'files'
      ? textOf((value as readonly unknown[]).length || null)
      : textOf(value)

/** The rows in the order of a field: empty ones last in both directions, equal ones by id. */
export function inOrder(rows: readonly Row[], name: string, field: Field, direction: 'asc' | 'desc'): Row[] {
  const turned = direction === 'asc' ? 1 : -1
  return rows.toSorted((left, right) => {
    const [a, b] = [sortTextOf(field, left[name]), sortTextOf(field, right[name])]
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1
      return turned * signOf(left.id < right.id, left.id > right.id)
    }
    return turned * (compareTexts(field, a, b) || signOf(left.id < right.id, left.id > right.id))
  })
}

/** The default order of a list: the given one, or the newest first. */
export const asListed = (record: RecordDefinition, rows: readonly Row[]): Row[] =>
  record.paths ? alongPath(record, rows, record.paths[0]!.order, 'desc') : byPlace(record, rows)
/** The rows of a paged list in the order of a path. */
export const alongPath = (
  record: RecordDefinition,
  rows: readonly Row[],
  order: string,
  direction: 'asc' | 'desc',
): Row[] => inOrder(rows, order, record.allFields[order]!, direction)
/** The totals of a filter that finds these rows. @param fields that the person may read */
export const totalsOf = (record: RecordDefinition, rows: readonly Row[], fields = Object.keys(record.allFields)) => ({
  count: rows.length,
  ...(record.sums && {
    sums: Object.fromEntries(
      Object.keys(record.sums)
        .filter((name) => fields.includes(name))
        // What has no amount adds nothing.
        .map((name) => [name, sumOf(rows.map((row) => (row[name] as string | null) ?? '0.00'))]),
    ),
  }),
})
/** The exact sum of amounts with two decimals. */
function sumOf(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, each) => sum + BigInt(each.replace('.', '')), 0n)
  const digits = String(cents).replace('-', '').padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const byPlace = (record: RecordDefinition, rows: readonly Row[]): Row[] =>
  rows.toSorted((left, right) =>
    record.ordered ? Number(left.position) - Number(right.position) : signOf(left.id > right.id, left.id < right.id),
  )

/** The words of a search; one that can only be a number, such as a phone, is split into its groups of digits. */
export const searchedWords = (search: string): string[] =>
  search
    .split(/\s+/)
    .flatMap((word) => (/^[+().-]*\d[\d+().-]*$/.test(word) ? word.split(/\D+/) : [word]))
    .filter(Boolean)

/** Whether one of these fields of a row contains a word. */
export const holdsWord = (row: Row, record: RecordDefinition, fields: readonly string[], word: string): boolean =>
  fields.some((name) => {
    const text = textOf(row[name]) ?? ''
    return record.allFields[name]!.type.kind === 'phone'
      ? text.replaceAll(/\D/g, '').includes(word)
      : bare(text).includes(bare(word))
  })

/** Whether a row matches a filter. @param how the suffix of the parameter, after the field */
export function passes(
  row: Row,
  name: string,
  field: Field,
  how: '' | 'not' | 'from' | 'to',
  wanted: string[],
): boolean {
  const own = valuesOf(row[name])
  if (how === '' || how === 'not') return own.some((value) => wanted.includes(value)) === (how === '')
  const [value] = own
  if (value === undefined) return false
  const compared = compareTexts(field, value, wanted[0]!)
  return how === 'from' ? compared >= 0 : compared <= 0
}
