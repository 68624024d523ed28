import { users as definition } from '@contract/records/people/users'
import { users } from '@server/db/schema'
import { defineSource } from '../source'
import { ACCOUNT_SCOPE, prepareUser } from './account'

export default defineSource(definition, { table: users, scope: ACCOUNT_SCOPE, derived: {}, prepare: prepareUser })
