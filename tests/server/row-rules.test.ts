/** Rules across several rows: they hold also for concurrent calls, in one process or in two. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import type { Live } from '@server/platform/live/live'
import type { Principal } from '@server/platform/modules/access/principal'
import { SOURCES } from '@server/platform/records/sources'
import { createKeys } from '@server/platform/lib/secrets'
import { createErasureKeys } from '@server/platform/records/erasure'
import { createRecordLists } from '@server/platform/records/list'
import { createRecordWrites } from '@server/platform/records/writes'
import { signedIn, TestClient, type Answered } from './kit/client'
import { ANCHOR, testDatabases } from './kit/databases'
import { SECRET, createTestClock, makePlatform } from './kit/platform'
import { nodeCrypto } from '@server/node/crypto'

const databases = await testDatabases()
const PASSWORD = 'Strong#2026'
const ROUNDS = 10
const HOUR = 3_600_000

describe.each(databases.everyKind)('the last active SUPER_ADMIN on %s', (kind) => {
  const LAST = 'This is the last active SUPER_ADMIN. Give the role to somebody else first.'
  let db: Db
  /** Two processes where the database supports them, otherwise one. */
  let processes: [PitbossServer, PitbossServer]
  interface Person {
    id: string
    email: string
    client: TestClient
  }
  let people: [Person, Person]

  async function hired(boss: TestClient, name: string, platform: PitbossServer): Promise<Person> {
    const email = `${name}@example.com`
    const body = { first_name: 'Root', last_name: 'Person', username: name, email, role: 'SUPER_ADMIN' }
    const made = await boss.post('/api/v1/admin', { ...body, password: PASSWORD, confirm_password: PASSWORD })
    return { id: made.body.data.id as string, email, client: new TestClient(platform) }
  }

  beforeAll(async () => {
    db = await databases.open(kind)
    const first = await makePlatform(db)
    processes = [first, kind === 'PGlite' ? first : await makePlatform(await databases.again(db))]
    const boss = await signedIn(first, 'SUPER_ADMIN')
    people = [await hired(boss, 'root_one', processes[0]), await hired(boss, 'root_two', processes[1])]
    // These two are the only active ones now.
    await db.query(`update staff set is_deleted = true where email = 'super@pitboss.test'`)
  })
  afterAll(() => Promise.all([...new Set(processes)].map((platform) => platform.close())))

  /** Enables both SUPER_ADMINs; a disabled one signs in again. */
  async function bothAtWork(): Promise<void> {
    const ids = people.map(({ id }) => id)
    const disabled = await db.query<{ id: string }>(
      'select id::text as id from staff where id = any($1::uuid[]) and is_deleted',
      [ids],
    )
    await db.query(`update staff set is_deleted = false, role = 'SUPER_ADMIN' where id = any($1::uuid[])`, [ids])
    for (const { id, client, email } of people) {
      if (client.token !== null && disabled.every((row) => row.id !== id)) continue
      await client.signIn(email, PASSWORD)
      await client.session()
    }
  }
  const active = async () =>
    (
      await db.query<{ n: number }>(
        `select count(*)::int as n from staff where role = 'SUPER_ADMIN' and not is_deleted`,
      )
    )[0]!.n
  const change = async (by: Person, of: Person, body: object): Promise<Answered> => {
    const [row] = await db.query<{ version: number }>('select version from staff where id = $1::uuid', [of.id])
    return by.client.patch(`/api/v1/admin/${of.id}`, body, { ifMatch: row!.version })
  }

  it.each([
    ['disable each other', { is_deleted: true }, { is_deleted: true }],
    ['demote each other', { role: 'ADMIN' }, { role: 'MANAGER' }],
    ['disable and demote each other', { is_deleted: true }, { role: 'ADMIN' }],
  ])('stays where two people %s at once', async (_how, one, two) => {
    const left: number[] = []
    const refused: Answered[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await bothAtWork()
      const answers = await Promise.all([change(people[0], people[1], one), change(people[1], people[0], two)])
      left.push(await active())
      refused.push(...answers.filter(({ status }) => status !== 200))
    }
    expect(left).toEqual(Array.from({ length: ROUNDS }, () => 1))
    // The other person's call may also have signed out the refused one before the rule was checked.
    const byTheRule = refused.filter(({ status }) => status !== 401 && status !== 403)
    expect(byTheRule.map(({ status, body }) => [status, body.code, body.message])).toEqual(
      byTheRule.map(() => [422, 'REJECTED', LAST]),
    )
  })

  it.each([
    ['disabled', { is_deleted: { value: true, type: 'boolean' } }, {}],
    ['demoted', { role: { value: 'ADMIN', type: 'text' } }, { role: [LAST] }],
  ])('is not %s, and the refusal says why', async (_how, columns, errors) => {
    await bothAtWork()
    const [one, two] = people
    await db.query('update staff set is_deleted = true where id = $1::uuid', [two.id])
    const [row] = await db.query<{ version: number }>('select version from staff where id = $1::uuid', [one.id])
    const nobodyHears = new Proxy({} as Live, { get: () => () => undefined })
    const writes = createRecordWrites({
      db,
      clock: { now: Date.now },
      lists: createRecordLists(db),
      live: nobodyHears,
      erasure: createErasureKeys(createKeys(SECRET, nodeCrypto)),
    })
    const principal: Principal = {
      staffId: two.id,
      sessionId: two.id,
      username: 'root_two',
      role: 'SUPER_ADMIN',
      store: null,
      storeCode: null,
      access: { accessible_pages: ['*'], permissions: [] },
      stores: null,
    }
    const origin = { ip: '127.0.0.1', userAgent: null, requestId: 'test' }
    await expect(
      writes.update(
        SOURCES.admin,
        one.id,
        row!.version,
        { columns, action: 'update', message: '' },
        { principal, origin, key: null },
      ),
    ).rejects.toMatchObject({ status: 422, message: LAST, details: { errors } })
  })

  it('keeps the permission set with every right, also where two people change sets at once', async () => {
    await bothAtWork()
    const sets = `select id::text as id from permission_sets where 'SUPER_ADMIN' = any(assigned_roles)`
    const [own] = await db.query<{ id: string }>(sets)
    for (const removal of [`assigned_roles = '{}'`, `entries = '[{"action":"read","subject":"*","fields":["*"]}]'`]) {
      await expect(
        db.query(`update permission_sets set ${removal} where id = $1::uuid`, [own!.id]),
      ).rejects.toMatchObject({ code: '23514', constraint: 'last_super_admin' })
    }
    await expect(db.query('delete from permission_sets where id = $1::uuid', [own!.id])).rejects.toMatchObject({
      constraint: 'last_super_admin',
    })
    await db.query(
      `insert into permission_sets (id, name, entries, assigned_roles, store_scope, created_at, updated_at)
       select gen_random_uuid(), 'A second set', entries, assigned_roles, store_scope, now(), now() from permission_sets where id = $1::uuid`,
      [own!.id],
    )
    const other = kind === 'PGlite' ? db : await databases.again(db)
    let emptied = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await db.query(
        `update permission_sets set assigned_roles = '{SUPER_ADMIN}' where id = $1::uuid or name = 'A second set'`,
        [own!.id],
      )
      const removals = await Promise.allSettled([
        db.query(`update permission_sets set assigned_roles = '{}' where id = $1::uuid`, [own!.id]),
        other.query(`update permission_sets set assigned_roles = '{}' where name = 'A second set'`),
      ])
      expect(removals.filter(({ status }) => status === 'rejected').length).toBeLessThan(2)
      if ((await db.query(sets)).length === 0) emptied += 1
    }
    expect(emptied).toBe(0)
  })
})

describe.each(databases.everyKind)('shifts of one person on %s', (kind) => {
  const clock = createTestClock(ANCHOR + 9.5 * HOUR)
  let db: Db
  let processes: [PitbossServer, PitbossServer]
  beforeAll(async () => {
    db = await databases.open(kind)
    const first = await makePlatform(db, { clock })
    processes = [first, kind === 'PGlite' ? first : await makePlatform(await databases.again(db), { clock })]
  })
  afterAll(() => Promise.all([...new Set(processes)].map((platform) => platform.close())))

  it('run one at a time, also where two are started at once; the second call returns the running one', async () => {
    const [one, two] = [await signedIn(processes[0], 'FINANCE'), await signedIn(processes[1], 'FINANCE')]
    const staffId = (await one.get('/api/v1/admin/profile')).body.data.id as string
    const ids = (
      await db.query<{ id: string }>(
        `select s.id::text as id from shifts s join shift_templates t on t.id = s.shift_template_id
         where s.staff_id = $1::uuid and s.status = 'SCHEDULED' and s.ends_at > $2::timestamptz
           and s.starts_at - make_interval(mins => t.early_start_minutes) <= $2::timestamptz order by s.starts_at`,
        [staffId, new Date(clock.now()).toISOString()],
      )
    ).map(({ id }) => id)
    expect(ids.length).toBe(2)
    const running: number[] = []
    const refused: unknown[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await db.query(`update shifts set status = 'SCHEDULED', toggled_at = null where id = any($1::uuid[])`, [ids])
      const answers = await Promise.all([
        one.patch(`/api/v1/admin-shift/status/${ids[0]}`),
        two.patch(`/api/v1/admin-shift/status/${ids[1]}`),
      ])
      const open = await db.query<{ id: string }>(
        `select id::text as id from shifts where staff_id = $1::uuid and status in ('STARTED', 'HANDOVER_PENDING')`,
        [staffId],
      )
      running.push(open.length)
      const { status, body } = answers.find((answer) => answer.status !== 200) ?? answers[0]
      refused.push([status, body.code, body.message, body.current?.canEnd, body.current?.shiftId === open[0]?.id])
    }
    expect(running).toEqual(Array.from({ length: ROUNDS }, () => 1))
    expect(refused).toEqual(
      Array.from({ length: ROUNDS }, () => [
        409,
        'STALE',
        'Another shift of yours is running. End it first.',
        true,
        true,
      ]),
    )
  })
})
