import { useCallback, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSelector } from '@xstate/react'
import { describeError } from '@contract/errors'
import type { PreferenceKey } from '@ports/preferences'
import { useConsole } from '@console/console'
import { menuFor, pageAt, titleOf } from '@resources/menu'
import { useDensity, useTheme } from '@console/appearance'
import { selectIsKnown } from '@machines/access/access.view'
import { usePageTitle } from '../shared/page-title'
import type { LookChoices } from './appearance-choices'
import type { LinkSign } from './link-prefetch'
import { readOpen, toggleOpen, writeOpen } from './menu-state'
import type { Person, Trouble } from './person'
import { Shell, type PageState, type ShellProps } from './Shell'
import { isCollapsed, PHONE, STARTS_WIDE, withCollapsed } from './sidebar-width'

/** Whether the window matches a media query; updated when this changes. */
function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query])
  const subscribe = useCallback(
    (tell: () => void) => {
      list.addEventListener('change', tell)
      return () => list.removeEventListener('change', tell)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list.matches)
}

/** A value that changes when a preference is stored. */
function useKept<T>(read: () => T): T {
  const { preferences } = useConsole()
  return useSyncExternalStore(
    useCallback((tell: () => void) => preferences.subscribe(tell), [preferences]),
    read,
  )
}

function usePreference(key: PreferenceKey): [string | null, (value: string) => void] {
  const { preferences } = useConsole()
  return [useKept(() => preferences.get(key)), (value) => preferences.set(key, value)]
}

function useLook(): LookChoices {
  const [theme, onTheme] = useTheme()
  const [density, onDensity] = useDensity()
  return { theme, density, onTheme, onDensity }
}

/** The person in the top bar: from the profile, or from the session if the profile cannot be read. */
function usePerson(): { person: Person | null; username: string | null; trouble: Trouble | null; role: string | null } {
  const { session, profile } = useConsole().actors
  const signedIn = useSelector(session, ({ context }) => context.session)
  const known = useSelector(profile, ({ context }) => context.profile)
  // Kept while the profile is fetched again, so that the menu with Try again stays open.
  const failure = useSelector(profile, (snapshot) => (snapshot.hasTag('error') ? snapshot.context.error : null))
  const isRetrying = useSelector(profile, (snapshot) => snapshot.matches('retrying'))
  const isMissing = useSelector(profile, (snapshot) => snapshot.matches('loading') || snapshot.matches('idle'))
  if (isMissing) return { person: null, username: signedIn?.user.username ?? null, trouble: null, role: null }
  const username = known?.username ?? signedIn?.user.username ?? ''
  const role = known?.role ?? signedIn?.user.role ?? ''
  return {
    role,
    username,
    person: {
      username,
      role,
      name: known ? `${known.first_name} ${known.last_name}` : '',
      avatar: known?.avatar ?? null,
      online: Boolean(signedIn?.accessToken && username),
    },
    trouble: failure && {
      problem: describeError(failure),
      busy: isRetrying,
      onRetry: () => profile.send({ type: 'retry' }),
    },
  }
}

function useAccess() {
  const { access: actor } = useConsole().actors
  const access = useSelector(actor, ({ context }) => context.access)
  const error = useSelector(actor, (snapshot) =>
    snapshot.matches('failed') || snapshot.matches('recovering') ? snapshot.context.error : null,
  )
  const known = useSelector(actor, selectIsKnown)
  const page: PageState = error
    ? {
        is: 'failed',
        problem: describeError(error),
        requestId: error.requestId,
        onRetry: () => actor.send({ type: 'retry' }),
      }
    : { is: known ? 'ready' : 'loading' }
  return { access, known, page }
}

interface Props {
  children: ReactNode
  /** Opens a dialog above the page. */
  onOpen: (what: 'find' | 'help' | 'messages' | 'rights' | 'password') => void
  /** The pointer or the focus approaches the finder: its code can be loaded. */
  onFindNear: () => void
  /** Shift, chat, support and bell. */
  actions?: ReactNode
  /** Work that continues while other pages are open. */
  activity?: ReactNode
  /** Chat and support for the phone's bar. */
  places?: ReactNode
  twoFactor?: ShellProps['twoFactor']
  /** A band above the page. */
  notice?: ReactNode
  /** A link to this route is within 200 px of the visible area, or aimed at: its code may be loaded. */
  onNear: (route: string, sign: LinkSign) => void
  /** No code is prefetched until this is true. */
  prefetchAllowed: boolean
}

/** The frame, connected to the machines of session, access and profile. */
export default function ShellContainer({
  children,
  onOpen,
  onFindNear,
  actions,
  activity,
  places,
  twoFactor,
  notice,
  onNear,
  prefetchAllowed,
}: Props) {
  const { activity: running, connection: port } = useConsole()
  const connection = useSyncExternalStore(port.subscribe, port.get)
  const { pathname } = useLocation()
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  const { person, username, trouble, role } = usePerson()
  const { access, known, page } = useAccess()
  const [sidebar, keepSidebar] = usePreference('sidebar')
  const [sections, keepSections] = usePreference('sections')
  const startsWide = useMedia(STARTS_WIDE)
  const phone = useMedia(PHONE)
  const look = useLook()

  // Without permissions nothing is allowed, and the menu shows no placeholders.
  const refused = page.is === 'failed'
  const menu = useMemo(
    () => (refused ? [] : known && role !== null ? menuFor(access, role) : null),
    [refused, known, access, role],
  )
  const open = readOpen(sections, menu ?? [])
  const title = titleOf(pageAt(path), path)
  usePageTitle(title.join(' / '))

  return (
    <Shell
      layout={phone ? 'phone' : isCollapsed(sidebar, startsWide) ? 'collapsed' : 'expanded'}
      menu={menu}
      path={path}
      title={title}
      open={open}
      onToggle={(name) => keepSections(writeOpen(toggleOpen(open, name)))}
      onCollapse={(collapsed) => keepSidebar(withCollapsed(sidebar, startsWide, collapsed))}
      look={look}
      person={person}
      username={username}
      trouble={trouble}
      page={page}
      actions={actions}
      activity={activity}
      places={places}
      twoFactor={twoFactor}
      notice={notice}
      connection={connection}
      onFind={() => onOpen('find')}
      onFindNear={onFindNear}
      onHelp={() => onOpen('help')}
      onMessages={() => onOpen('messages')}
      onRights={() => onOpen('rights')}
      onChangePassword={() => onOpen('password')}
      onSignOut={() => running().actor.send({ type: 'signOut.request' })}
      onNear={onNear}
      prefetchAllowed={prefetchAllowed}
    >
      {children}
    </Shell>
  )
}
