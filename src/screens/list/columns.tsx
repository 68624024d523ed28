/**
 * Converts a resource's columns to the table's: text for search, order and files; a rich cell if text is not enough.
 */
import type { Access } from '@contract/permissions'
import { isOffered } from '@contract/permissions'
import { phoneDigits } from '@contract/search'
import type { Column, ColumnFilter, FilterOption, RowSource } from '@design-system/patterns/Table/types'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { textOf, valuesOfRow } from '@resources/row-values'
import { dayRange, daysOf, readRange } from '@contract/records/day-range'
import { numberRange, numbersOf } from '@contract/records/number-range'
import { HOW_TO_WRITE, readNumber } from '@contract/typed'
import { cellText, closedValues, exportText, filterOptions } from '@features/shared/cell-text'
import { CELL_LOOKS, drawnFrom, richCell } from './cells'

/** The columns that a person may read, without a store that is the same in all rows: no others are in the table, the column chooser or the export. */
export const visibleColumns = (resource: Resource<Row>, access: Access): ColumnDefinition<Row>[] =>
  resource.columns.filter((column) => isOffered(access, resource.subject, column.field))

/** The values that occur in a column, looked up when a filter is opened and again after the rows have changed. */
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
const NUMBERS = {
  kind: 'numbers',
  read: numbersOf,
  write: numberRange,
  readNumber,
  howToWrite: HOW_TO_WRITE.decimal,
} as const

/** How a column can be filtered. @param offered the values, for a filter by values */
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
    // Looked up on demand.
    get options() {
      return offered.options
    },
  }
}

export type Dropped = 'none' | 'least' | 'most'
/** Greater than the number of columns. */
const FIRST = 1000

/** The order in which columns are hidden: the highest first, 0 never. */
function priorityOf({ kind, givesWay }: ColumnDefinition<Row>, index: number, isState: boolean, drop: Dropped): number {
  if (drop === 'none') return 0
  if (givesWay) return kind === 'creator' ? FIRST + 1 : FIRST
  return drop === 'least' ? 0 : isState ? 1 : index + 2
}

/** Whether a column shows the state of a record. */
const hasPills = ({ kind, labels = {} }: ColumnDefinition<Row>) =>
  kind === 'enum' && Object.values(labels).some((label) => typeof label === 'object' && label !== null)

/**
 * @param columns that the person may read
 * @param source the rows, for the values in filters
 * @param richer cells of the screen, by field, which take precedence over the kind's
 * @param drop the columns that may be hidden where there is too little room: none, because a person chose them; those that
 * matter least; or all but name and state, from the end, because the table is beside something
 */
export const tableColumns = (
  columns: readonly ColumnDefinition<Row>[],
  source: RowSource<Row>,
  richer: Readonly<Record<string, Pick<Column<Row>, 'render' | 'drawnFrom'>>>,
  drop: Dropped = 'least',
): Column<Row>[] => {
  // A row is named after the record that its first column refers to, such as the user of a spin; without a name, after the
  // first record that it refers to. What it tells beside that is its own name, or the next such record.
  const named = columns.find(({ kind }) => kind === 'name')
  const references = columns.filter(({ kind }) => kind === 'reference')
  const called = columns[0]?.kind === 'reference' || !named ? references[0] : undefined
  const beside = called && [named, ...references].find((each) => each !== called && each?.shown)
  const told =
    columns.find((column) => column.told) ??
    columns.find(({ distinguishes, kind }) => distinguishes && kind !== 'reference') ??
    beside ??
    columns.find(({ kind, shown, names }) => kind === 'text' && shown && names !== true) ??
    columns.find(({ kind, shown }) => kind === 'reference' && shown) ??
    columns.find(({ kind }) => kind === 'text' || kind === 'time')
  // Of a phone's row: when it was, on the line of the number of the record, above whom it is about; of a record that is named
  // after another one, where no amount is to be there.
  const hasAmount = columns.some(({ kind, shown }) => shown && CELL_LOOKS[kind].phone === 'end')
  const dated =
    told?.kind === 'reference' && !(called && hasAmount)
      ? columns.find(({ kind, shown }) => kind === 'time' && shown)
      : undefined
  /** A second name, for example a last name, is on the line of the first one, unless a picture is there. */
  const isBesideName = ({ kind, names }: ColumnDefinition<Row>) =>
    kind === 'text' && names === true && columns[0]?.kind === 'name'
  const stated = columns.some(({ kind }) => kind === 'switch') ? undefined : columns.find(hasPills)
  return columns.map((column, index) => {
    const { field, title, kind, width, filter } = column
    const text = (row: Row) => cellText(column, valuesOfRow(row)[field])
    const optionsOf = (row: Row) => filterOptions(column, valuesOfRow(row)[field])
    const value = (row: Row) => optionsOf(row).map((option) => option.value)
    const closed = filter === 'values' ? closedValues(column) : null
    const isName = column.names === true || column.distinguishes === true || column === called
    const isState = kind === 'switch' || column === stated
    const { table, number, framed, iconOnly, picture: isPicture, phone } = CELL_LOOKS[kind]
    return {
      key: field,
      title,
      width,
      kind: table,
      text,
      ...(number && { number: (row: Row) => number(valuesOfRow(row)[field]) }),
      ...(table === 'date' && { sortText: (row: Row) => textOf(valuesOfRow(row)[field]) }),
      searchable: column.search === true,
      ...(kind === 'phone' && { searchText: (row: Row) => phoneDigits(text(row)) }),
      exportText: (row: Row) => exportText(column, valuesOfRow(row)[field]),
      ...(framed ? { framed } : { render: richCell(column), drawnFrom: drawnFrom(column) }),
      ...(iconOnly && { iconOnly }),
      ...richer[field],
      ...(filter === 'values' && { value }),
      filter: filterOf(column, closed ? { options: closed } : occurringOptions(source, optionsOf)),
      ...(isName ? { inSight: 'name' as const } : isState && { inSight: 'state' as const }),
      priority: isName ? 0 : priorityOf(column, index, isState, drop),
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
            : column === dated
              ? 'end'
              : column === called || isBesideName(column) || (isPicture && index === 0)
                ? 'title'
                : phone,
    }
  })
}
