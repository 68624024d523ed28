import type { Page } from '@resources/page'
import type { Resource, Row } from '@resources/resource'

/** What every screen receives from the router. */
export interface ScreenProps {
  page: Page
  /** Path parts behind the page's own route, for pages that take more: `/users/{id}/{tab}`. */
  parts: readonly string[]
}

/** What a screen receives that shows the records of a resource. */
export interface ResourceScreenProps extends ScreenProps {
  resource: Resource<Row>
}
