/** A list of staff for stories of actions on many rows: the console makes a call for each of them. */
import { override, streaming } from '@mocks/browser'
import { db } from '@mocks/db'
import { staffRecord } from '@mocks/fixtures/staff'
import { manyUsers } from '@mocks/fixtures/user'
import { consoleStory } from './story-console'

/** The rows of the list, all enabled. */
export const STAFF = manyUsers(40).map(({ first_name, last_name }, index) =>
  staffRecord(101 + index, { first_name, last_name }),
)

/** As `consoleStory`, with forty enabled members of staff in the list; the first ones are called Amara. @param overrides of other calls */
export const withStaff =
  (...overrides: ReturnType<typeof override>[]) =>
  (context: object): void => {
    consoleStory(override('admin.list', streaming(STAFF as never)), ...overrides)(context)
    db.staff.push(...structuredClone(STAFF))
  }
