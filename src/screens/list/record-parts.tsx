/** The values of one record, for the drawer beside its list and for its page. */
import type { ReactNode } from 'react'
import type { RichText } from '@contract/rich-text/rich-text'
import type { PrivateFile } from '@contract/files'
import type { KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import type { CellKind, ColumnDefinition, Row } from '@resources/resource'
import { textOf, valuesOfRow } from '@resources/row-values'
import type { Reference } from '@contract/records/field'
import { cellText, itemTexts, labelOf } from '@features/shared/cell-text'
import { RichTextView } from '@features/shared/rich-text/RichTextView'
import { Pictures } from '@features/shared/pictures/Pictures'
import { RecordLink } from '../RecordLink.container'
import { richCell, richItem } from './cells'
import type { ComposedSection } from './composition'
import { ItemList } from './ItemList'
import { LabelLines } from './LabelLines'
import { Lines } from './list.styles'

type Shown = (value: unknown, column: ColumnDefinition<Row>) => ReactNode

/** Long texts keep their line breaks, because there is room for them. */
const lines: Shown = (value) => (value ? <Lines dir="auto">{textOf(value)}</Lines> : null)

/** A document, with its headings, lists and images. */
const written: Shown = (value) => (value ? <RichTextView document={value as RichText} /> : null)

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
      items={itemTexts(column, value).map((texts, index) => ({
        facts: texts.map(({ column: field, title, text }) => ({
          title,
          value: richItem(field, values[index]!) ?? text,
          isProse: field.kind === 'longText',
        })),
        pictures: picturesOf(values[index]!),
      }))}
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
  link: null,
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
  columns.map((column) => ({ label: column.title, value: shownOf(column, row, richer) }))

/** Facts under a heading. */
export interface RecordPart {
  title: string
  items: KeyValue[]
  /** What it means that there are none. */
  none?: string
}

/** @param sections of a composition @returns them with their values */
export const partsOf = (sections: readonly ComposedSection[], row: Row, richer: RicherValues = {}): RecordPart[] =>
  sections.map(({ columns, ...section }) => ({ ...section, items: factsOf(columns, row, richer) }))
