import { useState } from 'react'
import type { Column, TableView } from '../types'
import { Panel, PanelChoice, PanelList, PanelTitle } from './Bar.styles'
import { FilterEditor } from './FilterEditor'

interface Props<Row> {
  /** Columns that can be filtered. */
  columns: readonly Column<Row>[]
  filters: TableView['filters']
  /** The column to begin with; none: it is chosen first. */
  of?: Column<Row>
  onChange: (key: string, values: string[]) => void
  close: () => void
}

/** What "+ Filter" and a chip open: a column, then its values. */
export default function FilterChooser<Row>({ columns, filters, of, onChange, close }: Props<Row>) {
  const [column, setColumn] = useState(of ?? null)
  if (column) {
    const now = columns.find(({ key }) => key === column.key) ?? column
    return (
      <FilterEditor
        column={now}
        values={filters[now.key] ?? []}
        onChange={(values) => onChange(now.key, values)}
        close={close}
      />
    )
  }
  return (
    <Panel>
      <PanelTitle>Filter by</PanelTitle>
      <PanelList>
        {columns.map((choice) => (
          <li key={choice.key}>
            <PanelChoice
              type="button"
              aria-disabled={choice.filter?.blocked !== undefined || undefined}
              onClick={choice.filter?.blocked === undefined ? () => setColumn(choice) : undefined}
            >
              {choice.title}
              {choice.filter?.blocked !== undefined && <small>{choice.filter.blocked}</small>}
            </PanelChoice>
          </li>
        ))}
      </PanelList>
    </Panel>
  )
}
