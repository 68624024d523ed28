import type { ComponentPropsWithRef } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** Path within the console. */
  to: string
  /** Stored in the entry of the browser's history. */
  state?: unknown
}

/**
 * A link that the router follows; middle click and the context menu work. It replaces the router's own link, which
 * contains additional code to prefetch routes for the router's framework.
 */
export function Link({ to, state, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, target })
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
