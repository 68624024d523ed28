import { useDeferredValue } from 'react'
import { Contrast, House, PanelLeftClose, PanelLeftOpen, Rows3 } from 'lucide-react'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { ConnectionState } from '@design-system/components/ConnectionState/ConnectionState'
import { Mark } from '@design-system/primitives/Mark/Mark'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import type { ConnectionView } from '@ports/socket'
import type { MenuSection } from '@resources/menu'
import { Finder } from './Finder'
import { DENSITY_WORD, nextDensity, nextTheme, THEME_WORD, type LookChoices } from './appearance-choices'
import { MenuTree } from './MenuTree'
import { EntryLink, Grow } from './menu.styles'
import type { OpenTitles } from './menu-state'
import { Bone, Bones, Foot, Frame, Head, Home, Scroller, Tree } from './Sidebar.styles'
import { SidebarTiles } from './SidebarTiles'

/** Widths of the menu's placeholder lines, per cent of the available width. */
const BONE_WIDTHS = [34, 52, 40, 61, 46, 55, 38, 50]

export interface SidebarProps {
  /** True: tiles with fly-outs, 140 px wide; otherwise the tree, 280 px (spec 9, Sidebar widths). */
  collapsed: boolean
  /** The menu that the person may use; null while it is unknown: placeholder lines are shown. */
  menu: readonly MenuSection[] | null
  /** Path of the open page. */
  path: string
  /** Sections and groups that are expanded. */
  open: OpenTitles
  onToggle: (title: string) => void
  onCollapse: (collapsed: boolean) => void
  look: LookChoices
  connection: Pick<ConnectionView, 'state' | 'nextTryAt'>
  /** Opens the palette. */
  onFind: () => void
  /** The pointer or the focus approaches the finder. */
  onFindNear: () => void
}

function MenuBones({ collapsed }: { collapsed: boolean }) {
  return (
    <Bones data-collapsed={collapsed || undefined}>
      <VisuallyHidden as="output">Loading the menu</VisuallyHidden>
      {BONE_WIDTHS.map((width) => (
        <Bone key={width}>
          <Skeleton width={collapsed ? 20 : 16} height={collapsed ? 20 : 16} />
          <Skeleton width={collapsed ? 64 : `${width}%`} height={10} />
        </Bone>
      ))}
    </Bones>
  )
}

/** The main menu (spec 2, Sidebar; look.md, Shell). */
export function Sidebar({
  collapsed,
  menu,
  path,
  open,
  onToggle,
  onCollapse,
  look,
  connection,
  onFind,
  onFindNear,
}: SidebarProps) {
  const narrow = collapsed || undefined
  const { theme, density, onTheme, onDensity } = look
  // The page has priority: the entries are rendered after the rest of the first screen, unless there is a more urgent
  // update.
  const hasEntries = useDeferredValue(true, false)
  return (
    <Frame aria-label="Main">
      <Head data-collapsed={narrow}>
        <Home to="/" aria-label="Pitboss, go to Home">
          <Mark />
          Pitboss
        </Home>
        {!collapsed && (
          <IconButton
            label="Collapse the sidebar"
            icon={PanelLeftClose}
            size="small"
            onClick={() => onCollapse(true)}
          />
        )}
      </Head>
      <Finder collapsed={collapsed} onFind={onFind} onFindNear={onFindNear} />
      <Scroller data-collapsed={narrow}>
        {menu === null && <MenuBones collapsed={collapsed} />}
        {menu && collapsed && hasEntries && <SidebarTiles sections={menu} path={path} />}
        {menu && !collapsed && hasEntries && (
          <Tree>
            <EntryLink to="/" current={path === '/'}>
              <Icon icon={House} />
              <Grow>Home</Grow>
            </EntryLink>
            <MenuTree sections={menu} path={path} open={open} onToggle={onToggle} />
          </Tree>
        )}
      </Scroller>
      <Foot data-collapsed={narrow}>
        {/* At 140 px there is no room for the seconds. */}
        <ConnectionState state={connection.state} nextTryAt={collapsed ? null : connection.nextTryAt} />
        <IconButton
          label={`Theme: ${THEME_WORD[theme]}. Switch to ${THEME_WORD[nextTheme(theme)]}`}
          icon={Contrast}
          size="small"
          onClick={() => onTheme(nextTheme(theme))}
        />
        <IconButton
          label={`Rows: ${DENSITY_WORD[density]}. Switch to ${DENSITY_WORD[nextDensity(density)]}`}
          icon={Rows3}
          size="small"
          onClick={() => onDensity(nextDensity(density))}
        />
        {collapsed && (
          <IconButton label="Expand the sidebar" icon={PanelLeftOpen} size="small" onClick={() => onCollapse(false)} />
        )}
      </Foot>
    </Frame>
  )
}
