import type { LucideIcon } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styled from 'styled-components'
import { IconButton, type IconButtonProps } from '../../primitives/IconButton/IconButton'
import { media, space, token } from '../../tokens/tokens'

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};
`
const Group = styled.span`
  display: flex;
  gap: ${space[2]};
  & + & {
    padding-inline-start: ${space[4]};
    border-inline-start: 1px solid ${token.border.base};
  }
  ${media.phone} {
    & + & {
      padding-inline-start: 0;
      border-inline-start: 0;
    }
  }
`

/** A control of a toolbar. */
export interface Tool {
  key: string
  /** Its name and tooltip; it may end with its keys. */
  label: string
  icon: LucideIcon
  /** For a control that is on or off. */
  pressed?: boolean
  /** Why it does nothing now. It keeps its place and the focus. */
  disabledReason?: string
  onPress: () => void
  /** Draws the button itself, for a control that opens a panel. @param props of an IconButton */
  render?: (props: IconButtonProps) => ReactNode
}

export interface ToolbarProps {
  /** Name of the toolbar, for screen readers. */
  label: string
  /** Id of what the toolbar changes. */
  controls?: string
  groups: readonly (readonly Tool[])[]
}

/**
 * A row of controls that is one stop of the Tab key: arrows, Home and End move among them (ARIA practices, Toolbar). A press
 * leaves the focus where it was, so that a text keeps its selection.
 */
export function Toolbar({ label, controls, groups }: ToolbarProps) {
  const tools = groups.flat()
  const [current, setCurrent] = useState<string | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const stop = tools.some(({ key }) => key === current) ? current : tools[0]?.key

  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (at < 0) return
    const forward = getComputedStyle(bar.current!).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const last = buttons.length - 1
    const to =
      event.key === forward
        ? (at + 1) % buttons.length
        : event.key === backward
          ? (at + last) % buttons.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? last
              : null
    if (to === null) return
    event.preventDefault()
    buttons[to]!.focus()
  }
  return (
    <Bar ref={bar} role="toolbar" aria-label={label} aria-controls={controls} onKeyDown={move}>
      {groups.map((group) => (
        <Group key={group[0]?.key}>
          {group.map(({ key, label: name, icon, pressed, disabledReason, onPress, render }) => {
            const props: IconButtonProps = {
              label: name,
              icon,
              tabIndex: key === stop ? 0 : -1,
              ...(pressed !== undefined && { 'aria-pressed': pressed }),
              ...(disabledReason !== undefined && { disabledReason }),
              onFocus: () => setCurrent(key),
              onMouseDown: (event) => event.preventDefault(),
              onClick: onPress,
            }
            return render ? <span key={key}>{render(props)}</span> : <IconButton key={key} {...props} />
          })}
        </Group>
      ))}
    </Bar>
  )
}
