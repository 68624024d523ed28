import type { Page } from '@resources/page'
import type { Resource, Row } from '@resources/resource'

/** Props of every screen, from the router. */
export interface ScreenProps {
  page: Page
  /** Path parts after the page's own route, for pages that have more: `/users/{id}/{tab}`. */
  parts: readonly string[]
}

/** Props of a screen that shows the records of a resource. */
export interface ResourceScreenProps extends ScreenProps {
  resource: Resource<Row>
}
