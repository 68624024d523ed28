/** The plain text of each cell kind: what is searched, sorted, filtered, exported, and painted where nothing richer is needed. */
import { accountLabel, type Label } from '@contract/labels'
import type { Span } from '@contract/records/field'
import type { CellKind, ColumnDefinition, ItemColumn, Row } from '@resources/resource'
import { textOf } from '@resources/row-values'
import { roleWords } from './role-label'
import { formatDate, formatSpan, formatTime, groupDigits } from './format'

type Shown = Pick<ColumnDefinition<Row>, 'kind' | 'labels' | 'items' | 'nothing'>

/** The label of an enum's value; null where it shows no pill. */
export function labelOf({ labels }: Shown, value: unknown): Label | null {
  const label = labels?.[textOf(value)] ?? null
  return typeof label === 'string' ? null : label
}

function wordOf({ labels }: Shown, value: string): string {
  const label = labels?.[value]
  return typeof label === 'string' ? label : (label?.word ?? roleWords(value))
}
const named = (value: unknown): string => (value as { name: string } | null)?.name ?? ''
const grouped = (value: unknown): string => (typeof value === 'string' ? groupDigits(value) : textOf(value))

/** The text of a value that is not null, by kind. A missing kind fails the type check. */
const TEXTS: { readonly [K in CellKind]: (value: unknown, column: Shown) => string } = {
  text: textOf,
  longText: (value) => textOf(value).replaceAll(/\s+/g, ' '),
  name: textOf,
  role: textOf,
  creator: (value) => (value as { username: string }).username,
  switch: (value) => accountLabel(value === true).word,
  money: grouped,
  number: (value) => (typeof value === 'number' ? String(value) : grouped(value)),
  percent: (value) => `${textOf(value)} %`,
  time: (value) => formatTime(value as string),
  date: (value) => formatDate(value as string),
  duration: (value) => formatSpan(value as Span, Date.now()),
  enum: (value, column) => wordOf(column, textOf(value)),
  enums: (value, column) => (value as string[]).map((each) => wordOf(column, each)).join(', '),
  color: textOf,
  yesNo: (value) => (value === true ? 'On' : 'Off'),
  tags: (value) => (value as string[]).join(', '),
  phone: textOf,
  link: textOf,
  reference: named,
  references: (value) => (value as unknown[]).map(named).join(', '),
  image: () => '',
  images: (value) => String((value as unknown[]).length),
  files: (value) => String((value as unknown[]).length),
  list: (value) => String((value as unknown[]).length),
}

/** Long texts keep their lines: there is room for them. */
const itemText = (column: ItemColumn, value: unknown) =>
  column.kind === 'longText' ? textOf(value) : cellText(column, value)
/** The items of a list of groups, each as the texts of its fields with their titles; what is empty is left out. */
export const itemTexts = ({ items = [] }: Shown, value: unknown): { title: string; text: string }[][] =>
  (Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []).map((item) =>
    items
      .map((column) => ({ title: column.title, text: itemText(column, item[column.field]) }))
      .filter(({ text }) => text !== ''),
  )

/**
 * @param value of the row; undefined where the person may not read it
 * @returns '' for nothing
 */
export function cellText(column: Shown, value: unknown): string {
  if (value === undefined) return ''
  if (value === null) return column.nothing ?? ''
  return TEXTS[column.kind](value, column)
}

const STORED: ReadonlySet<CellKind> = new Set(['money', 'time', 'date', 'number', 'percent'])
/** The text that a CSV file gets: values as they are stored, so that other programs can read them. */
export const exportText = (column: Shown, value: unknown): string =>
  column.kind === 'list'
    ? itemTexts(column, value)
        .map((texts) => texts.map(({ title, text }) => `${title}: ${text}`).join('; '))
        .join('\n')
    : storedText(column, value)
const storedText = (column: Shown, value: unknown): string =>
  STORED.has(column.kind) && (typeof value === 'string' || typeof value === 'number')
    ? String(value)
    : cellText(column, value)

/** The value that a filter compares and an address carries: the contract's, never the label. */
function filterValue({ kind }: Shown, value: unknown): string {
  if (kind === 'switch' || kind === 'yesNo') return String(value === true)
  if (kind === 'reference' || kind === 'references') return (value as { id: string } | null)?.id ?? ''
  if (kind === 'creator') return (value as { username: string } | null)?.username ?? ''
  return textOf(value)
}

/** What a row's value is among the values of a filter, with what it is called; a list has several, nothing has none. */
export function filterOptions(column: Shown, value: unknown): { value: string; label: string }[] {
  const each = Array.isArray(value) ? (value as unknown[]) : [value]
  return each
    .map((one) => ({
      value: filterValue(column, one),
      label: cellText(column, Array.isArray(value) ? [one] : one),
    }))
    .filter((option) => option.value !== '')
}

/** The values of a kind that is a closed list, in their order; null for other kinds. */
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
