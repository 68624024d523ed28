/**
 * The plain text of each cell kind, which is searched, sorted, filtered and exported, and displayed where no richer
 * view is needed.
 */
import { groupDigits } from '@contract/amounts'
import { accountLabel, type Label } from '@contract/labels'
import type { Span } from '@contract/records/field'
import type { RichText } from '@contract/rich-text/rich-text'
import { markdownOf } from '@contract/rich-text/markdown'
import { wordsOf } from '@contract/rich-text/words'
import type { CellKind, ColumnDefinition, ItemColumn, Row } from '@resources/resource'
import { textOf } from '@resources/row-values'
import { roleWords } from './role-label'
import { countryName, formatCount, formatDate, formatSpan, formatTime, withUnit } from './format'

type Shown = Pick<ColumnDefinition<Row>, 'kind' | 'labels' | 'items' | 'nothing' | 'unit' | 'places'>

/** The label of an enum's value; null if it shows no pill. */
export function labelOf({ labels }: Shown, value: unknown): Label | null {
  const label = labels?.[textOf(value)] ?? null
  return typeof label === 'string' ? null : label
}

function wordOf({ labels }: Shown, value: string): string {
  const label = labels?.[value]
  return typeof label === 'string' ? label : (label?.word ?? roleWords(value))
}
const named = (value: unknown): string => (value as { name: string } | null)?.name ?? ''
/** A decimal text with at least so many places. */
function withPlaces(value: unknown, places: number | undefined): unknown {
  if (typeof value !== 'string' || places === undefined) return value
  const [whole = '', part = ''] = value.split('.')
  return `${whole}.${part.padEnd(places, '0')}`
}
const grouped = (value: unknown): string => (typeof value === 'string' ? groupDigits(value) : textOf(value))

/** The texts of one kind. */
interface Words {
  /** Display text of a value that is not null. */
  readonly text: (value: unknown, column: Shown) => string
  /** Text for exports: the stored value, the display text, or one of its own. */
  readonly exported: 'value' | 'words' | ((value: unknown) => string)
  /** The value that filters compare and addresses contain: that of the contract, never the label. */
  readonly compared: (value: unknown) => string
}

const words = (text: Words['text']): Words => ({ text, exported: 'words', compared: textOf })
const stored = (text: Words['text']): Words => ({ text, exported: 'value', compared: textOf })
const flag = (text: Words['text']): Words => ({ ...words(text), compared: (value) => String(value === true) })
const refers = (text: Words['text']): Words => ({
  ...words(text),
  compared: (value) => (value as { id: string } | null)?.id ?? '',
})
const howMany = words((value) => String((value as unknown[]).length))

const oneLine = words((value) => textOf(value).replaceAll(/\s+/g, ' '))

/** All kinds. A missing one fails the type check. */
const KINDS: { readonly [K in CellKind]: Words } = {
  text: words(textOf),
  longText: oneLine,
  richText: {
    ...words((value) => wordsOf(value as RichText).replaceAll(/\s+/g, ' ')),
    exported: (value) => markdownOf(value as RichText),
  },
  note: oneLine,
  name: words(textOf),
  role: words((value) => roleWords(textOf(value))),
  creator: {
    ...words((value) => (value as { username: string }).username),
    compared: (value) => (value as { username: string } | null)?.username ?? '',
  },
  switch: flag((value) => accountLabel(value === true).word),
  money: stored(grouped),
  coin: stored(grouped),
  number: stored((value, { unit, places }) => {
    const number = typeof value === 'number' ? formatCount(value) : grouped(withPlaces(value, places))
    return unit === undefined ? number : withUnit(number, unit)
  }),
  percent: stored((value) => `${textOf(value)} %`),
  time: stored((value) => formatTime(value as string)),
  date: stored((value) => formatDate(value as string)),
  duration: words((value) => formatSpan(value as Span, Date.now())),
  enum: words((value, column) => wordOf(column, textOf(value))),
  enums: words((value, column) => (value as string[]).map((each) => wordOf(column, each)).join(', ')),
  color: words(textOf),
  yesNo: flag((value) => (value === true ? 'On' : 'Off')),
  tags: words((value) => (value as string[]).join(', ')),
  phone: words(textOf),
  country: stored((value) => countryName(textOf(value))),
  link: words(textOf),
  identifier: words(textOf),
  reference: refers(named),
  references: refers((value) => (value as unknown[]).map(named).join(', ')),
  image: words(() => ''),
  images: howMany,
  files: howMany,
  list: howMany,
}

/** Long texts keep their line breaks, because there is room for them. A flag answers its title: it has no pill here. */
export const itemText = (column: ItemColumn, value: unknown) => {
  if (column.kind === 'longText') return textOf(value)
  if (column.kind === 'yesNo' && typeof value === 'boolean') return value ? 'Yes' : 'No'
  return cellText(column, value)
}
/** The items of a list of groups, each as the texts of its fields with their titles; empty fields are omitted. */
export const itemTexts = ({ items = [] }: Shown, value: unknown): { title: string; text: string }[][] =>
  (Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []).map((item) =>
    items
      .map((column) => ({ title: column.title, text: itemText(column, item[column.field]) }))
      .filter(({ text }) => text !== ''),
  )

/**
 * @param value of the row; undefined if the person may not read it
 * @returns '' if there is no value
 */
export function cellText(column: Shown, value: unknown): string {
  if (value === undefined) return ''
  if (value === null) return column.nothing ?? ''
  return KINDS[column.kind].text(value, column)
}

/** The text for a CSV file: stored values, so that other programs can read them; for a list, all its items. */
export const exportText = (column: Shown, value: unknown): string => {
  if (column.kind === 'list')
    return itemTexts(column, value)
      .map((texts) => texts.map(({ title, text }) => `${title}: ${text}`).join('; '))
      .join('\n')
  const { exported } = KINDS[column.kind]
  if (typeof exported === 'function' && value) return exported(value)
  return exported === 'value' && (typeof value === 'string' || typeof value === 'number')
    ? String(value)
    : cellText(column, value)
}

/** A row's values among the values of a filter, with their labels; a list has several, an empty value has none. */
export function filterOptions(column: Shown, value: unknown): { value: string; label: string }[] {
  const each = Array.isArray(value) ? (value as unknown[]) : [value]
  return each
    .map((one) => ({
      value: KINDS[column.kind].compared(one),
      label: cellText(column, Array.isArray(value) ? [one] : one),
    }))
    .filter((option) => option.value !== '')
}

/** The values of a kind with a fixed set of values, in order; null for other kinds. */
export function closedValues({ kind, labels }: Shown): { value: string; label: string }[] | null {
  if (kind === 'switch')
    return [false, true].map((isDeleted) => ({ value: String(isDeleted), label: accountLabel(isDeleted).word }))
  if (kind === 'yesNo')
    return [
      { value: 'true', label: 'On' },
      { value: 'false', label: 'Off' },
    ]
  return (kind === 'enum' || kind === 'enums') && labels
    ? Object.keys(labels).map((value) => ({ value, label: wordOf({ kind, labels }, value) }))
    : null
}
