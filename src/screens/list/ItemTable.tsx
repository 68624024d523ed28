/** The items of a list of groups whose values are short, as a table; where there is little room, one item below the other. */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { numeric, space, token, type } from '@design-system/tokens/tokens'

/** Below this width of its place, in CSS pixels, a table of more than two columns becomes a list. */
const LEAST = 440
/** What each column of a large table needs. */
const COLUMN = 112
const leastOf = (columns: number) => Math.max(LEAST, (columns - 1) * COLUMN)

const Place = styled.div`
  container-type: inline-size;
  min-width: 0;
`
const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  ${type.cell}
  color: ${token.text.primary};
  th {
    font-weight: inherit;
    text-align: start;
  }
  th,
  td {
    padding: ${space[6]} ${space[12]};
    border-bottom: 1px solid ${token.border.subtle};
    vertical-align: middle;
    overflow-wrap: anywhere;
  }
  :is(th, td):first-child {
    padding-inline-start: 0;
  }
  :is(th, td):last-child {
    padding-inline-end: 0;
  }
  tr:last-child > * {
    border-bottom: 0;
  }
  thead th {
    padding-block-start: 0;
    ${type.meta}
    color: ${token.text.muted};
    white-space: nowrap;
    overflow-wrap: normal;
  }
  tbody tr:last-child > * {
    padding-block-end: 0;
  }
  [data-number] {
    text-align: end;
    ${numeric}
  }
`
const TableOrList = styled(Table)<{ $least: number }>`
  @container (max-width: ${({ $least }) => $least - 0.02}px) {
    &,
    tbody,
    tr,
    th,
    td {
      display: block;
    }
    thead {
      display: none;
    }
    tr {
      padding-block: ${space[8]};
      border-bottom: 1px solid ${token.border.subtle};
    }
    tr:first-child {
      padding-block-start: 0;
    }
    tr:last-child {
      padding-block-end: 0;
      border-bottom: 0;
    }
    th,
    td,
    tbody tr:last-child > * {
      padding: ${space[2]} 0;
      border-bottom: 0;
    }
    td {
      display: flex;
      gap: ${space[12]};
      justify-content: space-between;
      &::before {
        color: ${token.text.muted};
        content: attr(data-title);
      }
    }
    td[data-empty] {
      display: none;
    }
  }
`

interface Props {
  /** Accessible name. */
  label: string
  /** The first one names an item. */
  columns: readonly { title: string; isNumber: boolean }[]
  /** The values of each item, in the order of the columns; null where it has none. */
  rows: readonly (readonly ReactNode[])[]
}

export function ItemTable({ label, columns, rows }: Props) {
  const isAlwaysTable = columns.length <= 2
  const Shown = isAlwaysTable ? Table : TableOrList
  return (
    <Place>
      <Shown aria-label={label} $least={leastOf(columns.length)}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }, nth) => (
              <th key={title} scope="col" data-number={(isNumber && nth > 0) || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((values, index) => (
            <tr key={index}>
              {columns.map(({ title, isNumber }, nth) => {
                const value = values[nth] ?? null
                return nth === 0 ? (
                  <th key={title} scope="row" dir="auto">
                    {value}
                  </th>
                ) : (
                  <td
                    key={title}
                    data-title={title}
                    data-number={isNumber || undefined}
                    data-empty={value === null || undefined}
                  >
                    {value === null ? '–' : <span dir="auto">{value}</span>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Shown>
    </Place>
  )
}
