/** One record in parts, for the drawer beside its list and for its page. */
import type { ReactNode } from 'react'
import type { PrivateFile } from '@contract/files'
import type { KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import type { CellKind, ColumnDefinition, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import type { Reference } from '@contract/records/field'
import { cellText, itemTexts, labelOf } from '@features/shared/cell-text'
import { RecordLink } from '../RecordLink.container'
import { richCell } from './columns'
import { ItemList } from './ItemList'
import { LabelLines } from './LabelLines'

/** The parts, each with the kinds of its facts: the same for every resource. */
const PARTS: readonly { title: string; kinds: readonly CellKind[]; align?: 'end' }[] = [
  {
    title: 'Details',
    kinds: [
      'name',
      'text',
      'longText',
      'link',
      'role',
      'creator',
      'tags',
      'phone',
      'date',
      'reference',
      'references',
      'enums',
      'image',
      'images',
      'files',
      'list',
    ],
  },
  { title: 'State', kinds: ['switch', 'enum', 'yesNo'] },
  { title: 'Amounts', kinds: ['money', 'number', 'percent'], align: 'end' },
  { title: 'Activity', kinds: ['time', 'duration'] },
]

/** The names of private files; the record's page has the way to look at them. */
const fileNames = (value: unknown): ReactNode =>
  (value as PrivateFile[]).map((file, index) => (
    <div key={file.id}>
      <bdi>{file.name ?? `File ${index + 1}`}</bdi>
    </div>
  ))

/** What a field refers to, each record under the one before; the way to its page for whoever may open it. */
const references = ({ leadsTo }: ColumnDefinition<Row>, value: unknown): ReactNode => {
  const records = [value ?? []].flat() as Reference[]
  return leadsTo && records.length > 0
    ? records.map((record) => (
        <div key={record.id}>
          <RecordLink subject={leadsTo} record={record} />
        </div>
      ))
    : null
}
/** Values whose labels have icons, as sentences; null where they have none. */
const sentences = (column: ColumnDefinition<Row>, value: unknown): ReactNode => {
  const labels = [value ?? []].flat().flatMap((each) => labelOf(column, each) ?? [])
  return column.kind === 'enums' && labels.length > 0 ? <LabelLines labels={labels} /> : null
}

/** In the place of a field's value: its switch. */
export type RicherValues = Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>

export interface RecordPart {
  title: string
  align?: 'end'
  items: KeyValue[]
}

/**
 * @param columns that the person may see
 * @returns the parts that hold something; a field that the person may not read is left out
 */
export function partsOf(columns: readonly ColumnDefinition<Row>[], row: Row, richer: RicherValues = {}): RecordPart[] {
  const values = valuesOfRow(row)
  const value = (column: ColumnDefinition<Row>): ReactNode =>
    column.kind === 'files' && !richer[column.field] ? (
      fileNames(values[column.field])
    ) : column.kind === 'list' ? (
      <ItemList items={itemTexts(column, values[column.field])} />
    ) : (
      ((richer[column.field] ?? richCell(column))?.(row) ??
      references(column, values[column.field]) ??
      sentences(column, values[column.field]) ??
      cellText(column, values[column.field]))
    )
  return PARTS.map(({ title, kinds, align }) => ({
    title,
    align,
    items: columns
      .filter((column) => kinds.includes(column.kind) && values[column.field] !== undefined)
      .map((column) => ({ label: column.title, value: value(column) })),
  })).filter(({ items }) => items.length > 0)
}
