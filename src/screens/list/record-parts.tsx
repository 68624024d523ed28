/** The values of one record, for the drawer beside its list and for its page. */
import type { ReactNode } from 'react'
import type { RichText } from '@contract/rich-text/rich-text'
import type { PrivateFile } from '@contract/files'
import { CheckList, type Check } from '@design-system/components/CheckList/CheckList'
import { Identifier } from '@design-system/components/Identifier/Identifier'
import type { KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import type { CellKind, CheckFields, ColumnDefinition, Row } from '@resources/resource'
import { textOf, valuesOfRow } from '@resources/row-values'
import type { Reference } from '@contract/records/field'
import { cellText, itemText, itemTexts, labelOf } from '@features/shared/cell-text'
import { LABEL_ICONS } from '@features/shared/label/LabelPill'
import { RichTextView } from '@features/shared/rich-text/RichTextView'
import { Pictures } from './pictures/Pictures'
import { RecordLink } from '../RecordLink.container'
import { isNumberKind, richCell, richItem } from './cells'
import type { ComposedSection } from './composition'
import { ItemList } from './ItemList'
import { ItemTable } from './ItemTable'
import { LabelLines } from './LabelLines'
import { Lines } from './list.styles'
import { SiteLink } from './SiteLink'

type Shown = (value: unknown, column: ColumnDefinition<Row>) => ReactNode

/** Long texts keep their line breaks, because there is room for them. */
const lines: Shown = (value) => (value ? <Lines dir="auto">{textOf(value)}</Lines> : null)

/** A document, with its headings, lists and images. */
const written: Shown = (value) => (value ? <RichTextView document={value as RichText} /> : null)

const link: Shown = (value) => (value ? <SiteLink url={textOf(value)} /> : null)

const identifier: Shown = (value, column) =>
  value ? <Identifier text={textOf(value)} of={(column.fullTitle ?? column.title).toLowerCase()} /> : null

/** Public images, each of which can be looked at closely. */
const pictures: Shown = (value, { title }) => {
  const ids = [value ?? []].flat() as string[]
  return ids.length > 0 ? <Pictures label={title} ids={ids} /> : null
}

/** The names of private files, which can be opened on the record's page. */
const fileNames: Shown = (value) =>
  (value as PrivateFile[]).map((file, index) => (
    <div key={file.id}>
      <bdi>{file.name ?? `File ${index + 1}`}</bdi>
    </div>
  ))

/** Referenced records, one per line, with links to their pages for people who may open them. */
const references: Shown = (value, column) => {
  const { leadsTo } = column
  const records = [value ?? []].flat() as Reference[]
  return leadsTo && records.length > 0
    ? records.map((record) => (
        <div key={record.id}>
          <RecordLink subject={leadsTo} record={record} />
        </div>
      ))
    : cellText(column, value)
}
type Item = Readonly<Record<string, unknown>>
/**
 * Items that are checks, with the texts and the pills of their fields.
 * @param before the items as the person first saw them
 */
function checksOf(
  values: readonly Item[],
  { items: fields = [] }: ColumnDefinition<Row>,
  { of, result, says }: CheckFields,
  before: readonly Item[],
): Check[] {
  const [checked, outcome, sentence] = [of, result, says].map((name) => fields.find(({ field }) => field === name)!)
  return values.map((item) => {
    const label = labelOf(outcome!, item[result])!
    const earlier = before.find((each) => each[of] === item[of])?.[result] ?? item[result]
    return {
      ...(earlier !== item[result] && { was: labelOf(outcome!, earlier)!.word }),
      title: itemText(checked!, item[of]),
      result: label.word,
      tone: label.tone,
      icon: LABEL_ICONS[label.icon]!,
      detail: itemText(sentence!, item[says]),
    }
  })
}
/** @param since the row as the person first saw it @returns how its checks are shown: those with another result by now say so */
export const checksSince = (columns: readonly ColumnDefinition<Row>[], since: Row): RicherValues =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const { field, checks, title } = column
      if (!checks) return []
      const itemsOf = (row: Row) => valuesOfRow(row)[field] as readonly Item[]
      const shown = (row: Row) => (
        <CheckList aria-label={title} items={checksOf(itemsOf(row), column, checks, itemsOf(since))} />
      )
      return [[field, shown]]
    }),
  )
/** Kinds of values that need more room than a cell of a table. */
const LARGE: ReadonlySet<CellKind> = new Set(['longText', 'richText', 'note', 'image', 'images'])
/** The items of a list: a table if their values are short, otherwise each with its texts and its image. */
const items: Shown = (value, column) => {
  const values = value as readonly Item[]
  if (column.checks)
    return <CheckList aria-label={column.title} items={checksOf(values, column, column.checks, values)} />
  const fields = column.items ?? []
  const images = fields.filter(({ kind }) => kind === 'image')
  const picturesOf = (item: Item) =>
    images
      .filter(({ field }) => item[field])
      .map(({ field, title }) => <Pictures key={field} label={title} ids={[item[field] as string]} />)
  if (fields.length > 1 && !fields.some(({ kind }) => LARGE.has(kind)))
    return (
      <ItemTable
        label={column.fullTitle ?? column.title}
        columns={fields.map(({ title, kind }) => ({ title, isNumber: isNumberKind(kind) }))}
        rows={values.map((item) =>
          fields.map((each) => richItem(each, item) ?? (itemText(each, item[each.field]) || null)),
        )}
      />
    )
  return (
    <ItemList
      items={itemTexts(column, value).map((texts, index) => ({ texts, pictures: picturesOf(values[index]!) }))}
    />
  )
}
/** Values whose labels have icons, as sentences. */
const sentences: Shown = (value, column) => {
  const labels = [value ?? []].flat().flatMap((each) => labelOf(column, each) ?? [])
  return labels.length > 0 ? <LabelLines labels={labels} /> : cellText(column, value)
}

/** The content of each kind; null: as in the list's cell. A missing kind fails the type check. */
const KINDS: { readonly [K in CellKind]: Shown | null } = {
  name: null,
  text: null,
  longText: lines,
  richText: written,
  note: lines,
  link,
  identifier,
  role: null,
  creator: null,
  tags: null,
  phone: null,
  date: null,
  country: null,
  color: null,
  reference: references,
  references: references,
  enums: sentences,
  image: pictures,
  images: pictures,
  files: fileNames,
  list: items,
  switch: null,
  enum: null,
  yesNo: null,
  money: null,
  coin: null,
  number: null,
  percent: null,
  time: null,
  duration: null,
}

/** Replacements for field values, such as a switch. */
export type RicherValues = Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>

/** What is shown of a field. */
function shownOf(column: ColumnDefinition<Row>, row: Row, richer: RicherValues): ReactNode {
  const own = richer[column.field]
  const show = KINDS[column.kind]
  const value = valuesOfRow(row)[column.field]
  if (!own && show) return show(value, column)
  const cell = own ?? richCell(column)
  return cell ? cell(row) : cellText(column, value)
}

/** @param columns of fields that the row has @returns their names and values, in their order */
export const factsOf = (columns: readonly ColumnDefinition<Row>[], row: Row, richer: RicherValues = {}): KeyValue[] =>
  columns.map((column) => ({ label: column.fullTitle ?? column.title, value: shownOf(column, row, richer) }))

/** Facts under a heading. */
export interface RecordPart {
  title: string
  items: KeyValue[]
  /** Instead of facts: the items of the list that is all that the part has. */
  whole?: ReactNode
  /** It needs the width of the page. */
  isWide?: boolean
  /** What it means that there are none. */
  none?: string
}

/** A table of this many columns does not fit into half of the page. */
const WIDE_FROM = 4
/** @param sections of a composition @returns them with their values */
export const partsOf = (sections: readonly ComposedSection[], row: Row, richer: RicherValues = {}): RecordPart[] =>
  sections.map(({ columns, ...section }) => {
    const [only, ...others] = columns
    const facts = factsOf(columns, row, richer)
    if (only?.kind !== 'list' || others.length > 0) return { ...section, items: facts }
    return {
      ...section,
      items: facts,
      whole: facts[0]!.value,
      isWide: Boolean(only.checks) || (only.items?.length ?? 0) >= WIDE_FROM,
    }
  })
