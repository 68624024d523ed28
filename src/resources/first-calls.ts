/**
 * The first call of each list screen: the built page makes it before its scripts are loaded. Only the build imports
 * this.
 */
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { NOTHING_CHOSEN, PAGE_ROWS, strandQuery } from '@contract/records/page-query'
import { fieldsToRead, shownByDefault } from './fields'
import { loadResource } from './load'
import { PAGES } from './pages'

export interface FirstCall {
  /** Route of the page. */
  route: string
  /** Section and file of its resource. */
  resource: string
  /** The first request of its list if nobody has chosen columns, filters or an order. */
  url: string
  /** The format of the response: a stream, or one page. */
  accept: string
  isPaged: boolean
}

const lists = PAGES.filter(({ screen }) => screen === 'list')

export const firstCalls: FirstCall[] = await Promise.all(
  lists.map(async ({ route, resource: name }) => {
    const resource = await loadResource(name)
    const { record, columns } = resource
    const page = record?.reads === 'paged' ? strandQuery(record, NOTHING_CHOSEN, { at: 'start' }, 'on') : null
    const query = new URLSearchParams({
      ...(page as Record<string, string> | null),
      itemNo: String(page ? PAGE_ROWS : FULL_LIST_ITEM_NO),
      fields: fieldsToRead(resource, [...shownByDefault(columns), ...(page?.sort_by ? [page.sort_by] : [])]).join(','),
    })
    return {
      route,
      resource: name!,
      url: `${resource.operations.list.path}?${query.toString()}`,
      accept: page ? 'application/json' : 'application/x-ndjson',
      isPaged: page !== null,
    }
  }),
)
