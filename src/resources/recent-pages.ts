/** The pages that were opened last on this device, as text: routes of the menu, never records. Pure. */
import { pageAt } from './menu'
import type { Page } from './page'

const MOST = 6

/** @param stored earlier pages @param path of the open page @returns the text to store; null if nothing changes */
export function withRecent(stored: string | null, path: string): string | null {
  const page = pageAt(path)
  if (!page?.menu) return null
  const text = [page.route, ...readRoutes(stored).filter((route) => route !== page.route)].slice(0, MOST).join(' ')
  return text === stored ? null : text
}

const readRoutes = (stored: string | null): string[] => stored?.split(' ').filter(Boolean) ?? []

/** @returns the pages, the last one first; routes that do not exist any more are left out */
export const readRecent = (stored: string | null): Page[] =>
  readRoutes(stored).flatMap((route) => {
    const page = pageAt(route)
    return page?.menu ? [page] : []
  })
