/**
 * Asks before a navigation (Back, Forward, a link, a redirect of the page) would lose typed input. Works inside any
 * router of React Router. It does not handle closing or reloading the tab: for that the browser itself asks
 * (`beforeunload`).
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

/** Something with input that a navigation would lose. */
export interface LeaveGuard {
  /** Whether leaving requires a question now. */
  holds: () => boolean
  /** Decides whether the page may be left. @param proceed continues the navigation; call it later, or never */
  ask: (proceed: () => void) => void
}

const Guards = createContext<Set<LeaveGuard>>(new Set())

/**
 * The index that React Router stores in each entry of the browser's history; undefined for an entry that it did not
 * create.
 */
const indexOf = (state: unknown): number | undefined => {
  const index = (state as { idx?: unknown } | null)?.idx
  return typeof index === 'number' ? index : undefined
}

type Navigator = ContextType<typeof NavigationContext>['navigator']

/** Must be inside the router and around everything that navigates. */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const navigation = use(NavigationContext)
  const { navigator } = navigation
  const location = useLocation()
  const [guards] = useState(() => new Set<LeaveGuard>())
  const pathname = useRef(location.pathname)
  /** Index of the history entry that the console shows. */
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
      // A navigation on the same page changes only the view (filters, columns); forms stay open.
      replace: (...args) =>
        pathOf(args[0]) === pathname.current ? navigator.replace(...args) : unless(() => navigator.replace(...args)),
      go: (delta) => unless(() => navigator.go(delta)),
    }
  }, [navigator, guards])

  // The browser changes its history before it fires the event: a guarded navigation is first reverted, then asked
  // about.
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
    // The router's own listener must not receive a navigation that is reverted. The browser calls listeners of popstate
    // in the order in which they were added, and a component's layout effects run before those of the router around it.
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

/** Makes navigation ask this guard while the component is mounted. */
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
