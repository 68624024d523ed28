import { storePlatform } from '@contract/records/content/store-platform'
import { stores } from '@server/platform/db/schema'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'
import { gamePlatforms } from './platform'

export const storePlatforms = recordTable(storePlatform, 'store_platforms', {
  store: () => stores.id,
  platform: () => gamePlatforms.id,
})

export default defineSource(storePlatform, { table: storePlatforms, scope: { store: 'row' }, derived: {} })
