/** From a resource's columns to the table's: text for search, order and files; a rich cell where text is not enough. */
import type { ReactNode } from 'react'
import type { Access } from '@contract/permissions'
import type { Span } from '@contract/records/field'
import { canRead } from '@contract/permissions'
import { accountLabel } from '@contract/labels'
import { phoneDigits } from '@contract/search'
import type { Column, ColumnFilter, FilterOption, PhonePlace, RowSource } from '@design-system/patterns/Table/types'
import { Tag } from '@design-system/primitives/Tag/Tag'
import { ColorSwatch } from '@design-system/primitives/ColorSwatch/ColorSwatch'
import { Thumbnail } from '@design-system/primitives/Thumbnail/Thumbnail'
import { imageUrl } from '@console/image-url'
import { LabelPill } from '@features/shared/label/LabelPill'
import { Elapsed } from '@features/shared/Elapsed'
import { Money } from '@features/shared/Money'
import type { CellKind, ColumnDefinition, Resource, Row } from '@resources/resource'
import { textOf, valuesOfRow } from '@resources/row-values'
import { Images } from './list.styles'
import { dayRange, daysOf, readRange } from '@contract/records/day-range'
import { numberRange, numbersOf } from '@contract/records/number-range'
import { cellText, closedValues, exportText, filterOptions, labelOf } from '@features/shared/cell-text'

/** The columns that a person may see: others are in no table, no chooser and no file. */
export const visibleColumns = (resource: Resource<Row>, access: Access): ColumnDefinition<Row>[] =>
  resource.columns.filter((column) => canRead(access, resource.subject, column.field))

/** A cell in React, where text is not enough; undefined where it is. */
export function richCell(column: ColumnDefinition<Row>): ((row: Row) => ReactNode) | undefined {
  const { kind, field } = column
  if (kind === 'role') return (row) => <Tag>{textOf(valuesOfRow(row)[field])}</Tag>
  if (kind === 'money') {
    return (row) => {
      const amount = valuesOfRow(row)[field]
      return typeof amount === 'string' ? (
        <Money amount={amount} currency={textOf(valuesOfRow(row).currency) || 'USD'} />
      ) : null
    }
  }
  if (kind === 'enum') {
    return (row) => {
      const value = valuesOfRow(row)[field]
      const label = labelOf(column, value)
      return label ? <LabelPill label={label} size="list" /> : cellText(column, value)
    }
  }
  if (kind === 'yesNo')
    return (row) => {
      const value = valuesOfRow(row)[field]
      return value === undefined ? null : <LabelPill label={FLAGS[value === true ? 'on' : 'off']} size="list" />
    }
  if (kind === 'color')
    return (row) => {
      const value = valuesOfRow(row)[field]
      return typeof value === 'string' ? <ColorSwatch color={value} /> : null
    }
  // The row's other cells name the record: the image needs no words of its own.
  if (kind === 'image')
    return (row) => {
      const id = valuesOfRow(row)[field]
      if (id === undefined) return null
      return <Thumbnail src={typeof id === 'string' ? imageUrl(id, 'thumb') : null} alt="" />
    }
  if (kind === 'images')
    return (row) => {
      const ids = valuesOfRow(row)[field]
      return Array.isArray(ids) && ids.length > 0 ? (
        <Images>
          {(ids as string[]).slice(0, IMAGES_SHOWN).map((id) => (
            <Thumbnail key={id} src={imageUrl(id, 'thumb')} alt="" />
          ))}
          {ids.length > IMAGES_SHOWN && `+${ids.length - IMAGES_SHOWN}`}
        </Images>
      ) : null
    }
  if (kind === 'duration')
    return (row) => {
      const span = valuesOfRow(row)[field] as Span | null | undefined
      return span ? <Elapsed span={span} /> : null
    }
  if (kind === 'switch') return (row) => <LabelPill label={accountLabel(row.is_deleted === true)} size="list" />
  return undefined
}
/** What `richCell` draws from: the values of its field, in which each version of a record has objects of its own. */
const drawnFrom =
  ({ kind, field }: ColumnDefinition<Row>) =>
  (row: Row): unknown => {
    const values = valuesOfRow(row)
    return kind === 'money' ? `${textOf(values[field])} ${textOf(values.currency)}` : values[field]
  }
/** Length of a duration as it is now: what a column is sorted by. */
const secondsOf = (value: unknown): number | null => {
  const { from, until } = (value ?? {}) as Partial<Span>
  return from ? ((until ? Date.parse(until) : Date.now()) - Date.parse(from)) / 1000 : null
}
/** Of several images; the others are counted. */
const IMAGES_SHOWN = 2
const FLAGS = {
  on: { word: 'On', tone: 'success', icon: 'circle-check' },
  off: { word: 'Off', tone: 'neutral', icon: 'circle-dashed' },
} as const

/** The values that occur in a column now, looked up when a filter is opened and again when the rows have changed. */
function occurringOptions(
  source: RowSource<Row>,
  optionsOf: (row: Row) => readonly FilterOption[],
): { readonly options: readonly FilterOption[] } {
  let at = -1
  let options: readonly FilterOption[] = []
  return {
    get options() {
      if (at !== source.revision) {
        at = source.revision
        const labels = new Map(source.rows.flatMap((row) => optionsOf(row).map(({ value, label }) => [value, label])))
        options = [...labels]
          .filter(([each]) => each)
          .map(([each, label]) => ({ value: each, label }))
          .sort((a, b) => (a.label < b.label ? -1 : 1))
      }
      return options
    },
  }
}

const DAYS = { kind: 'days', read: daysOf, write: dayRange, bounds: readRange } as const
const NUMBERS = { kind: 'numbers', read: numbersOf, write: numberRange } as const

/** How a column can be filtered. @param offered the values of one that is filtered by some of them */
const filterOf = (
  { filter, kind }: ColumnDefinition<Row>,
  offered: { readonly options: readonly FilterOption[] },
): ColumnFilter | undefined => {
  if (filter === 'contains') return { kind: 'text' }
  if (filter === 'range') return kind === 'time' ? DAYS : NUMBERS
  if (filter !== 'values') return undefined
  return {
    kind: 'oneOf',
    excludes: true,
    // Looked up when they are needed.
    get options() {
      return offered.options
    },
  }
}

/** How a column of this kind gives way on a phone. Of the texts there is room for one, the first: cut off it would tell no two people apart. */
const PHONE: Partial<Record<CellKind, PhonePlace>> = { name: 'title', switch: 'status', money: 'end' }

/** Whether a column shows the state of a record. */
const hasPills = ({ kind, labels = {} }: ColumnDefinition<Row>) =>
  kind === 'enum' && Object.values(labels).some((label) => typeof label === 'object' && label !== null)

const TABLE_KINDS: Partial<Record<CellKind, Column<Row>['kind']>> = {
  money: 'money',
  number: 'number',
  percent: 'number',
  list: 'number',
  time: 'date',
  date: 'date',
  duration: 'number',
  switch: 'boolean',
  yesNo: 'boolean',
}

/**
 * @param columns that the person may see
 * @param source the rows, for the values that a filter offers
 * @param richer cells of this screen's own, by field: they win over the kind's
 * @param givesWay the table stands beside something: what a name and a state do not tell goes first, from the end
 */
export const tableColumns = (
  columns: readonly ColumnDefinition<Row>[],
  source: RowSource<Row>,
  richer: Readonly<Record<string, Pick<Column<Row>, 'render' | 'drawnFrom'>>>,
  givesWay = false,
): Column<Row>[] => {
  // What has no name of its own is called after what it refers to.
  const [called, beside] = columns.some(({ kind }) => kind === 'name')
    ? []
    : columns.filter(({ kind }) => kind === 'reference')
  const told =
    columns.find(({ kind, shown }) => kind === 'text' && shown) ??
    beside ??
    columns.find(({ kind }) => kind === 'text' || kind === 'time')
  const stated = columns.some(({ kind }) => kind === 'switch') ? undefined : columns.find(hasPills)
  return columns.map((column, index) => {
    const { field, title, kind, width, filter } = column
    const text = (row: Row) => cellText(column, valuesOfRow(row)[field])
    const optionsOf = (row: Row) => filterOptions(column, valuesOfRow(row)[field])
    const value = (row: Row) => optionsOf(row).map((option) => option.value)
    const closed = filter === 'values' ? closedValues(column) : null
    const isPicture = kind === 'image' || kind === 'images'
    const isNumber = kind === 'money' || kind === 'number' || kind === 'percent'
    const isList = kind === 'list'
    return {
      key: field,
      title,
      width,
      kind: TABLE_KINDS[kind] ?? 'text',
      text,
      ...(isList && {
        number: (row: Row) => (valuesOfRow(row)[field] as readonly unknown[] | undefined)?.length || null,
      }),
      ...(kind === 'duration' && { number: (row: Row) => secondsOf(valuesOfRow(row)[field]) }),
      ...(isNumber && { number: (row: Row) => valuesOfRow(row)[field] as string | number | null }),
      ...((kind === 'time' || kind === 'date') && { sortText: (row: Row) => textOf(valuesOfRow(row)[field]) }),
      searchable: column.search === true,
      ...(kind === 'phone' && { searchText: (row: Row) => phoneDigits(text(row)) }),
      exportText: (row: Row) => exportText(column, valuesOfRow(row)[field]),
      // The table frames a text by itself, which costs a changed row less than a Tag in React.
      ...(kind === 'role' ? { framed: true } : { render: richCell(column), drawnFrom: drawnFrom(column) }),
      ...richer[field],
      ...(filter === 'values' && { value }),
      filter: filterOf(column, closed ? { options: closed } : occurringOptions(source, optionsOf)),
      ...(givesWay && { priority: kind === 'name' ? 0 : kind === 'switch' ? 1 : index + 2 }),
      hideable: index !== 0,
      hidden: !column.shown,
      emphasis: kind === 'name' ? 'name' : kind === 'money' ? 'amount' : undefined,
      ...(isPicture && { wordless: true, sortable: false }),
      // The picture of a row is beside its name.
      phone:
        column === told
          ? 'detail'
          : column === stated
            ? 'status'
            : column === called || (isPicture && index === 0)
              ? 'title'
              : (PHONE[kind] ?? 'hidden'),
    }
  })
}
