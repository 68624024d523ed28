import { platform } from '@contract/records/content/platform'
import { publishingRules, publishingState } from '../publishing'
import { recordTable } from '../record-table'
import { defineSource } from '../source'

export const gamePlatforms = recordTable(platform, 'game_platforms')

export default defineSource(platform, {
  table: gamePlatforms,
  scope: { store: 'row' },
  derived: { state: publishingState },
  actions: publishingRules,
})
