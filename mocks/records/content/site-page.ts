import { redirectErrors, type Redirecting } from '@contract/records/content/redirects'
import type { RichText } from '@contract/rich-text/rich-text'
import { wordsOf } from '@contract/rich-text/words'
import { rejected } from '../../refusal'
import type { Behaviour } from '../behaviour'
import { PUBLISHING, seoDerive } from '../rules'

/** See the source: server/platform/records/content/site-page.ts. */
export const sitePageBehaviour: Behaviour = {
  ...PUBLISHING,
  derive: {
    ...PUBLISHING.derive,
    ...seoDerive(
      ({ og_image }) => Boolean(og_image),
      ({ body }) => (body ? wordsOf(body as RichText) : ''),
    ),
  },
  isActive: ({ published_at }) => typeof published_at === 'string',
  check(row, body, rows, store) {
    if (!('path' in body) && !('redirects_from' in body)) return
    const others = rows('sitePage').filter((each) => each !== row && each.store_code === (row ? row.store_code : store))
    const errors = redirectErrors(
      { path: '', redirects_from: [], ...row, ...body } as Redirecting,
      others as unknown as Redirecting[],
    )
    if (Object.keys(errors).length > 0) throw rejected(errors)
  },
}
