import { redirectErrors, type Redirecting } from '@contract/records/content/redirects'
import { sitePage } from '@contract/records/content/site-page'
import { rejected } from '@server/platform/operations/failure'
import { publishingRules, publishingState } from '@server/platform/records/publishing'
import { recordTable } from '@server/platform/records/record-table'
import { seoDerived } from '@server/platform/records/search-texts'
import { defineSource } from '@server/platform/records/source'

export const sitePages = recordTable(sitePage, 'site_pages')

const TEXT_LENGTH = `char_length(words_of(u.body))`

export default defineSource(sitePage, {
  table: sitePages,
  scope: { store: 'row' },
  derived: { state: publishingState, ...seoDerived(['u.og_image_id is not null'], TEXT_LENGTH) },
  actions: publishingRules,
  // Versions are kept for pages that are published or scheduled.
  versions: { active: 'u.published_at is not null' },
  async check({ tx, id, body, storeOfNew }) {
    if (!('path' in body) && !('redirects_from' in body)) return
    // Where two people give two pages the same path at once, the second waits and gets the error.
    await tx.query(`select pg_advisory_xact_lock(hashtext('site_pages'))`)
    const rows = await tx.query<Redirecting & { id: string }>(
      `select id::text as id, path, redirects_from from site_pages
       where store_code is not distinct from coalesce((select store_code from site_pages where id = $1::uuid), $2::text)`,
      [id, storeOfNew],
    )
    const own = rows.find((row) => row.id === id)
    const page = { path: '', redirects_from: [], ...own, ...body } as Redirecting
    const errors = redirectErrors(
      page,
      rows.filter((row) => row !== own),
    )
    if (Object.keys(errors).length > 0) throw rejected(errors)
  },
})
