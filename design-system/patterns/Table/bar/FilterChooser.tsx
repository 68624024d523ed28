import { useEffect, useState } from 'react'
import { excluding } from '../engine/conditions'
import type { Column, TableView } from '../types'
import { Panel, PanelChoice, PanelList, PanelTitle } from './Bar.styles'
import { FilterEditor } from './FilterEditor'

interface Props<Row> {
  /** Columns with a filter. */
  columns: readonly Column<Row>[]
  filters: TableView['filters']
  /** The column of the filter; without it the person chooses one first. */
  of?: Column<Row>
  /** Starts with the filter that hides rows. */
  excludes?: boolean
  /** @param changes values by name of the filter; no values: the filter is removed */
  onChange: (changes: TableView['filters']) => void
  /** A column was chosen: its values are needed. */
  onOpened?: (key: string) => void
  /** These values are still loading. */
  reading?: boolean
  close: () => void
}

/** The panel that "+ Filter" and a chip open: chooses a column, then its values. */
export default function FilterChooser<Row>({
  columns,
  filters,
  of,
  excludes = false,
  onChange,
  onOpened,
  reading = false,
  close,
}: Props<Row>) {
  const [column, setColumn] = useState(of ?? null)
  const key = column?.key
  useEffect(() => {
    if (key !== undefined) onOpened?.(key)
  }, [key, onOpened])
  if (column) {
    const now = columns.find((each) => each.key === column.key) ?? column
    return (
      <FilterEditor
        column={now}
        values={filters[now.key] ?? []}
        excluded={filters[excluding(now.key)] ?? []}
        beginsExcluding={excludes}
        reading={reading}
        onChange={(values, excluded) => onChange({ [now.key]: values, [excluding(now.key)]: excluded })}
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
