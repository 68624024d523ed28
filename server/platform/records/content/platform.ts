import { platform } from '@contract/records/content/platform'
import { publishingRules, publishingState } from '@server/platform/records/publishing'
import { recordTable } from '@server/platform/records/record-table'
import { seoDerived } from '@server/platform/records/search-texts'
import { defineSource } from '@server/platform/records/source'

export const gamePlatforms = recordTable(platform, 'game_platforms')

export default defineSource(platform, {
  table: gamePlatforms,
  scope: { store: 'row' },
  derived: {
    // Including disabled and unpublished games.
    games_count: { value: '(select count(*)::int from games g where g.platform_id = u.id)', type: 'integer' },
    ...seoDerived(['u.og_image_id is not null', 'u.logo_id is not null']),
    state: publishingState,
  },
  actions: publishingRules,
})
