/** From a resource's columns to the table's: text for search, order and files; a rich cell where text is not enough. */
import type { ReactNode } from 'react'
import type { Access } from '@contract/permissions'
import { canRead } from '@contract/permissions'
import { accountLabel } from '@contract/labels'
import { phoneDigits } from '@contract/search'
import type { Column, FilterOption, PhonePlace, RowSource } from '@design-system/patterns/Table/types'
import { Tag } from '@design-system/primitives/Tag/Tag'
import { LabelPill } from '@features/shared/label/LabelPill'
import { Money } from '@features/shared/Money'
import type { CellKind, ColumnDefinition, Resource, Row } from '@resources/resource'
import { textOf, valuesOfRow } from '@resources/row-values'
import { cellText, exportText, hasLabels, labelOf, wordsOf } from './cell-text'

/** The columns that a person may see: others are in no table, no chooser and no file. */
export const visibleColumns = (resource: Resource<Row>, access: Access): ColumnDefinition<Row>[] =>
  resource.columns.filter((column) => canRead(access, resource.subject, column.field))

/** A cell in React, where text is not enough; undefined where it is. */
export function richCell({ kind, field }: ColumnDefinition<Row>): ((row: Row) => ReactNode) | undefined {
  if (kind === 'role') return (row) => <Tag>{textOf(valuesOfRow(row)[field])}</Tag>
  if (kind === 'money') {
    return (row) => {
      const amount = valuesOfRow(row)[field]
      return typeof amount === 'string' ? (
        <Money amount={amount} currency={textOf(valuesOfRow(row).currency) || 'USD'} />
      ) : null
    }
  }
  if (hasLabels(kind)) {
    return (row) => {
      const label = labelOf(kind, valuesOfRow(row)[field])
      return label ? <LabelPill label={label} size="list" /> : cellText(kind, valuesOfRow(row)[field])
    }
  }
  if (kind === 'account') return (row) => <LabelPill label={accountLabel(row.is_deleted)} size="list" />
  return undefined
}

/** Words of the values that a column of states can have; null where they must be read from the rows. */
const fixedOptions = (kind: CellKind): FilterOption[] | null => {
  if (kind === 'account')
    return [
      { value: accountLabel(false).word, label: accountLabel(false).word },
      { value: accountLabel(true).word, label: accountLabel(true).word },
    ]
  if (kind === 'yesNo') return ['On', 'Off'].map((word) => ({ value: word, label: word }))
  const words = wordsOf(kind)
  return words && words.map((word) => ({ value: word, label: word }))
}

/** The values that stand in a column now, looked up when a filter is opened and again when the rows have changed. */
function standingOptions(
  source: RowSource<Row>,
  text: (row: Row) => string,
): { readonly options: readonly FilterOption[] } {
  let at = -1
  let options: readonly FilterOption[] = []
  return {
    get options() {
      if (at !== source.revision) {
        at = source.revision
        options = [...new Set(source.rows.map(text))]
          .filter(Boolean)
          .sort()
          .map((value) => ({ value, label: value }))
      }
      return options
    },
  }
}

/** How a column of this kind gives way on a phone. Of the texts there is room for one, the first: cut off it would tell no two people apart. */
const PHONE: Partial<Record<CellKind, PhonePlace>> = { name: 'title', account: 'status', money: 'end' }

/**
 * @param columns that the person may see
 * @param source the rows, for the values that a filter offers
 * @param richer cells of this screen's own, by field: they win over the kind's
 * @param givesWay the table stands beside something: what a name and a state do not tell goes first, from the end
 */
export const tableColumns = (
  columns: readonly ColumnDefinition<Row>[],
  source: RowSource<Row>,
  richer: Readonly<Record<string, Column<Row>['render']>>,
  givesWay = false,
): Column<Row>[] => {
  const told = columns.find(({ kind }) => kind === 'text')
  return columns.map((column, index) => {
    const { field, title, kind, width, filter } = column
    const text = (row: Row) => cellText(kind, valuesOfRow(row)[field])
    const fixed = filter === 'values' ? fixedOptions(kind) : null
    return {
      key: field,
      title,
      width,
      kind:
        kind === 'money'
          ? 'money'
          : kind === 'time'
            ? 'date'
            : kind === 'account' || kind === 'yesNo'
              ? 'boolean'
              : 'text',
      text,
      ...(kind === 'money' && { number: (row: Row) => valuesOfRow(row)[field] as string | null }),
      ...(kind === 'time' && { sortText: (row: Row) => textOf(valuesOfRow(row)[field]) }),
      searchable: column.search === true,
      ...(kind === 'phone' && { searchText: (row: Row) => phoneDigits(text(row)) }),
      exportText: (row: Row) => exportText(kind, valuesOfRow(row)[field]),
      render: richer[field] ?? richCell(column),
      filter:
        filter === 'contains'
          ? { kind: 'text' }
          : filter === 'values'
            ? fixed
              ? { kind: 'oneOf', options: fixed }
              : Object.assign(standingOptions(source, text), { kind: 'oneOf' as const })
            : undefined,
      ...(givesWay && { priority: kind === 'name' ? 0 : kind === 'account' ? 1 : index + 2 }),
      hideable: index !== 0,
      hidden: !column.shown,
      emphasis: kind === 'name' ? 'name' : kind === 'money' ? 'amount' : undefined,
      phone: column === told ? 'detail' : (PHONE[kind] ?? 'hidden'),
    }
  })
}
