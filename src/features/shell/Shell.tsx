import { useLayoutEffect, useRef, useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { Spinner } from '@design-system/primitives/Spinner/Spinner'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'
import { RotateCw, ShieldAlert } from 'lucide-react'
import type { ConnectionView } from '@ports/socket'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { OfflineBand } from '@design-system/components/OfflineBand/OfflineBand'
import { formatClock } from '../shared/format'
import { AvatarBones } from './AvatarButton'
import { AvatarMenu, type AvatarMenuProps } from './AvatarMenu'
import { BottomBar } from './BottomBar'
import { FindButton } from './Finder'
import type { LookChoices } from './appearance-choices'
import type { MenuSheetProps } from './MenuSheet'
import { NearProvider, type LinkSign } from './link-prefetch'
import type { Person, Trouble } from './person'
import { Content, Frame, Middle, SkipLink } from './Shell.styles'
import { Sidebar, type SidebarProps } from './Sidebar'
import { TopBar } from './TopBar'

const MenuSheet = lazyComponent<MenuSheetProps>(() => import('./MenuSheet'), {
  name: 'The menu',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})

/** The content of the page area: the page itself, the only spinner, or the reason why there is no page. */
export type PageState = { is: 'ready' } | { is: 'loading' } | ({ is: 'failed'; requestId?: string } & Trouble)

export interface ShellProps {
  /** A phone has a bar at the bottom instead of the sidebar. */
  layout: 'expanded' | 'collapsed' | 'phone'
  /** The menu that the person may use; null while it is unknown. */
  menu: SidebarProps['menu']
  /** Path of the open page, without its query. */
  path: string
  /** The titles in the top bar, outermost first. */
  title: readonly string[]
  open: SidebarProps['open']
  onToggle: SidebarProps['onToggle']
  onCollapse: SidebarProps['onCollapse']
  look: LookChoices
  /** Null while the profile loads. */
  person: Person | null
  /** Known from the session while the profile loads: the space of the name is reserved. */
  username?: string | null
  /** The profile could not be loaded. */
  trouble: Trouble | null
  page: PageState
  /** Shift, chat, support and bell. */
  actions?: ReactNode
  /** Work that continues while other pages are open. */
  activity?: ReactNode
  /** Chat and support for the phone's bar. */
  places?: ReactNode
  twoFactor?: AvatarMenuProps['twoFactor']
  /** A band above the page. */
  notice?: ReactNode
  connection: ConnectionView
  onFind: () => void
  /** The pointer or the focus approaches the finder. */
  onFindNear: () => void
  onHelp: () => void
  onMessages: () => void
  onRights: () => void
  onChangePassword: () => void
  onSignOut: () => void
  /** A link to this route is within 200 px of the visible area, or aimed at. */
  onNear: (route: string, sign: LinkSign) => void
  prefetchAllowed: boolean
  children: ReactNode
}

function Page({ page, children }: { page: PageState; children: ReactNode }) {
  if (page.is === 'ready') return children
  if (page.is === 'loading')
    return (
      <Middle>
        <Spinner label="Loading your permissions" size={24} />
      </Middle>
    )
  return (
    <Middle>
      <EmptyState
        icon={ShieldAlert}
        tone="danger"
        title="Your permissions could not be loaded"
        text={page.problem}
        requestId={page.requestId}
        actions={
          <Button variant="primary" icon={RotateCw} onClick={page.onRetry}>
            Try again
          </Button>
        }
      />
    </Middle>
  )
}

/** The scroller of the page. A new page starts at the top, even if the previous one was scrolled down. */
function Main({ path, children, ...rest }: { path: string } & ComponentProps<'main'>) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useLayoutEffect(() => {
    // The first page is already at the top, and scrolling would cause another layout.
    if (shown.current !== path) main.current?.scrollTo(0, 0)
    shown.current = path
  }, [path])
  return (
    <Content {...rest} ref={main} id="content" tabIndex={-1}>
      {children}
    </Content>
  )
}

function skip(event: MouseEvent<HTMLAnchorElement>) {
  // The address stays unchanged: it contains the state of lists.
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** The frame around every page after signing in: menu, top bar, page (spec 2, Layout; look.md, Shell). */
export function Shell({
  layout,
  menu,
  path,
  title,
  open,
  onToggle,
  onCollapse,
  look,
  person,
  username = null,
  trouble,
  page,
  actions,
  activity,
  places,
  twoFactor,
  notice,
  connection,
  onFind,
  onFindNear,
  onHelp,
  onMessages,
  onRights,
  onChangePassword,
  onSignOut,
  onNear,
  prefetchAllowed,
  children,
}: ShellProps) {
  /** Whether the phone's menu is open, and at which section. */
  const [sheet, setSheet] = useState<{ at: string | null } | null>(null)
  const phone = layout === 'phone'
  const avatar = person ? (
    <AvatarMenu
      person={person}
      trouble={trouble}
      look={look}
      onMessages={onMessages}
      onHelp={onHelp}
      onRights={onRights}
      onChangePassword={onChangePassword}
      onSignOut={onSignOut}
      twoFactor={twoFactor}
    />
  ) : (
    <AvatarBones username={username} />
  )
  return (
    <NearProvider onNear={onNear} allowed={prefetchAllowed}>
      <Frame data-layout={layout}>
        <SkipLink href="#content" onClick={skip}>
          Skip to content
        </SkipLink>
        {!phone && (
          <Sidebar
            collapsed={layout === 'collapsed'}
            menu={menu}
            path={path}
            open={open}
            onToggle={onToggle}
            onCollapse={onCollapse}
            look={look}
            connection={connection}
            onFind={onFind}
            onFindNear={onFindNear}
          />
        )}
        <TopBar
          title={title}
          actions={
            <>
              {actions}
              {/* After the others, which come later and must not move it. */}
              {phone && <FindButton onFind={onFind} onFindNear={onFindNear} />}
            </>
          }
          avatar={avatar}
        />
        <Main path={path}>
          {activity}
          {connection.state === 'offline' && (
            <OfflineBand>
              You have been offline since {formatClock(connection.since)}. What you see may be out of date, and nothing
              can be saved.
            </OfflineBand>
          )}
          {notice}
          <Page page={page}>{children}</Page>
        </Main>
        {phone && <BottomBar menu={menu} path={path} places={places} onMenu={(at) => setSheet({ at })} />}
        {phone && sheet && (
          <MenuSheet
            menu={menu ?? []}
            path={path}
            at={sheet.at}
            open={open}
            onToggle={onToggle}
            onClose={() => setSheet(null)}
          />
        )}
      </Frame>
    </NearProvider>
  )
}
