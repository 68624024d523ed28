import { storePlatform } from '@contract/records/content/store-platform'
import { stores } from '@server/db/schema'
import { recordTable } from '../record-table'
import { defineSource } from '../source'
import { gamePlatforms } from './platform'

export const storePlatforms = recordTable(storePlatform, 'store_platforms', {
  store: () => stores.id,
  platform: () => gamePlatforms.id,
})

export default defineSource(storePlatform, { table: storePlatforms, scope: { store: 'row' }, derived: {} })
