import { GAME_TAGS } from '@contract/records/content/game'
import { changedTags } from '@contract/records/tags'
import { rejected } from '../../refusal'
import type { Behaviour } from '../behaviour'
import { PUBLISHING, seoDerive } from '../rules'

/** See the source: server/platform/records/content/game.ts. */
export const gameBehaviour: Behaviour = {
  derive: {
    ...PUBLISHING.derive,
    ...seoDerive(({ og_image, thumbnail }) => Boolean(og_image ?? thumbnail)),
    missing: ({ thumbnail, description, meta_title, meta_description }) => [
      ...(thumbnail ? [] : ['IMAGE']),
      ...(description && meta_title && meta_description ? [] : ['TEXTS']),
    ],
  },
  actions: {
    ...PUBLISHING.actions,
    tags(row, body) {
      const tags = changedTags(Object.keys(GAME_TAGS), row.tags as string[], body)
      if ('errors' in tags) throw rejected(tags.errors)
      return { tags: tags.after }
    },
  },
}
