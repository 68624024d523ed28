/** The frame around all pages that need a sign-in, with the current page and the overlays that open above any page. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useSelector } from '@xstate/react'
import { canOpen } from '@contract/permissions'
import { FailedInBar } from '@design-system/components/Lazy/FailedInBar'
import { FailedPage } from '@design-system/components/Lazy/FailedPage'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import ActivityContainer from '@features/activity/Activity.container'
import { useConsole, useLive, type LiveParts } from '@console/console'
import ShellContainer from '@features/shell/Shell.container'
import { ActionBones } from '@features/shell/TopBar'
import { UpdateContainer } from '@features/update/Update.container'
import { selectIsKnown } from '@machines/access/access.view'
import { pageAt } from '@resources/menu'
import { readRecent } from '@resources/recent-pages'
import type { ForbiddenProps } from '@screens/not-found/Forbidden'
import type { NotFoundProps } from '@screens/not-found/NotFound'
import { useOverlays } from './overlays'
import { prefetch, prefetchInIdle, SCREENS } from './screens'
import { useTwoFactor } from './two-factor'

const LiveActions = lazyComponent<{ live: LiveParts }>(() => import('./LiveActions'), {
  name: 'Shift, chats and notifications',
  fallback: () => <ActionBones />,
  failed: (_props, failure) => <FailedInBar failure={failure} />,
})
const LivePlaces = lazyComponent<{ live: LiveParts }>(() => import('./LivePlaces'), {
  name: 'Chat and support',
  failed: (_props, failure) => <FailedInBar failure={failure} />,
})
const NotFound = lazyComponent<NotFoundProps>(() => import('@screens/not-found/NotFound'), {
  name: 'This page',
  failed: (_props, failure) => <FailedPage failure={failure} />,
})
const Forbidden = lazyComponent<ForbiddenProps>(() => import('@screens/not-found/Forbidden'), {
  name: 'This page',
  failed: (_props, failure) => <FailedPage failure={failure} />,
})

/** Reports a page that loads nothing as settled, so that its links may be prefetched at once. */
function Settled({ children }: { children: React.ReactNode }) {
  const { settled } = useConsole()
  useLayoutEffect(() => settled.mark(), [settled])
  return children
}

/**
 * The page of the current address, if it exists and the person may open it. Until the permissions are known, the frame
 * shows its spinner.
 */
function CurrentPage({ onFind }: Pick<NotFoundProps, 'onFind'>) {
  const { pathname } = useLocation()
  const { actors, preferences } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const known = useSelector(actors.access, selectIsKnown)
  const page = pageAt(pathname)
  if (!known) return null
  if (!page)
    return (
      <Settled>
        <NotFound
          recent={readRecent(preferences.get('recent')).filter(({ subjects }) => canOpen(access, subjects))}
          onFind={onFind}
        />
      </Settled>
    )
  if (!canOpen(access, page.subjects))
    return (
      <Settled>
        <Forbidden subjects={page.subjects} />
      </Settled>
    )
  const Screen = SCREENS[page.slug]!
  const parts = page.route.endsWith('/*')
    ? pathname
        .slice(page.route.length - 1)
        .split('/')
        .filter(Boolean)
    : []
  const screen = <Screen key={page.slug} page={page} parts={parts} />
  return page.screen === 'planned' ? <Settled>{screen}</Settled> : screen
}

export default function Frame() {
  const { settled } = useConsole()
  const live = useLive()
  const overlays = useOverlays()
  const twoFactor = useTwoFactor()
  const prefetchAllowed = useSyncExternalStore(settled.subscribe, settled.get)
  return (
    <ShellContainer
      onOpen={overlays.open}
      onFindNear={overlays.prepareFind}
      actions={live ? <LiveActions live={live} /> : <ActionBones />}
      activity={<ActivityContainer />}
      places={live && <LivePlaces live={live} />}
      twoFactor={twoFactor.drawSwitch}
      notice={live && <UpdateContainer update={live.update} />}
      prefetchAllowed={prefetchAllowed}
      onNear={(route, sign) => {
        const page = pageAt(route)
        if (!page) return
        if (sign === 'aimed') void prefetch(page)
        else prefetchInIdle(page)
      }}
    >
      <CurrentPage onFind={() => overlays.open('find')} />
      {overlays.shown}
      {twoFactor.shown}
    </ShellContainer>
  )
}
