import { brandCategory } from '@contract/records/content/brand-category'
import { recordTable } from '@server/platform/records/record-table'
import { rejected } from '@server/platform/operations/failure'
import { defineSource, type ChangedRow } from '@server/platform/records/source'
import { refuseInUse } from '@server/platform/records/in-use'
import { seoDerived } from '@server/platform/records/search-texts'

export const brandCategories = recordTable(brandCategory, 'brand_categories')

/** Platforms of a category, including disabled ones. */
const PLATFORMS = `select count(*)::int from game_platforms g where u.id = any(g.category_ids)`

export default defineSource(brandCategory, {
  table: brandCategories,
  scope: { store: 'row' },
  derived: {
    platforms_count: { value: `(${PLATFORMS})`, type: 'integer' },
    ...seoDerived(['u.og_image_id is not null']),
  },
  check: refuseInUse({
    count: 'select count(*)::int as n from game_platforms where $1::uuid = any(category_ids)',
    users: ['platform', 'platforms'],
  }),
  actions: {
    async moveTo({ tx, id, body, at, changed }) {
      const to = body.to as string
      if (to === id) throw rejected({ to: ['Choose another category'] })
      const platforms = await tx.query<ChangedRow>(
        `update game_platforms set version = version + 1, updated_at = $3::timestamptz, category_ids = (
           select array_agg(distinct case when c = $1::uuid then $2::uuid else c end) from unnest(category_ids) c
         ) where $1::uuid = any(category_ids) returning id::text as id, version, store_code`,
        [id, to, at],
      )
      changed('platform', platforms)
      const target = await tx.query<ChangedRow>(
        'select id::text as id, version, store_code from brand_categories where id = $1::uuid',
        [to],
      )
      changed('brandCategory', target, true)
    },
  },
})
