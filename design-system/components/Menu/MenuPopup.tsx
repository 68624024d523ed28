import { useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from 'react-aria-components/Dialog'
import { Menu as AriaMenu, MenuItem as AriaItem } from 'react-aria-components/Menu'
import { Separator as AriaSeparator } from 'react-aria-components/Separator'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { space } from '../../tokens/tokens'
import { Sheet, type PanelProps } from '../Popover/PopoverPanel'
import type { MenuItem, MenuVerb } from './Menu'
import { Header, line, Note, row, Words } from './Menu.styles'

const List = styled(AriaMenu<object>)`
  padding: ${space[6]};
  outline: none;
`
const Item = styled(AriaItem)`
  ${row}
`
const Line = styled(AriaSeparator)`
  ${line}
`
const Mixed = styled(Dialog)`
  outline: none;
`
const Rows = styled.div`
  padding: ${space[6]};
`
const Row = styled.button`
  ${row}
`
const Rule = styled.hr`
  ${line}
`
const Custom = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[10]};
  min-height: 34px;
  padding: ${space[2]} ${space[8]};
`

export interface MenuPopupProps extends Omit<PanelProps, 'children' | 'bare'> {
  header?: React.ReactNode
  items: readonly MenuItem[]
}

const Inside = ({ item: { icon, label, description, note } }: { item: MenuVerb }) => (
  <>
    {icon && <Icon icon={icon} />}
    <Words>
      {label}
      {description && <small>{description}</small>}
    </Words>
    {note && <Note>{note}</Note>}
  </>
)

const isVerb = (item: MenuItem): item is MenuVerb => !('separator' in item) && !('custom' in item)

/** Only actions: a menu in the strict sense, with typeahead. */
function VerbMenu({ label, items, onClose }: Pick<MenuPopupProps, 'label' | 'items' | 'onClose'>) {
  const act = (key: React.Key) => {
    const item = items.find((one) => one.key === key)
    onClose()
    if (item && isVerb(item)) item.onSelect()
  }
  return (
    <List
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus goes where the person is led by opening the menu
      autoFocus="first"
      disabledKeys={items.filter((item) => isVerb(item) && item.disabledReason).map(({ key }) => key)}
      onAction={act}
    >
      {items.map((item) =>
        isVerb(item) ? (
          <Item key={item.key} id={item.key} textValue={item.label} data-tone={item.tone}>
            <Inside item={item.disabledReason ? { ...item, description: item.disabledReason } : item} />
          </Item>
        ) : (
          <Line key={item.key} />
        ),
      )}
    </List>
  )
}

/** With switches and choices between the actions: a dialog of controls, since a menu may contain only actions. Arrows move the focus too. */
function MixedList({ label, header, items, onClose }: Pick<MenuPopupProps, 'label' | 'header' | 'items' | 'onClose'>) {
  const rows = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Arrow keys in a radio group belong to the group.
    if (!step || !rows.current || (event.target as Element).matches('input[type=radio]')) return
    event.preventDefault()
    const stops = [
      ...rows.current.querySelectorAll<HTMLElement>('a, button, input:not([type=radio]), input[type=radio]:checked'),
    ]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    stops[(at + step + stops.length) % stops.length]?.focus()
  }
  const focusFirst = (list: HTMLDivElement | null) => {
    rows.current = list
    if (list && !list.contains(document.activeElement)) list.querySelector<HTMLElement>('a, button, input')?.focus()
  }
  return (
    <Mixed aria-label={label}>
      {header && <Header>{header}</Header>}
      <Rows ref={focusFirst} onKeyDown={move}>
        {items.map((item) => {
          if ('separator' in item) return <Rule key={item.key} />
          if ('custom' in item)
            return (
              <Custom key={item.key}>{typeof item.custom === 'function' ? item.custom(onClose) : item.custom}</Custom>
            )
          const { key, tone, disabledReason, onSelect } = item
          return (
            <Row
              key={key}
              type="button"
              data-tone={tone}
              aria-disabled={disabledReason ? true : undefined}
              onClick={() => {
                if (disabledReason) return
                onClose()
                onSelect()
              }}
            >
              <Inside item={disabledReason ? { ...item, description: disabledReason } : item} />
            </Row>
          )
        })}
      </Rows>
    </Mixed>
  )
}

/** The popup of Menu, loaded lazily by it. */
export default function MenuPopup({
  triggerRef,
  onClose,
  label,
  placement = 'bottom start',
  header,
  items,
}: MenuPopupProps) {
  const mixed = header !== undefined || items.some((item) => 'custom' in item)
  const List = mixed ? MixedList : VerbMenu
  // Returns the focus to the control before anything else opens, which later returns it there in turn.
  const leave = () => {
    flushSync(onClose)
    if (triggerRef.current instanceof HTMLElement) triggerRef.current.focus()
  }
  return (
    <Sheet
      aria-label={mixed ? undefined : label}
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement={placement}
      offset={6}
      containerPadding={8}
    >
      <List label={label} header={header} items={items} onClose={leave} />
    </Sheet>
  )
}
