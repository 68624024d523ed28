import { game, GAME_TAGS } from '@contract/records/content/game'
import { changedTags } from '@contract/records/tags'
import { rejected } from '@server/http/failure'
import { publishingRules, publishingState } from '../publishing'
import { recordTable } from '../record-table'
import { seoScore } from '../search-texts'
import { defineSource } from '../source'
import { gameTypes } from './game-type'
import { gamePlatforms } from './platform'

export const games = recordTable(game, 'games', {
  platform: () => gamePlatforms.id,
  game_type: () => gameTypes.id,
})

export default defineSource(game, {
  table: games,
  scope: { store: 'row' },
  derived: {
    seo_score: { value: seoScore([]) },
    state: publishingState,
  },
  actions: {
    ...publishingRules,
    async tags({ tx, id, body }) {
      const [row] = await tx.query<{ tags: string[] }>('select tags from games where id = $1::uuid', [id])
      const tags = changedTags(Object.keys(GAME_TAGS), row!.tags, body)
      if ('errors' in tags) throw rejected(tags.errors)
      return { tags: { value: tags.after, type: 'text[]' } }
    },
  },
})
