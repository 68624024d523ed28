import type { Behaviour } from '../behaviour'
import { PUBLISHING, seoDerive } from '../rules'

/** See the source: server/platform/records/content/platform.ts. */
export const platformBehaviour: Behaviour = {
  ...PUBLISHING,
  derive: {
    ...PUBLISHING.derive,
    games_count: (row, rows) => rows('game').filter(({ platform }) => platform === row.id).length,
    ...seoDerive(({ og_image, logo }) => Boolean(og_image ?? logo)),
  },
}
