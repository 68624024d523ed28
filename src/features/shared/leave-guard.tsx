/**
 * Asks before a navigation (Back, Forward, a link, a redirect of the page) would lose typed input. Works inside any router of
 * React Router. Closing or reloading the tab does not come here: the browser asks by itself (`beforeunload`).
 */
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ContextType,
  type ReactNode,
} from 'react'
import { parsePath, UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'

/** Whoever holds input that a navigation would lose. */
export interface LeaveGuard {
  /** Whether leaving must be asked for now. */
  holds: () => boolean
  /** Decides whether the page may be left. @param proceed navigates as was asked; call it later, or never */
  ask: (proceed: () => void) => void
}

const Guards = createContext<Set<LeaveGuard>>(new Set())

/** The index that React Router keeps in each entry of the browser's history; undefined in an entry of somebody else. */
const indexOf = (state: unknown): number | undefined => {
  const index = (state as { idx?: unknown } | null)?.idx
  return typeof index === 'number' ? index : undefined
}

type Navigator = ContextType<typeof NavigationContext>['navigator']

/** Stands below the router and above everything that navigates. */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const navigation = use(NavigationContext)
  const { navigator } = navigation
  const location = useLocation()
  const [guards] = useState(() => new Set<LeaveGuard>())
  const pathname = useRef(location.pathname)
  /** Where the browser's history stands, as the console shows it. */
  const here = useRef(indexOf(window.history.state))
  useEffect(() => {
    pathname.current = location.pathname
    here.current = indexOf(window.history.state)
  }, [location])

  const guarded = useMemo((): Navigator => {
    const unless = (proceed: () => void) => {
      const guard = holderIn(guards)
      if (guard) guard.ask(proceed)
      else proceed()
    }
    return {
      ...navigator,
      createHref: (to) => navigator.createHref(to),
      push: (...args) => unless(() => navigator.push(...args)),
      // On the same page it changes the view (filters, columns), and what is open stays open.
      replace: (...args) =>
        pathOf(args[0]) === pathname.current ? navigator.replace(...args) : unless(() => navigator.replace(...args)),
      go: (delta) => unless(() => navigator.go(delta)),
    }
  }, [navigator, guards])

  // The browser has moved in its history before it says so: a guarded move is taken back first, then asked about.
  const returning = useRef<(() => void) | null>(null)
  const onPopState = useEffectEvent((event: PopStateEvent) => {
    if (returning.current) {
      event.stopImmediatePropagation()
      const ask = returning.current
      returning.current = null
      ask()
      return
    }
    const guard = holderIn(guards)
    const to = indexOf(event.state)
    if (!guard || to === undefined || here.current === undefined || to === here.current) return
    event.stopImmediatePropagation()
    const delta = to - here.current
    returning.current = () => guard.ask(() => window.history.go(delta))
    window.history.go(-delta)
  })
  useLayoutEffect(() => {
    // The router's own listener must not see a move that is taken back. The browser calls the listeners of popstate in the
    // order in which they were added, and the effects of a layout run before those of the router around it.
    const listener = (event: PopStateEvent) => onPopState(event)
    window.addEventListener('popstate', listener)
    return () => window.removeEventListener('popstate', listener)
  }, [])

  const context = useMemo(() => ({ ...navigation, navigator: guarded }), [navigation, guarded])
  return (
    <Guards value={guards}>
      <NavigationContext value={context}>{children}</NavigationContext>
    </Guards>
  )
}

const holderIn = (guards: ReadonlySet<LeaveGuard>) => [...guards].find((guard) => guard.holds())
const pathOf = (to: Parameters<Navigator['replace']>[0]) => (typeof to === 'string' ? parsePath(to) : to).pathname

/** Has navigation ask this guard while the component is mounted. */
export function useLeaveGuard(guard: LeaveGuard): void {
  const guards = use(Guards)
  const holds = useEffectEvent(guard.holds)
  const ask = useEffectEvent(guard.ask)
  useEffect(() => {
    const registered: LeaveGuard = { holds: () => holds(), ask: (proceed) => ask(proceed) }
    guards.add(registered)
    return () => void guards.delete(registered)
  }, [guards])
}
