import { GripVertical } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { FilterInput } from '../../../components/FilterInput/FilterInput'
import { Button } from '../../../primitives/Button/Button'
import { Checkbox } from '../../../primitives/Checkbox/Checkbox'
import { Icon } from '../../../primitives/Icon/Icon'
import { VisuallyHidden } from '../../../primitives/VisuallyHidden/VisuallyHidden'
import { fold } from '../engine/conditions'
import { chosenColumns } from '../engine/layout'
import type { Column } from '../types'
import { Panel, PanelFoot, PanelList, PanelRow } from './Bar.styles'

interface Props<Row> {
  columns: readonly Column<Row>[]
  /** Keys of those shown, in their order; null: by default. */
  chosen: readonly string[] | null
  onChange: (keys: string[] | null) => void
}

/** Which columns are shown, in which order: boxes, dragging, or Alt with ↑ and ↓. */
export default function ColumnsChooser<Row>({ columns, chosen, onChange }: Props<Row>) {
  const [find, setFind] = useState('')
  const [said, setSaid] = useState('')
  const [over, setOver] = useState<string | null>(null)
  const dragged = useRef<string | null>(null)
  const shown = chosenColumns(columns, chosen)
  const keys = shown.map(({ key }) => key)
  const listed = [...shown, ...columns.filter((column) => !shown.includes(column))].filter(({ title }) => fold(title).includes(fold(find.trim())))

  const moveTo = (key: string, index: number) => {
    const to = Math.max(0, Math.min(keys.length - 1, index))
    const rest = keys.filter((other) => other !== key)
    rest.splice(to, 0, key)
    if (rest.join() === keys.join()) return
    onChange(rest)
    setSaid(`${columns.find((column) => column.key === key)?.title ?? key}: ${to + 1} of ${rest.length}`)
  }
  const onKeyDown = (key: string) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !keys.includes(key)) return
    event.preventDefault()
    moveTo(key, keys.indexOf(key) + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <Panel>
      <FilterInput label="Find a column" placeholder="Find a column" shortcut={false} controlSize="bar" value={find} onValueChange={setFind} />
      <PanelList>
        {listed.map(({ key, title, hideable }) => {
          const visible = keys.includes(key)
          return (
            <PanelRow
              key={key}
              draggable={visible}
              data-over={over === key || undefined}
              onDragStart={() => { dragged.current = key }}
              onDragOver={(event) => {
                if (!visible || dragged.current === null) return
                event.preventDefault()
                setOver(key)
              }}
              onDragEnd={() => setOver(null)}
              onDrop={() => {
                if (dragged.current !== null) moveTo(dragged.current, keys.indexOf(key))
                dragged.current = null
                setOver(null)
              }}
            >
              <Icon icon={GripVertical} size="pill" />
              <Checkbox
                label={title}
                checked={visible}
                disabled={hideable === false || (visible && keys.length === 1)}
                onKeyDown={onKeyDown(key)}
                onCheckedChange={(show) => onChange(show ? [...keys, key] : keys.filter((other) => other !== key))}
              />
            </PanelRow>
          )
        })}
      </PanelList>
      <PanelFoot>
        <Button size="small" variant="ghost" onClick={() => onChange(null)}>Reset</Button>
        <span>{keys.length} of {columns.length} shown · Alt ↑↓ moves</span>
      </PanelFoot>
      <VisuallyHidden as="output">{said}</VisuallyHidden>
    </Panel>
  )
}
