/** A list of staff for stories of actions on many rows. */
import { override, streaming } from '@mocks/browser'
import { db } from '@mocks/db'
import type { Responder } from '@mocks/overrides'
import { staffRecord } from '@mocks/fixtures/staff'
import { manyUsers } from '@mocks/fixtures/user'
import { afterDryRun } from './dry-run'
import { consoleStory } from './story-console'

/** The rows of the list, all enabled. */
export const STAFF = manyUsers(120).map(({ first_name, last_name }, index) =>
  staffRecord(101 + index, { first_name, last_name }),
)

/** The whole list; records that have changed are read as they are now. */
const listed: Responder = (usual, request) =>
  new URL(request.url).searchParams.has('id') ? usual() : streaming(STAFF as never)(usual, request)

/** As `consoleStory`, with 120 enabled members of staff in the list; the first ones are called Amara. @param overrides of other calls */
export const withStaff =
  (...overrides: ReturnType<typeof override>[]) =>
  (context: object): void => {
    consoleStory(override('admin.list', listed), ...overrides)(context)
    db.staff.push(...structuredClone(STAFF))
  }

/** Answers the calls that enable or disable admins, one or many; their dry runs are answered as usual. */
export const switching = (responder: Responder): ReturnType<typeof override>[] => [
  override('admin.update', responder),
  override('admin.bulkEnableDisable', afterDryRun(responder)),
]

/** A colleague changes these rows just before the call arrives. @param from index of the first one */
export const changedMeanwhile =
  (from: number): Responder =>
  (usual) => {
    for (const { id } of STAFF.slice(from)) {
      const row = db.staff.find((each) => each.id === id)!
      row.version += 1
    }
    return usual()
  }
