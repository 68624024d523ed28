/** The screens. Each is loaded when its page is opened or a link to it comes into view (spec 9). */
import type { ComponentType } from 'react'
import { FailedPage } from '@design-system/components/Lazy/FailedPage'
import { lazyComponent, type LazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { Page, PageScreen } from '@resources/page'
import { loadResource } from '@resources/load'
import { pageAt } from '@resources/menu'
import { PAGES } from '@resources/pages'
import type { ResourceScreenProps, ScreenProps } from '@screens/screen-props'

type Load = (page: Page) => Promise<{ default: ComponentType<ScreenProps> }>

/** @returns a loader of a screen together with its resource, so that it renders at once */
const withResource =
  (load: () => Promise<{ default: ComponentType<ResourceScreenProps> }>): Load =>
  async (page) => {
    const [{ default: Screen }, resource] = await Promise.all([load(), loadResource(page.resource)])
    // Each row links to this page: its code is loaded once the list is idle.
    const linked = resource.rowRoute && pageAt(resource.rowRoute)
    if (linked) SCREENS[linked.slug]!.preloadInIdle()
    return { default: (props) => <Screen {...props} resource={resource} /> }
  }

const LOADERS: Readonly<Record<PageScreen, Load>> = {
  home: () => import('@screens/home/Home.container'),
  list: withResource(() => import('@screens/list/ListScreen.container')),
  record: withResource(() => import('@screens/record/RecordScreen.container')),
  planned: () => import('@screens/planned/Planned'),
}

/** The screen of each page, by its slug. */
export const SCREENS: Readonly<Record<string, LazyComponent<ScreenProps>>> = Object.fromEntries(
  PAGES.map((page) => [
    page.slug,
    lazyComponent<ScreenProps>(() => LOADERS[page.screen](page), {
      name: `“${page.title}”`,
      preload: 'onDemand',
      failed: (_props, failure) => <FailedPage failure={failure} />,
    }),
  ]),
)

/** As `prefetch`, once the browser is idle after the first screen, which has priority. */
export const prefetchInIdle = (page: Page): void => SCREENS[page.slug]!.preloadInIdle()

/** Loads the code of a page's screen, but not its data. Never throws: opening the page tries again. */
export const prefetch = async (page: Page): Promise<void> => SCREENS[page.slug]!.preload()
