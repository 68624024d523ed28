import type { ComponentType } from 'react'
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

/** What a desk receives: the screen on which the records of a list are decided one after the other. */
export interface DeskProps {
  resource: Resource<Row>
  /** Of the record that is open; null: the first one that waits. */
  id: string | null
}
export type DeskLoader = () => Promise<{ default: ComponentType<DeskProps> }>
