/**
 * Which parts of the menu are expanded, what the phone's bar offers, and what the filter finds: pure functions over
 * MenuSection[].
 */
import { isActive, type MenuSection } from '@resources/menu'
import type { MenuItem, Section } from '@resources/page'

/** Expanded until the person chooses: most of the day's work starts here. */
const OPEN_AT_FIRST: readonly Section[] = ['People', 'Support']
/** A menu with at most this many entries fits on a laptop's screen. */
const FITS_WHOLE = 16
/** The sections that the phone's bar prefers. */
const MAIN_SECTIONS: readonly Section[] = ['Support', 'Money', 'People']
/** Number of places between Home and Menu in the phone's bar. */
const BAR_PLACES = 3

/** Titles of sections and groups; both are unique in the menu. */
export type OpenTitles = ReadonlySet<string>

const entriesOf = (section: MenuSection): MenuItem[] =>
  section.items.flatMap((item) => (item.subItem.length > 0 ? item.subItem : [item]))

/** Number of pages in a section. */
export const pagesIn = (section: MenuSection): number => entriesOf(section).length

/** The section that the page at this path belongs to. */
export const activeSection = (sections: readonly MenuSection[], path: string): MenuSection | undefined =>
  sections.find((section) => section.items.some((item) => isActive(item, path)))

/** The entry of the page at this path, if a section contains it. */
export const activeEntry = (section: MenuSection, path: string): MenuItem | undefined =>
  entriesOf(section).find((item) => isActive(item, path))

/** Parses the stored preference. @param stored of the preference 'sections'; null: never chosen */
export function readOpen(stored: string | null, sections: readonly MenuSection[]): OpenTitles {
  if (stored !== null) return new Set(stored.split(',').filter(Boolean))
  const whole = sections.reduce((sum, section) => sum + pagesIn(section), 0) <= FITS_WHOLE
  return new Set(sections.map((section) => section.title).filter((title) => whole || OPEN_AT_FIRST.includes(title)))
}

/** The text to store under the preference 'sections'. */
export const writeOpen = (open: OpenTitles): string => [...open].join(',')

/** The same set with one title expanded or collapsed. */
export function toggleOpen(open: OpenTitles, title: string): OpenTitles {
  const next = new Set(open)
  if (!next.delete(title)) next.add(title)
  return next
}

/** Up to three allowed sections for the phone's bar: the preferred ones first, shown in the order of the menu. */
export function barSections(sections: readonly MenuSection[]): MenuSection[] {
  const ranked = [
    ...sections.filter(({ title }) => MAIN_SECTIONS.includes(title)),
    ...sections.filter(({ title }) => !MAIN_SECTIONS.includes(title)),
  ]
  const chosen = new Set(ranked.slice(0, BAR_PLACES))
  return sections.filter((section) => chosen.has(section))
}

/** The tree without entries that do not match; a group or section whose own title matches keeps all its entries. */
export function filterMenu(sections: readonly MenuSection[], words: string): MenuSection[] {
  const wanted = words.trim().toLocaleLowerCase()
  if (!wanted) return [...sections]
  const says = (title: string) => title.toLocaleLowerCase().includes(wanted)
  return sections.flatMap((section) => {
    if (says(section.title)) return [section]
    const items = section.items.flatMap((item) => {
      if (says(item.title)) return [item]
      const subItem = item.subItem.filter(({ title }) => says(title))
      return subItem.length > 0 ? [{ ...item, subItem }] : []
    })
    return items.length > 0 ? [{ ...section, items }] : []
  })
}
