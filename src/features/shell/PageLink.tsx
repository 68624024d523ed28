import { use, useCallback, type ComponentPropsWithRef } from 'react'
import { Link } from '../shared/Link'
import { MENU_CLICK } from '../shared/menu-click'
import { NearContext } from './link-prefetch'

interface Props extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** Path of a page; also the route that is reported when the link comes near. */
  to: string
  /** It links to the open page. */
  current?: boolean
}

/**
 * A real link to a page of the console: middle click and the context menu work. All other props are passed to the
 * anchor.
 */
export function PageLink({ to, current, ref, ...rest }: Props) {
  const watch = use(NearContext)
  const attach = useCallback(
    (link: HTMLAnchorElement | null) => {
      if (typeof ref === 'function') ref(link)
      else if (ref) ref.current = link
      return link && watch ? watch(link, to) : undefined
    },
    [ref, watch, to],
  )
  return <Link {...rest} ref={attach} to={to} state={MENU_CLICK} aria-current={current ? 'page' : undefined} />
}
