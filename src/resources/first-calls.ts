/** The first call of each list screen: the built page makes it before its scripts are there. The build imports this, nobody else. */
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { fieldsToRead, shownByDefault } from './fields'
import { loadResource } from './load'
import { PAGES } from './pages'

export interface FirstCall {
  /** Of the page. */
  route: string
  /** Section and file of its resource. */
  resource: string
  /** What its list asks for first, as long as nobody has chosen columns, filters or an order. */
  url: string
}

const lists = PAGES.filter(({ screen }) => screen === 'list')

export const firstCalls: FirstCall[] = await Promise.all(
  lists.map(async ({ route, resource: name }) => {
    const resource = await loadResource(name)
    const query = new URLSearchParams({
      itemNo: String(FULL_LIST_ITEM_NO),
      fields: fieldsToRead(resource, shownByDefault(resource.columns)).join(','),
    })
    return { route, resource: name!, url: `${resource.operations.list.path}?${query.toString()}` }
  }),
)
