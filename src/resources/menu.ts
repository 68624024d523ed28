/** The menu, derived from the pages (spec 2, Sidebar; spec 6). Pure functions, used by sidebar, palette and router. */
import { canOpen, type Access } from '@contract/permissions'
import { PAGES } from './pages'
import { SECTIONS, type GroupTitle, type MenuItem, type Page, type Section } from './page'

/** Icons of the groups and of the sections' tiles. */
const GROUP_ICONS: Record<GroupTitle, string> = {
  SEO: 'globe',
  'Platform Transaction': 'arrow-left-right',
  Deposit: 'arrow-down-to-line',
  Withdrawals: 'arrow-up-from-line',
  Shift: 'calendar-clock',
  Permission: 'shield-check',
}
export const SECTION_ICONS: Record<Section, string> = {
  People: 'users',
  Money: 'wallet',
  Rewards: 'gift',
  Play: 'gamepad-2',
  Support: 'life-buoy',
  Content: 'globe',
  Workforce: 'calendar-clock',
  System: 'settings',
}

export interface MenuSection {
  title: Section
  items: MenuItem[]
}

const entry = (
  title: string,
  url: string,
  icon: string,
  subItem: MenuItem[],
  schema_field: readonly string[],
): MenuItem => ({
  title,
  url,
  activeSrc: icon,
  inActiveSrc: icon,
  subItem,
  schema_field,
})

/**
 * The menu of one person, without sections, groups and entries that contain nothing allowed.
 * @param role the person's role; SUPER_ADMIN does not see /third-party-user (spec 6)
 */
export function menuFor(access: Access, role: string): MenuSection[] {
  const allowed = PAGES.filter(
    (page) => page.menu && canOpen(access, page.subjects) && !page.menu.hiddenFor?.includes(role),
  )
  return SECTIONS.map((title) => {
    const items: MenuItem[] = []
    const groups = new Map<GroupTitle, MenuItem>()
    for (const page of allowed) {
      const menu = page.menu!
      if (menu.section !== title) continue
      const item = entry(menu.title, page.route, menu.icon, [], page.subjects)
      if (!menu.group) {
        items.push(item)
        continue
      }
      let group = groups.get(menu.group)
      if (!group) {
        group = entry(menu.group, page.route, GROUP_ICONS[menu.group], [], [])
        groups.set(menu.group, group)
        items.push(group)
      }
      group.subItem.push(item)
      group.schema_field = [...group.schema_field, ...page.subjects]
    }
    return { title, items }
  }).filter((section) => section.items.length > 0)
}

function matches({ route, recordTabs = [] }: Page, path: string): boolean {
  if (!route.endsWith('/*')) return route === path
  if (!path.startsWith(route.slice(0, -1)) || path.length < route.length) return false
  const [, tab, ...more] = path.slice(route.length - 1).split('/')
  return more.length === 0 && (tab === undefined || recordTabs.includes(tab))
}

/** The page at a path, without its query; undefined if the page does not exist. */
export const pageAt = (path: string): Page | undefined =>
  PAGES.find((page) => matches(page, path.length > 1 ? path.replace(/\/+$/, '') : path))

/** Whether the page of an entry is not part of this version: it shows nothing. */
export const isPlanned = ({ url }: Pick<MenuItem, 'url'>): boolean => pageAt(url)?.screen === 'planned'

/**
 * Whether a menu entry, or one below it, is the page at this path (spec 2: the active item is highlighted by matching
 * the current path). A page without its own entry highlights the entry of its parent.
 */
export function isActive(item: MenuItem, path: string): boolean {
  if (item.subItem.length > 0) return item.subItem.some((below) => isActive(below, path))
  return (
    item.url === path || (path.startsWith(`${item.url}/`) && !PAGES.some((page) => page.menu && page.route === path))
  )
}

/** The routes that these permissions allow: the content of the cookie `allowed_routes` (spec 3). */
export const routesOf = (access: Access): string[] =>
  PAGES.filter((page) => canOpen(access, page.subjects)).map((page) => page.route)

/**
 * The page title in the top bar, outermost part first. /users/{id} is 'Users information'; /users/{id}/{tab} has its
 * second path part as the title (spec 2), as for all records.
 */
export function titleOf(page: Page | undefined, path: string): string[] {
  if (!page) return ['page not found']
  const own = page.menu?.group ? [page.menu.group, page.title] : [page.title]
  const [, tab] = page.route.endsWith('/*')
    ? path
        .slice(page.route.length - 1)
        .split('/')
        .filter(Boolean)
    : []
  if (!tab) return own
  const text = tab.replaceAll('-', ' ')
  return [...own, text.charAt(0).toUpperCase() + text.slice(1)]
}
