import { index } from 'drizzle-orm/pg-core'
import { game, GAME_TAGS } from '@contract/records/content/game'
import { changedTags } from '@contract/records/tags'
import { rejected } from '@server/platform/operations/failure'
import { publishingRules, publishingState } from '@server/platform/records/publishing'
import { recordTable } from '@server/platform/records/record-table'
import { seoDerived } from '@server/platform/records/search-texts'
import { defineSource } from '@server/platform/records/source'
import { gameTypes } from './game-type'
import { gamePlatforms } from './platform'

export const games = recordTable(
  game,
  'games',
  { platform: () => gamePlatforms.id, game_type: () => gameTypes.id },
  {
    columns: {},
    // For the number of games in the lists of platforms and types.
    indexes: (table) => [
      index('games_platform').on(table.platform_id!),
      index('games_game_type').on(table.game_type_id!),
    ],
  },
)

/** What the public site requires and a game does not have yet. */
const MISSING = `array_remove(array[
  case when u.thumbnail_id is null then 'IMAGE' end,
  case when coalesce(u.description, '') = '' or coalesce(u.meta_title, '') = '' or coalesce(u.meta_description, '') = '' then 'TEXTS' end
], null)`

export default defineSource(game, {
  table: games,
  scope: { store: 'row' },
  derived: {
    ...seoDerived(['u.og_image_id is not null', 'u.thumbnail_id is not null']),
    missing: {
      value: MISSING,
      key: `nullif(array_to_string(${MISSING}, ','), '')`,
      compared: { sql: MISSING, type: 'text[]' },
    },
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
