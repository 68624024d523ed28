/**
 * A change of a field as a sentence without its subject: 'raised the budget from 10.00 to 9,000.00 USD'. Values are texts as in lists, so
 * that units are the same everywhere. Pure.
 */
import { cellText, exportText } from '@features/shared/cell-text'
import type { CellKind, ItemColumn } from '@resources/resource'

/** A field with its old and new value, in the form of a row's values. */
export interface ChangeLine {
  column: ItemColumn
  before: unknown
  after: unknown
}

/** Words, or something that is set off from them: a value, the name of a field, a color. */
export type Part =
  | string
  | { readonly value: string; readonly isCredit?: true }
  | { readonly name: string }
  | { readonly color: string }
export interface Sentence {
  readonly parts: readonly Part[]
  /** What is not said in words: the pictures before and after, or both texts. */
  readonly shows?: 'texts' | 'images'
}

/** Facts beside the change. */
export interface Beside {
  /** Currency of the record's amounts; '' if it is not known. */
  readonly currency: string
}
type Says = (change: ChangeLine, beside: Beside) => Sentence

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** First words of labels that are no noun: 'Per user', 'Expires after'. */
const NO_NOUN = /^(?:per|in|within|which|starts|ends|expires|warn|paid|the|for|not|hit|spun)\b/i
/** A label that is a participle alone, or with what belongs to it: 'Published', 'Claimed until'. */
const PARTICIPLE = /^\p{L}+ed(?: (?:by|for|until|from|in|given|also|for all)\b.*)?$/iu

/** The label within a sentence: 'the budget', 'the RTP', or the label itself where it is no noun. */
export function namedField(title: string): Part[] {
  if (NO_NOUN.test(title) || PARTICIPLE.test(title)) return [{ name: title }]
  const [first = ''] = title.split(/[\s-]/)
  const isName = /^.+[\p{Lu}\d]/u.test(first)
  return [`the ${isName ? title : title.charAt(0).toLocaleLowerCase() + title.slice(1)}`]
}

const said = (parts: readonly Part[], shows?: Sentence['shows']): Sentence => ({
  // Neighbouring words are one part.
  parts: parts.reduce<Part[]>((all, part) => {
    const last = all.at(-1)
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else all.push(part)
    return all
  }, []),
  ...(shows && { shows }),
})

/** What follows the digits of both texts: ' USD', '%'; it is said once, after the second one. */
function sharedUnit(before: string, after: string): string {
  const unitOf = (text: string) => /^[^\d]*[\d.,]*\d(\D+)$/.exec(text)?.[1]
  const unit = unitOf(before)
  return unit !== undefined && unit === unitOf(after) ? unit : ''
}

/** 'set', 'cleared', or the verb with both values. @param textOf the value as it is shown */
const fromTo =
  (
    textOf: (value: unknown, change: ChangeLine, beside: Beside) => string,
    verbOf: (change: ChangeLine) => string,
  ): Says =>
  (change, beside) => {
    const field = namedField(change.column.title)
    const [was, is] = [change.before, change.after].map((value) =>
      isEmpty(value) ? '' : textOf(value, change, beside),
    )
    if (!was) return is ? said(['set ', ...field, ' to ', { value: is }]) : said(['changed ', ...field])
    if (!is) return said(['cleared ', ...field, ', which was ', { value: was }])
    const unit = sharedUnit(was, is!)
    const old = unit ? was.slice(0, -unit.length) : was
    return said([`${verbOf(change)} `, ...field, ' from ', { value: old }, ' to ', { value: is! }])
  }

/** Whether one decimal is greater than another, exactly. 0: they are equal. */
export function compareDecimals(one: string, other: string): number {
  const partsOf = (text: string) => {
    const [whole = '0', places = ''] = text.replace(/^-/, '').split('.')
    return { sign: text.startsWith('-') ? -1n : 1n, whole, places }
  }
  const [a, b] = [partsOf(one), partsOf(other)]
  const length = Math.max(a.places.length, b.places.length)
  const [left, right] = [a, b].map(({ sign, whole, places }) => sign * BigInt(`${whole}${places.padEnd(length, '0')}`))
  return left! < right! ? -1 : left! > right! ? 1 : 0
}
const DECIMAL = /^-?\d+(?:\.\d+)?$/
function direction({ before, after }: ChangeLine): string {
  const [was, is] = [String(before), String(after)]
  if (!DECIMAL.test(was) || !DECIMAL.test(is)) return 'changed'
  return ['lowered', 'changed', 'raised'][compareDecimals(is, was) + 1]!
}

const always = () => 'changed'
const plain = (value: unknown, { column }: ChangeLine) => cellText(column, value)
const word: Says = fromTo(plain, always)
const number: Says = fromTo(plain, direction)
const money: Says = fromTo(
  (value, { column }, { currency }) => [cellText(column, value), currency].filter(Boolean).join(' '),
  direction,
)
const flag: Says = ({ column, after }) => said(['turned ', { name: column.title }, after === true ? ' on' : ' off'])
const color: Says = ({ column: { title }, before, after }) => {
  const field = namedField(title)
  if (isEmpty(after)) return said(['cleared ', ...field])
  if (isEmpty(before)) return said(['set ', ...field, ' to ', { color: String(after) }])
  return said(['changed ', ...field, ' from ', { color: String(before) }, ' to ', { color: String(after) }])
}
/** Too long for a sentence: both texts are shown with it. */
const long =
  (verb: string): Says =>
  ({ column: { title }, before, after }) => {
    const field = namedField(title)
    return said([isEmpty(after) ? 'cleared ' : isEmpty(before) ? 'wrote ' : `${verb} `, ...field], 'texts')
  }

/** 'New', 'New and Hot', 'New, Hot and Top' */
const listed = (texts: readonly string[]): Part[] =>
  texts.flatMap((text, index) => [
    ...(index === 0 ? [] : [index === texts.length - 1 ? ' and ' : ', ']),
    { value: text },
  ])

const itemsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : isEmpty(value) ? [] : [value]
/** Two items are the same if they have the same id, or are equal. */
const keyOf = (item: unknown) =>
  typeof item === 'object' && item !== null && 'id' in item ? String(item.id) : JSON.stringify(item)
/** The items that only one of the lists has. */
function differenceOf({ before, after }: Pick<ChangeLine, 'before' | 'after'>) {
  const [was, is] = [itemsOf(before), itemsOf(after)]
  const without = (items: unknown[], others: unknown[]) => {
    const keys = new Set(others.map(keyOf))
    return items.filter((item) => !keys.has(keyOf(item)))
  }
  return { added: without(is, was), removed: without(was, is) }
}
const several =
  (textsOf: (items: readonly unknown[], column: ItemColumn) => Part[], shows?: Sentence['shows']): Says =>
  (change) => {
    const { added, removed } = differenceOf(change)
    const field = namedField(change.column.title)
    const [more, less] = [textsOf(added, change.column), textsOf(removed, change.column)]
    if (added.length === 0 && removed.length === 0) return said(['put ', ...field, ' in another order'], shows)
    if (removed.length === 0) return said(['added ', ...more, ' to ', ...field], shows)
    if (added.length === 0) return said(['removed ', ...less, ' from ', ...field], shows)
    return said(['added ', ...more, ' to and removed ', ...less, ' from ', ...field], shows)
  }
const words = several((items, column) => listed(items.map((item) => cellText(column, [item]))))
const fileNames = several((items) =>
  listed(items.map((item, index) => (item as { name: string | null }).name ?? `file ${index + 1}`)),
)
const pictures = several(
  (items) => [{ value: `${items.length} ${items.length === 1 ? 'picture' : 'pictures'}` }],
  'images',
)
const picture: Says = ({ column: { title }, before, after }) =>
  said([isEmpty(before) ? 'added ' : isEmpty(after) ? 'removed ' : 'replaced ', ...namedField(title)], 'images')

/** The sentence of each kind. A missing kind fails the type check. */
const SENTENCES: { readonly [K in CellKind]: Says } = {
  text: word,
  longText: long('changed'),
  note: long('changed'),
  richText: long('changed'),
  name: word,
  role: word,
  // A history contains usernames.
  creator: fromTo((value) => String(value), always),
  switch: word,
  money,
  coin: number,
  number,
  percent: number,
  time: word,
  date: word,
  duration: word,
  enum: word,
  enums: words,
  yesNo: flag,
  color,
  tags: words,
  phone: word,
  country: word,
  link: word,
  identifier: word,
  reference: word,
  references: words,
  image: picture,
  images: pictures,
  files: fileNames,
  list: long('changed'),
}

/** A change as a sentence without its subject. */
export const sentenceOf = (change: ChangeLine, beside: Beside): Sentence =>
  SENTENCES[change.column.kind](change, beside)

/** Kinds whose values are more than one text. */
const SHOWN_AS_EXPORTED: ReadonlySet<CellKind> = new Set(['list', 'richText'])

/** Both values of a change, for a sentence that shows texts; '' for an empty one. */
export const textsOf = ({ column, before, after }: ChangeLine): { before: string; after: string } => {
  const textOf = (value: unknown) =>
    isEmpty(value) ? '' : SHOWN_AS_EXPORTED.has(column.kind) ? exportText(column, value) : String(value as string)
  return { before: textOf(before), after: textOf(after) }
}

/** The ids of the images before and after a change. */
export const imagesOf = ({ before, after }: ChangeLine): { before: string[]; after: string[] } => ({
  before: itemsOf(before) as string[],
  after: itemsOf(after) as string[],
})

/** A summary of several changes: 'changed the name and the budget', 'changed 5 fields'. */
export function summaryOf(changes: readonly ChangeLine[]): Sentence {
  if (changes.length > 3) return said([`changed ${changes.length} fields`])
  return said([
    'changed ',
    ...changes.flatMap(({ column: { title } }, index) => [
      ...(index === 0 ? [] : [index === changes.length - 1 ? ' and ' : ', ']),
      ...namedField(title),
    ]),
  ])
}

/** The sentence as plain text. */
export const plainText = ({ parts }: Sentence): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      return 'value' in part ? part.value : 'name' in part ? part.name : part.color
    })
    .join('')
