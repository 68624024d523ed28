/**
 * Code ahead of need: a link that comes within PREFETCH_MARGIN of what is seen tells its route, so that the screen's code
 * (never its data) can be loaded (spec 9, Link prefetch margin).
 */
import { createContext, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { PREFETCH_MARGIN } from '@contract/constants'

/** Watches one link until it comes near. @returns how to stop watching */
export type WatchLink = (link: Element, route: string) => () => void

/** Null where nobody wants to know. */
export const NearContext = createContext<WatchLink | null>(null)

/** The margin of scrollers counts too: the sidebar's own list clips its links. */
type Margins = IntersectionObserverInit & { scrollMargin: string }
const MARGINS: Margins = { rootMargin: `${PREFETCH_MARGIN}px`, scrollMargin: `${PREFETCH_MARGIN}px` }

/** Knows the links that are there; from `start` on it tells once of each that is or comes near. */
export function createNearness() {
  const routes = new Map<Element, string>()
  let observer: IntersectionObserver | null = null
  const watch: WatchLink = (link, route) => {
    routes.set(link, route)
    observer?.observe(link)
    return () => {
      routes.delete(link)
      observer?.unobserve(link)
    }
  }
  /** @param onNear told of a link's route @returns how to stop */
  const start = (onNear: (route: string) => void) => {
    const watching = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const route = routes.get(target)
        if (!isIntersecting || route === undefined) continue
        watching.unobserve(target)
        onNear(route)
      }
    }, MARGINS)
    observer = watching
    for (const link of routes.keys()) watching.observe(link)
    return () => {
      watching.disconnect()
      observer = null
    }
  }
  return { watch, start }
}

interface Props {
  /** Told of a route whose link is near. */
  onNear: (route: string) => void
  /** Nothing is told until this is true: the page that is open comes first. */
  allowed: boolean
  children: ReactNode
}

/** Lets the links below it tell when they come near. */
export function NearProvider({ onNear, allowed, children }: Props) {
  const [nearness] = useState(createNearness)
  const tell = useEffectEvent(onNear)
  useEffect(() => (allowed ? nearness.start((route) => tell(route)) : undefined), [allowed, nearness])
  return <NearContext value={nearness.watch}>{children}</NearContext>
}
