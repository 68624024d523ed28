import { GripVertical, Pin, PinOff } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { FilterInput } from '../../../components/FilterInput/FilterInput'
import { Button } from '../../../primitives/Button/Button'
import { Checkbox } from '../../../primitives/Checkbox/Checkbox'
import { Icon } from '../../../primitives/Icon/Icon'
import { VisuallyHidden } from '../../../primitives/VisuallyHidden/VisuallyHidden'
import { fold } from '../../../primitives/text/fold'
import type { Column, ColumnLook } from '../types'
import { Panel, PanelFoot, PanelList, PanelRow, PinButton } from './Bar.styles'

interface Props<Row> {
  columns: readonly Column<Row>[]
  /** The columns in the table, in their order. */
  shown: readonly Column<Row>[]
  look: ColumnLook
  onLookChange?: (look: ColumnLook) => void
  /** Hides the names of keys, because there is no keyboard. */
  phone: boolean
  /** @param keys of the columns to display, in their order; null: the default ones */
  onChange: (keys: string[] | null) => void
}

/** Chooses, orders and pins the columns: with checkboxes, and by dragging or Alt with ↑ and ↓. */
export default function ColumnsChooser<Row>({ columns, shown, look, onLookChange, phone, onChange }: Props<Row>) {
  const [find, setFind] = useState('')
  const [said, setSaid] = useState('')
  const [over, setOver] = useState<string | null>(null)
  const dragged = useRef<string | null>(null)
  const keys = shown.map(({ key }) => key)
  const listed = [...shown, ...columns.filter((column) => !shown.includes(column))].filter(({ title }) =>
    fold(title).includes(fold(find.trim())),
  )

  const { pinned } = look
  const pins = pinned.filter((key) => keys.includes(key)).length
  // A first column that cannot be hidden is the row's name and stays first. Pinned columns stay before the others.
  const first = shown[0]?.hideable === false ? 1 : 0
  const limits = (key: string): [number, number] =>
    keys.indexOf(key) < first
      ? [0, 0]
      : pinned.includes(key)
        ? [first, first + pins - 1]
        : [first + pins, keys.length - 1]

  const moveTo = (key: string, index: number) => {
    const [least, most] = limits(key)
    const to = Math.max(least, Math.min(most, index))
    const rest = keys.filter((other) => other !== key)
    rest.splice(to, 0, key)
    if (rest.join() === keys.join()) return
    onChange(rest)
    if (pinned.includes(key)) onLookChange?.({ ...look, pinned: rest.filter((other) => pinned.includes(other)) })
    setSaid(`${columns.find((column) => column.key === key)?.title ?? key}: ${to + 1} of ${rest.length}`)
  }
  const onKeyDown = (key: string) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !keys.includes(key)) return
    event.preventDefault()
    moveTo(key, keys.indexOf(key) + (event.key === 'ArrowUp' ? -1 : 1))
  }
  const pin = (key: string, title: string) => {
    const isPinned = pinned.includes(key)
    onLookChange?.({
      ...look,
      pinned: isPinned
        ? pinned.filter((other) => other !== key)
        : [...pinned.filter((other) => keys.includes(other)), key],
    })
    setSaid(`${title} ${isPinned ? 'scrolls with the others' : 'stays in sight'}`)
  }
  const reset = () => {
    onChange(null)
    onLookChange?.({ widths: {}, pinned: [] })
  }
  return (
    <Panel>
      <FilterInput
        label="Find a column"
        placeholder="Find a column"
        shortcut={false}
        controlSize="bar"
        value={find}
        onValueChange={setFind}
      />
      <PanelList>
        {listed.map(({ key, title, hideable }) => {
          const visible = keys.includes(key)
          return (
            <PanelRow
              key={key}
              draggable={visible}
              data-over={over === key || undefined}
              onDragStart={() => {
                dragged.current = key
              }}
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
              {onLookChange && !phone && visible && keys.indexOf(key) > 0 && (
                <PinButton
                  size="small"
                  iconSize="pill"
                  icon={pinned.includes(key) ? PinOff : Pin}
                  label={pinned.includes(key) ? `Unpin ${title}` : `Pin ${title}`}
                  data-pinned={pinned.includes(key) || undefined}
                  onClick={() => pin(key, title)}
                />
              )}
            </PanelRow>
          )
        })}
      </PanelList>
      <PanelFoot>
        <Button size="small" variant="ghost" onClick={reset}>
          Reset
        </Button>
        <span>
          {keys.length} of {columns.length} shown{!phone && ' · Alt ↑↓ moves'}
        </span>
      </PanelFoot>
      <VisuallyHidden as="output">{said}</VisuallyHidden>
    </Panel>
  )
}
