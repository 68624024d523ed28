/** A list of staff for stories of actions on many rows. */
import { mockId } from '@mocks/ids'
import { override, type Responder } from '@mocks/overrides'
import { HOME_STORE, staffRecord } from '@mocks/fixtures/staff'
import { manyUsers } from '@mocks/fixtures/user'
import { sql } from '@mocks/scene'
import { afterDryRun } from './dry-run'
import { consoleStory } from './story-console'

const COUNT = 120
/** The first rows of the list, all enabled. */
export const STAFF = manyUsers(COUNT).map(({ first_name, last_name }, index) =>
  staffRecord(101 + index, { id: mockId('fresh', COUNT - index), first_name, last_name }),
)

/** Adds them to the staff of the stories; again without effect. */
const addStaff = () =>
  sql(
    `insert into staff (id, first_name, last_name, username, email, role, password_hash, store_code, created_at, updated_at)
     select id, first_name, last_name, username, email, role, '', $2::text, "createdAt", "updatedAt"
     from jsonb_to_recordset($1::jsonb) as t(id uuid, first_name text, last_name text, username text, email text, role text, "createdAt" timestamptz, "updatedAt" timestamptz)
     on conflict do nothing`,
    [JSON.stringify(STAFF), HOME_STORE],
  )

/** As `consoleStory`, with 120 enabled members of staff at the top of the list; the first ones are called Amara. @param overrides of other calls */
export const withStaff = (...overrides: ReturnType<typeof override>[]) => consoleStory(addStaff, ...overrides)

/** Answers the calls that enable or disable admins, one or many; their dry runs are answered as usual. */
export const switching = (responder: Responder): ReturnType<typeof override>[] => [
  override('admin.update', responder),
  override('admin.bulkEnableDisable', afterDryRun(responder)),
]

/** A colleague changes these rows just before the call arrives. @param from index of the first one */
export const changedMeanwhile =
  (from: number): Responder =>
  async (usual) => {
    await sql('update staff set version = version + 1 where id = any($1::uuid[])', [
      STAFF.slice(from).map(({ id }) => id),
    ])
    return usual()
  }
