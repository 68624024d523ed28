import { redirectErrors, type Redirecting } from '@contract/records/content/redirects'
import { rejected } from '../../refusal'
import type { Behaviour } from '../behaviour'
import { PUBLISHING, seoDerive } from '../rules'

/** See the source: server/records/content/site-page.ts. */
export const sitePageBehaviour: Behaviour = {
  ...PUBLISHING,
  derive: {
    ...PUBLISHING.derive,
    ...seoDerive(
      ({ og_image }) => Boolean(og_image),
      ({ body }) => (body as { text: string }[]).map(({ text }) => text).join(''),
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
