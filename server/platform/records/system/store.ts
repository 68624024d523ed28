import { store } from '@contract/records/system/store'
import { stores } from '@server/platform/db/schema'
import { defineSource } from '@server/platform/records/source'

/** Other tables refer to stores by code. */
export default defineSource(store, {
  table: stores,
  scope: { store: 'row' },
  derived: {},
  choosable: (alias) => `not ${alias}.is_deleted`,
})
