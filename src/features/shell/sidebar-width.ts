/**
 * Whether the sidebar is wide: remembered separately for wide and for narrower windows, since the latter start at 140
 * (look.md, section 4).
 */

/** Media query of the windows in which the sidebar starts wide. */
export const STARTS_WIDE = '(min-width: 1280px)'
/** Media query of the windows that have a bar at the bottom instead of a sidebar. */
export const PHONE = '(max-width: 767.98px)'

/** Stored under the preference 'sidebar': the choice for each kind of window. */
const parse = (stored: string | null): Map<string, string> =>
  new Map(
    (stored ?? '').split(';').flatMap((part) => (part.includes('=') ? [part.split('=', 2) as [string, string]] : [])),
  )
const kindOf = (startsWide: boolean) => (startsWide ? 'wide' : 'narrow')

/** @param stored of the preference 'sidebar' @param startsWide whether the window matches STARTS_WIDE */
export function isCollapsed(stored: string | null, startsWide: boolean): boolean {
  const chosen = parse(stored).get(kindOf(startsWide))
  return chosen ? chosen === 'collapsed' : !startsWide
}

/** @returns the preference to store after a choice in this kind of window */
export const withCollapsed = (stored: string | null, startsWide: boolean, collapsed: boolean): string =>
  [...parse(stored).set(kindOf(startsWide), collapsed ? 'collapsed' : 'expanded')]
    .map((pair) => pair.join('='))
    .join(';')
