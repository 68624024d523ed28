import { House, Menu, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'
import { focusRingInset, media, space, token, type } from '@design-system/tokens/tokens'
import { Badge, cappedCount } from '@design-system/primitives/Badge/Badge'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { SECTION_ICONS, type MenuSection } from '@resources/menu'
import { MENU_ICONS } from '../shared/menu-icons'
import { activeSection, barSections } from './menu-state'
import { PageLink } from './PageLink'

const Frame = styled.nav`
  padding-bottom: env(safe-area-inset-bottom);
  border-top: 1px solid ${token.border.base};
  background: ${token.surface.base};
`

const List = styled.ul`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  height: var(--bottom-height);
`

const place = css`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space[4]};
  width: 100%;
  height: 100%;
  color: ${token.text.secondary};
  ${type.badge}
  font-weight: 500;
  text-align: center;
  text-decoration: none;
  ${focusRingInset}
  &[data-active] {
    color: ${token.accent.text};
    font-weight: 600;
  }
  /* A window this low is zoomed, and the bar is lower: icon and label still fit. */
  @media (max-height: 400px) {
    gap: 0;
  }
  ${media.forcedColors} {
    &[data-active] {
      color: Highlight;
      text-decoration: underline;
    }
  }
`
const PlaceLink = styled(PageLink)`
  ${place}
`
const PlaceButton = styled.button`
  ${place}
`

/** The count overlaps the corner of the icon. */
const Picture = styled.span`
  position: relative;
  display: grid;
`
const Corner = styled.span`
  position: absolute;
  top: -7px;
  left: 60%;
`

interface BarPlaceProps {
  to: string
  label: string
  icon: LucideIcon
  /** It links to the open page. */
  current: boolean
  /** Number of unread messages; no badge at 0. */
  count: number
  onClick: () => void
}

/** One page in the bar, with its unread count. */
export function BarPlace({ to, label, icon, current, count, onClick }: BarPlaceProps) {
  return (
    <li>
      <PlaceLink to={to} current={current} data-active={current || undefined} onClick={onClick}>
        <Picture>
          <Icon icon={icon} size="tile" />
          <Corner aria-hidden>
            <Badge count={count} />
          </Corner>
        </Picture>
        <span>
          {label}
          {count > 0 && <VisuallyHidden> {cappedCount(count)} unread messages</VisuallyHidden>}
        </span>
      </PlaceLink>
    </li>
  )
}

/** The section that contains chat and support. */
const PLACES_SECTION = 'Support'
/** With chat and support in the bar there is room for only one section. */
const SECTIONS_BESIDE_PLACES = 1

interface Props {
  /** The menu that the person may use; null while it is unknown. */
  menu: readonly MenuSection[] | null
  /** Path of the open page. */
  path: string
  /** Opens the whole menu, at the given section if there is one. */
  onMenu: (section: string | null) => void
  /** Chat and support, a `BarPlace` each, instead of the section that they belong to. */
  places?: ReactNode
}

/** The phone's navigation: Home, up to three of the allowed sections, and Menu with the whole tree (look.md, section 4). */
export function BottomBar({ menu, path, onMenu, places }: Props) {
  const here = menu ? activeSection(menu, path)?.title : undefined
  const chosen = menu ? barSections(menu) : []
  const hasPlaces = Boolean(places) && (menu?.some(({ title }) => title === PLACES_SECTION) ?? false)
  const sections = hasPlaces
    ? chosen.filter(({ title }) => title !== PLACES_SECTION).slice(0, SECTIONS_BESIDE_PLACES)
    : chosen
  const elsewhere =
    here !== undefined && !(hasPlaces && here === PLACES_SECTION) && !sections.some(({ title }) => title === here)
  return (
    <Frame aria-label="Main">
      <List>
        <li>
          <PlaceLink to="/" current={path === '/'} data-active={path === '/' || undefined}>
            <Icon icon={House} size="tile" />
            Home
          </PlaceLink>
        </li>
        {places}
        {sections.map(({ title }) => (
          <li key={title}>
            <PlaceButton
              type="button"
              aria-haspopup="dialog"
              data-active={here === title || undefined}
              onClick={() => onMenu(title)}
            >
              <Icon icon={MENU_ICONS[SECTION_ICONS[title]]!} size="tile" />
              {title}
            </PlaceButton>
          </li>
        ))}
        <li>
          <PlaceButton
            type="button"
            aria-haspopup="dialog"
            data-active={elsewhere || undefined}
            onClick={() => onMenu(null)}
          >
            <Icon icon={Menu} size="tile" />
            Menu
          </PlaceButton>
        </li>
      </List>
    </Frame>
  )
}
