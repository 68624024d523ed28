/** The code of each screen, loaded when it is needed, or when a link to it comes near (spec 9). */
import { lazy, type ComponentType } from 'react'
import type { Page, PageScreen } from '@resources/page'
import { loadResource } from '@resources/load'
import type { ScreenProps } from '@screens/screen-props'

const LOADERS: Record<PageScreen, () => Promise<{ default: ComponentType<ScreenProps> }>> = {
  home: () => import('@screens/home/Home.container'),
  list: () => import('@screens/list/ListScreen.container'),
  user: () => import('@screens/user/UserScreen.container'),
  planned: () => import('@screens/planned/Planned'),
}

export const SCREENS: Readonly<Record<PageScreen, ComponentType<ScreenProps>>> = {
  home: lazy(LOADERS.home),
  list: lazy(LOADERS.list),
  user: lazy(LOADERS.user),
  planned: lazy(LOADERS.planned),
}

/** Loads a page's code, never its data. Failing to is no matter: the click tries again. */
export function prefetch(page: Page): void {
  const ignore = () => undefined
  LOADERS[page.screen]().catch(ignore)
  if (page.screen === 'list') loadResource(page.slug).catch(ignore)
  if (page.screen === 'user') loadResource('users').catch(ignore)
}
