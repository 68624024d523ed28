import { store } from '@contract/records/system/store'
import { stores } from '@server/db/schema'
import { defineSource } from '../source'

/** Other tables refer to stores by code. */
export default defineSource(store, {
  table: stores,
  scope: { store: 'row' },
  derived: {},
  choosable: (alias) => `not ${alias}.is_deleted`,
})
