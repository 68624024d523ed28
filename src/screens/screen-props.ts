import type { Page } from '@resources/page'

/** What every screen gets from the router. */
export interface ScreenProps {
  page: Page
  /** Path parts behind the page's own route, for pages that take more: `/users/{id}/{tab}`. */
  parts: readonly string[]
}
