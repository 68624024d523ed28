/** One record in parts, for the drawer beside its list and for its page. */
import type { ReactNode } from 'react'
import type { PrivateFile } from '@contract/files'
import type { KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import type { CellKind, ColumnDefinition, Row } from '@resources/resource'
import { textOf, valuesOfRow } from '@resources/row-values'
import type { Reference } from '@contract/records/field'
import { cellText, itemTexts, labelOf } from '@features/shared/cell-text'
import { Pictures } from '@features/shared/pictures/Pictures'
import { RecordLink } from '../RecordLink.container'
import { richCell } from './cells'
import { ItemList } from './ItemList'
import { LabelLines } from './LabelLines'
import { Lines } from './list.styles'

/** The parts in their order, the same for every resource. */
const PARTS: readonly { title: PartTitle; align?: 'end' }[] = [
  { title: 'Details' },
  { title: 'State' },
  { title: 'Amounts', align: 'end' },
  { title: 'Activity' },
]
type PartTitle = 'Details' | 'State' | 'Amounts' | 'Activity'

type Shown = (value: unknown, column: ColumnDefinition<Row>) => ReactNode

/** Long texts keep their line breaks, because there is room for them. */
const lines: Shown = (value) => (value ? <Lines dir="auto">{textOf(value)}</Lines> : null)

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
/** The items of a list, each with its texts and its image. */
const items: Shown = (value, column) => {
  const values = value as Readonly<Record<string, unknown>>[]
  const images = (column.items ?? []).filter(({ kind }) => kind === 'image')
  const picturesOf = (item: Readonly<Record<string, unknown>>) =>
    images
      .filter(({ field }) => item[field])
      .map(({ field, title }) => <Pictures key={field} label={title} ids={[item[field] as string]} />)
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

/** The part of each kind, and its content; null: as in the list's cell. A missing kind fails the type check. */
const KINDS: { readonly [K in CellKind]: { readonly part: PartTitle; readonly show: Shown | null } } = {
  name: { part: 'Details', show: null },
  text: { part: 'Details', show: null },
  longText: { part: 'Details', show: lines },
  note: { part: 'Details', show: lines },
  link: { part: 'Details', show: null },
  role: { part: 'Details', show: null },
  creator: { part: 'Details', show: null },
  tags: { part: 'Details', show: null },
  phone: { part: 'Details', show: null },
  date: { part: 'Details', show: null },
  country: { part: 'Details', show: null },
  color: { part: 'Details', show: null },
  reference: { part: 'Details', show: references },
  references: { part: 'Details', show: references },
  enums: { part: 'Details', show: sentences },
  image: { part: 'Details', show: pictures },
  images: { part: 'Details', show: pictures },
  files: { part: 'Details', show: fileNames },
  list: { part: 'Details', show: items },
  switch: { part: 'State', show: null },
  enum: { part: 'State', show: null },
  yesNo: { part: 'State', show: null },
  money: { part: 'Amounts', show: null },
  number: { part: 'Amounts', show: null },
  percent: { part: 'Amounts', show: null },
  time: { part: 'Activity', show: null },
  duration: { part: 'Activity', show: null },
}

/** Replacements for field values, such as a switch. */
export type RicherValues = Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>

export interface RecordPart {
  title: string
  align?: 'end'
  items: KeyValue[]
}

/** What is shown of a field. */
function shownOf(column: ColumnDefinition<Row>, row: Row, richer: RicherValues): ReactNode {
  const own = richer[column.field]
  const { show } = KINDS[column.kind]
  const value = valuesOfRow(row)[column.field]
  if (!own && show) return show(value, column)
  const cell = own ?? richCell(column)
  return cell ? cell(row) : cellText(column, value)
}

/** @returns the facts of these columns, in their order; a field that the person may not read is left out */
export const factsOf = (columns: readonly ColumnDefinition<Row>[], row: Row, richer: RicherValues = {}): KeyValue[] =>
  columns
    .filter(({ field }) => valuesOfRow(row)[field] !== undefined)
    .map((column) => ({ label: column.title, value: shownOf(column, row, richer) }))

/**
 * @param columns that the person may read
 * @returns the parts that are not empty; fields that the person may not read are left out
 */
export const partsOf = (columns: readonly ColumnDefinition<Row>[], row: Row, richer: RicherValues = {}): RecordPart[] =>
  PARTS.map(({ title, align }) => ({
    title,
    align,
    items: factsOf(
      columns.filter(({ kind }) => KINDS[kind].part === title),
      row,
      richer,
    ),
  })).filter(({ items }) => items.length > 0)
