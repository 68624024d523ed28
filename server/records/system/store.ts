import { store } from '@contract/records/system/store'
import { stores } from '@server/db/schema'
import { defineSource } from '../source'

/** Stores are kept since the first version, by their codes; people and records refer to those. */
export default defineSource(store, {
  table: stores,
  scope: { store: 'row' },
  derived: {},
  choosable: (alias) => `not ${alias}.is_deleted`,
})
