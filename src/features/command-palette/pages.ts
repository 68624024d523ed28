/** The pages that a person may open, as lines of the palette. */
import { House, type LucideIcon } from 'lucide-react'
import type { Access } from '@contract/permissions'
import type { PaletteItem } from '@design-system/components/CommandPalette/CommandPalette'
import { menuFor, pageAt } from '@resources/menu'
import type { MenuItem } from '@resources/page'
import { MENU_ICONS } from '../shared/menu-icons'

/** A line that is also found by words that it does not show. */
export type Line = PaletteItem & { keywords?: readonly string[] }

const iconOf = (name: string): LucideIcon => MENU_ICONS[name] ?? House

/**
 * @param role the person's role: some pages are hidden for some roles
 * @returns Home and every entry of the menu in the menu's order; entries of a group have its title as parent
 */
export function pageLines(access: Access, role: string): Line[] {
  const line = (item: MenuItem, section: string, group?: string): Line => {
    const title = pageAt(item.url)?.title
    return {
      id: `page ${item.url}`,
      title: item.title,
      parents: group === undefined ? undefined : [group],
      icon: iconOf(item.activeSrc),
      note: section,
      href: item.url,
      // The page's title may differ from the text of its menu entry.
      keywords: [section, ...(title && title !== item.title ? [title] : [])],
    }
  }
  return [
    { id: 'page /', title: 'Home', icon: House, href: '/' },
    ...menuFor(access, role).flatMap(({ title, items }) =>
      items.flatMap((item) =>
        item.subItem.length > 0 ? item.subItem.map((below) => line(below, title, item.title)) : [line(item, title)],
      ),
    ),
  ]
}
