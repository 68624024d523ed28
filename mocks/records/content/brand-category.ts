import { rejected } from '../../refusal'
import type { Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { refuseInUse, seoDerive } from '../rules'

const platformsOf = (row: StoredRecord, rows: RowsOf) =>
  rows('platform').filter(({ categories }) => (categories as string[]).includes(row.id))

/** See the source: server/platform/records/content/brand-category.ts. */
export const brandCategoryBehaviour: Behaviour = {
  derive: {
    platforms_count: (row, rows) => platformsOf(row, rows).length,
    ...seoDerive(({ og_image }) => Boolean(og_image)),
  },
  check: refuseInUse(platformsOf, ['platform', 'platforms']),
  actions: {
    moveTo(row, { to }, rows, at, _caller, tells) {
      if (to === row.id) throw rejected({ to: ['Choose another category'] })
      for (const platform of platformsOf(row, rows)) {
        const categories = (platform.categories as string[]).map((id) => (id === row.id ? (to as string) : id))
        Object.assign(platform, {
          categories: [...new Set(categories)],
          version: platform.version + 1,
          updatedAt: at,
        })
        tells('platform', platform)
      }
      tells(
        'brandCategory',
        rows('brandCategory').find(({ id }) => id === to)!,
        true,
      )
    },
  },
}
