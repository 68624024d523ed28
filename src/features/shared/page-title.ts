/** The title of the browser tab: the page, followed by the product. */
import { useEffect } from 'react'

const PRODUCT = 'Pitboss'

/** Sets the title of the tab while the component is mounted. @param page the page's name, e.g. 'Users' */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${PRODUCT}`
  }, [page])
}
