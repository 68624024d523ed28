import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Tooltip } from '@design-system/primitives/Tooltip/Tooltip'
import { isActive, isPlanned } from '@resources/menu'
import type { MenuItem } from '@resources/page'
import { MENU_ICONS } from '../shared/menu-icons'
import type { OpenTitles } from './menu-state'
import { Chevron, Entries, EntryButton, EntryHeading, EntryLink, Grow, Soon, SubEntries } from './menu.styles'

/** Why a heading above the current page cannot be collapsed. */
export const STAYS_OPEN = 'Stays open while its page is'

interface SubProps {
  items: readonly MenuItem[]
  path: string
  label: string
  id?: string
  /** They were just opened: they fade in. */
  appears?: boolean
}

/** The link to a page; a mark tells that this version does not contain it yet. */
function Entry({ item, path, icon }: { item: MenuItem; path: string; icon?: ReactNode }) {
  const soon = isPlanned(item)
  return (
    <EntryLink to={item.url} current={isActive(item, path)} aria-description={soon ? 'Not available yet' : undefined}>
      {icon}
      <Grow>{item.title}</Grow>
      {soon && <Soon aria-hidden>Soon</Soon>}
    </EntryLink>
  )
}

function Below({ items, path, label, id, appears }: SubProps) {
  return (
    <SubEntries id={id} aria-label={label} data-appears={appears || undefined}>
      {items.map((item) => (
        <li key={item.url}>
          <Entry item={item} path={path} />
        </li>
      ))}
    </SubEntries>
  )
}

interface GroupProps {
  group: MenuItem
  path: string
  open: boolean
  onToggle: (title: string) => void
}

/** The group of the current page stays open (look.md, Shell). */
function Group({ group, path, open, onToggle }: GroupProps) {
  const id = useId()
  const [asked, setAsked] = useState(false)
  const fixed = isActive(group, path)
  const shown = open || fixed
  const toggle = () => {
    if (fixed) return
    setAsked(true)
    onToggle(group.title)
  }
  return (
    <li>
      <Tooltip text={fixed ? STAYS_OPEN : undefined} side="top">
        <EntryButton
          type="button"
          aria-expanded={shown}
          aria-controls={shown ? id : undefined}
          aria-disabled={fixed || undefined}
          onClick={toggle}
        >
          <EntryIcon name={group.activeSrc} />
          <Grow>{group.title}</Grow>
          <Chevron>
            <Icon icon={ChevronRight} size="pill" />
          </Chevron>
        </EntryButton>
      </Tooltip>
      {shown && <Below id={id} appears={asked} items={group.subItem} path={path} label={group.title} />}
    </li>
  )
}

function EntryIcon({ name }: { name: string }) {
  const icon = MENU_ICONS[name]
  return icon ? <Icon icon={icon} /> : null
}

interface Props {
  items: readonly MenuItem[]
  /** Path of the open page. */
  path: string
  /** Groups that are expanded; null: all are, and none can be collapsed. */
  open: OpenTitles | null
  onToggle: (title: string) => void
  id?: string
  /** They were just opened: they fade in. */
  appears?: boolean
}

/** The entries of one section: links, and groups with their sub-items. */
export function MenuEntries({ items, path, open, onToggle, id, appears }: Props) {
  return (
    <Entries id={id} data-appears={appears || undefined}>
      {items.map((item) => {
        if (item.subItem.length === 0) {
          return (
            <li key={item.url}>
              <Entry item={item} path={path} icon={<EntryIcon name={item.activeSrc} />} />
            </li>
          )
        }
        if (open)
          return <Group key={item.title} group={item} path={path} open={open.has(item.title)} onToggle={onToggle} />
        return (
          <li key={item.title}>
            <EntryHeading>
              <EntryIcon name={item.activeSrc} />
              {item.title}
            </EntryHeading>
            <Below items={item.subItem} path={path} label={item.title} />
          </li>
        )
      })}
    </Entries>
  )
}
