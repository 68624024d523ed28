/**
 * Prefetching of code: a link that comes within PREFETCH_MARGIN of the visible area reports its route, so that the
 * screen's code (never its data) can be loaded (spec 9, Link prefetch margin). A link that the pointer enters, or that
 * gets the focus, reports it again: a click is likely to follow.
 */
import { createContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { PREFETCH_MARGIN } from '@contract/constants'

/**
 * What suggests that the code behind a link will be needed. `near`: the link is or comes near the visible area; `aimed`:
 * the pointer has entered it, or it has the focus, so a click is likely to follow.
 */
export type LinkSign = 'near' | 'aimed'

/** Observes one link until it comes near. @returns a function that stops observing */
export type WatchLink = (link: Element, route: string) => () => void

/** Null if nothing prefetches. */
export const NearContext = createContext<WatchLink | null>(null)

/** The margin applies to scrollers too: the sidebar's list clips its links. */
type Margins = IntersectionObserverInit & { scrollMargin: string }
const MARGINS: Margins = { rootMargin: `${PREFETCH_MARGIN}px`, scrollMargin: `${PREFETCH_MARGIN}px` }

/**
 * Tracks the links on the page; from `start` on it reports once each link that is or comes near, and each link that is
 * aimed at.
 */
export function createNearness() {
  const routes = new Map<Element, string>()
  let observer: IntersectionObserver | null = null
  let onAimed: ((route: string) => void) | null = null
  const watch: WatchLink = (link, route) => {
    routes.set(link, route)
    observer?.observe(link)
    const aim = () => onAimed?.(route)
    link.addEventListener('pointerenter', aim)
    link.addEventListener('focus', aim)
    return () => {
      link.removeEventListener('pointerenter', aim)
      link.removeEventListener('focus', aim)
      routes.delete(link)
      observer?.unobserve(link)
    }
  }
  /** @param onSign called with a link's route and what it did @returns a function that stops this */
  const start = (onSign: (route: string, sign: LinkSign) => void) => {
    onAimed = (route) => onSign(route, 'aimed')
    const watching = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const route = routes.get(target)
        if (!isIntersecting || route === undefined) continue
        watching.unobserve(target)
        onSign(route, 'near')
      }
    }, MARGINS)
    observer = watching
    for (const link of routes.keys()) watching.observe(link)
    return () => {
      watching.disconnect()
      observer = null
      onAimed = null
    }
  }
  return { watch, start }
}

interface Props {
  /** Called with a route whose link is near, or aimed at. */
  onNear: (route: string, sign: LinkSign) => void
  /** Nothing is reported until this is true: the open page has priority. */
  allowed: boolean
  children: ReactNode
}

/** Lets the links inside it report when they come near. */
export function NearProvider({ onNear, allowed, children }: Props) {
  const [nearness] = useState(createNearness)
  const tell = useEffectEvent(onNear)
  useEffect(() => (allowed ? nearness.start((route, sign) => tell(route, sign)) : undefined), [allowed, nearness])
  return <NearContext value={nearness.watch}>{children}</NearContext>
}
