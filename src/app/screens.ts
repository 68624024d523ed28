/** The code of each screen, loaded when it is needed, or when a link to it comes near (spec 9). */
import type { Page, PageScreen } from '@resources/page'
import { loadResource } from '@resources/load'
import type { ScreenProps } from '@screens/screen-props'
import { loadable, type Loadable } from './loadable'
import { loadPageLogic } from './page-logic'

export const SCREENS: Readonly<Record<PageScreen, Loadable<ScreenProps>>> = {
  home: loadable<ScreenProps>(() => import('@screens/home/Home.container')),
  list: loadable<ScreenProps>(() => import('@screens/list/ListScreen.container')),
  user: loadable<ScreenProps>(() => import('@screens/user/UserScreen.container')),
  planned: loadable<ScreenProps>(() => import('@screens/planned/Planned')),
}
/** The frame, and the machines of all that stands in it. */
export const Shell = loadable(
  async () => (await Promise.all([import('@features/shell/Shell.container'), loadPageLogic()]))[0],
)
export const Login = loadable(() => import('@features/login/Login.container'))

/** Which page's resource a page needs, where it needs one. */
const resourceOf = (page: Page): string | null =>
  page.screen === 'list' ? page.slug : page.screen === 'user' ? 'users' : null

/** Loads a page's code, never its data. */
export async function prefetch(page: Page): Promise<void> {
  const resource = resourceOf(page)
  await Promise.allSettled([SCREENS[page.screen].preload(), resource && loadResource(resource)])
}
