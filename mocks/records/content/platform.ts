import type { Behaviour } from '../behaviour'
import { PUBLISHING, seoScore } from '../rules'

/** See the source: server/records/content/platform.ts. */
export const platformBehaviour: Behaviour = {
  ...PUBLISHING,
  derive: {
    ...PUBLISHING.derive,
    games_count: (row, rows) => rows('game').filter(({ platform }) => platform === row.id).length,
    seo_score: (row) => seoScore(row, Boolean(row.og_image ?? row.logo)),
  },
}
