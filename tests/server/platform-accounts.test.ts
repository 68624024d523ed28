/** Platform accounts (money, /platform-user), and how the secret of a record is revealed (contract, reveals.ts). */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { PLATFORM_ACCOUNT_REFUSAL } from '@contract/records/people/platform-account'
import { REVEAL_REFUSAL, REVEAL_REPEAT_MINUTES, REVEALS_AN_HOUR } from '@contract/records/reveals'
import type { Db } from '@server/platform/ports/db'
import type { PitbossServer } from '@server/server'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { SOURCES } from '@server/platform/records/sources'
import { nodeHash } from '@server/node/crypto'
import { signedIn, TestClient, type Answered } from './kit/client'
import { testDatabases } from './kit/databases'
import { collectedLog } from './kit/log'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const ACCOUNTS = '/api/v1/admin-platform-account'
const OF_APPS = '/api/v1/users/platform-info'
const REASON = 'Ticket 4711, locked out'

interface Account {
  id: string
  version: number
  status: string
  platform_username: string | null
  asked_at: string
}

describe.each(databases.everyKind)('platform accounts on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let agent: TestClient
  let colleague: TestClient
  let lead: TestClient
  let finance: TestClient
  let admin: TestClient
  let key: string
  let platforms: string[]
  let users: string[]
  const clock = createTestClock()
  const { log, lines } = collectedLog()

  const forgetReveals = async () => void (await db.query('delete from reveals'))

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db, { clock, log })
    agent = await signedIn(platform, 'SUPPORT_AGENT')
    colleague = await signedIn(platform, 'MANAGER')
    lead = await signedIn(platform, 'SUPPORT_LEAD')
    finance = await signedIn(platform, 'FINANCE')
    admin = await signedIn(platform, 'ADMIN')
    ;({ key } = await createAppKeys(db, clock, nodeHash).create('NORTHGATE'))
    const ids = async (text: string) => (await db.query<{ id: string }>(text)).map(({ id }) => id)
    platforms = await ids(
      `select id::text as id from store_platforms where store_code = 'NORTHGATE' and not is_deleted order by id`,
    )
    // Two accounts each, by the level.
    users = await ids(
      `select p.id::text as id from users p join user_levels l on l.id = p.user_level_id
       where p.store = 'NORTHGATE' and not p.is_deleted and l.max_platform_accounts = 2
         and not exists (select from platform_accounts a where a.user_id = p.id) order by p.id desc limit 60`,
    )
  })
  afterEach(forgetReveals)
  afterAll(() => platform.close())

  const app = () => new TestClient(platform, '203.0.113.9')
  const byKey = () => ({ headers: { [APP_KEY_HEADER]: key } })
  const newUser = () => users.pop()!
  const add = (values: object = {}, as = agent) =>
    as.post(ACCOUNTS, { user: newUser(), store_platform: platforms[0], ...values })
  async function ok(answer: Answered | Promise<Answered>): Promise<Account> {
    const { status, text, body } = await answer
    expect(status, text).toBe(200)
    return body.data
  }
  const ask = (values: object = {}) =>
    app().post(OF_APPS, { user: newUser(), store_platform: platforms[0], ...values }, byKey())
  const askReset = (id: string) => app().post(`${OF_APPS}/${id}/reset`, {}, byKey())
  const read = async (id: string): Promise<Account> => (await admin.get(`${ACCOUNTS}/${id}`)).body.data
  async function act(id: string, action: string, body: object = {}, as = agent) {
    const { version } = await read(id)
    const path = action.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return as.patch(`${ACCOUNTS}/${id}/${path}`, body, { ifMatch: version })
  }
  const reveal = (id: string, { as = agent, reason = REASON, key: own = randomUUID() as string } = {}) =>
    as.patch(`${ACCOUNTS}/${id}/reveal`, { reason }, { headers: { [IDEMPOTENCY_KEY_HEADER]: own } })
  const historyOf = async (id: string, as = admin) =>
    (await as.get(`${ACCOUNTS}/${id}/history`)).body.data as {
      action: string
      by: { username: string } | null
      changes: { field: string }[]
      asked: { field: string; value: string }[]
    }[]
  const revealsIn = async (id: string) => (await historyOf(id)).filter(({ action }) => action === 'reveal')
  const reasonOf = ({ body }: Answered, field: string) => body.errors?.[field]?.[0] as string | undefined

  it('a user has at most as many as the level allows, also where staff and apps add them at the same time', async () => {
    const user = newUser()
    const store_platform = platforms[1]
    const answers = await Promise.all([
      add({ user, store_platform }),
      ask({ user, store_platform }),
      add({ user, store_platform }, lead),
      ask({ user, store_platform }),
    ])
    const added = answers.filter(({ status }) => status === 200)
    expect(added).toHaveLength(2)
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect([refused.status, reasonOf(refused, 'user')]).toEqual([422, PLATFORM_ACCOUNT_REFUSAL.limit(2)])
    // A closed one makes room.
    await ok(act((added[0]!.body.data as Account).id, 'close', { reason: 'Not needed' }))
    await ok(ask({ user, store_platform }))
    expect((await ask({ user, store_platform })).status).toBe(422)
  })

  it('is at a platform of the store of the user', async () => {
    const [other] = await db.query<{ id: string }>(
      `select id::text as id from store_platforms where store_code = 'LUMEN' and not is_deleted limit 1`,
    )
    const refused = await add({ store_platform: other!.id })
    expect([refused.status, reasonOf(refused, 'store_platform')]).toEqual([422, PLATFORM_ACCOUNT_REFUSAL.storePlatform])
    expect((await ask({ store_platform: other!.id })).status).toBe(422)
  })

  it('a username is there once on a platform, exactly as it is written', async () => {
    await ok(add({ platform_username: 'Zoë.spielt' }))
    const again = await add({ platform_username: 'Zoë.spielt' })
    expect([again.status, reasonOf(again, 'platform_username')]).toEqual([422, PLATFORM_ACCOUNT_REFUSAL.taken])
    await ok(add({ platform_username: 'ZOË.spielt' }))
    await ok(add({ platform_username: 'Zoë.spielt', store_platform: platforms[2] }))
    const { id } = await ok(ask())
    const taken = await act(id, 'complete', { platform_username: 'Zoë.spielt', password: 'x' })
    expect([taken.status, reasonOf(taken, 'platform_username')]).toEqual([422, PLATFORM_ACCOUNT_REFUSAL.taken])
    expect((await read(id)).status).toBe('REQUESTED')
  })

  it('goes through its states, and refuses what its state does not allow', async () => {
    const { id } = await ok(ask())
    const reason = 'A check of the states'
    const states = async (steps: readonly [string, object, number][]) => {
      for (const [action, body, status] of steps) {
        const answer = await act(id, action, body)
        expect([action, answer.status], answer.text).toEqual([action, status])
      }
    }
    const filled = { platform_username: 'đặng-văn', password: 'Mật khẩu 1' }
    await states([
      ['resetPassword', { password: 'x' }, 409],
      ['recordBalance', { last_balance: '5' }, 409],
      ['block', { reason }, 409],
      ['unblock', { reason }, 409],
      ['complete', {}, 422],
      ['complete', { platform_username: 'đặng-văn' }, 422],
      ['complete', filled, 200],
      ['complete', filled, 409],
    ])
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', platform_username: 'đặng-văn' })
    const asked = await ok(askReset(id))
    expect(asked).toMatchObject({ status: 'RESET_REQUESTED' })
    const { version } = await read(id)
    await ok(askReset(id))
    expect((await read(id)).version, 'asking again changes nothing').toBe(version)
    await states([
      ['resetPassword', { password: 'Another 1' }, 200],
      ['block', { reason }, 200],
      ['resetPassword', { password: 'x' }, 409],
    ])
    const refused = await askReset(id)
    expect([refused.status, reasonOf(refused, 'account')]).toEqual([422, PLATFORM_ACCOUNT_REFUSAL.notActive])
    await states([
      ['unblock', { reason }, 200],
      ['recordBalance', { last_balance: '12.5' }, 200],
      ['close', { reason }, 422],
      ['close', { reason, gives_up_balance: true }, 200],
      ['unblock', { reason }, 409],
    ])
    const [closed] = await db.query('select password_sealed from platform_accounts where id = $1::uuid', [id])
    expect(closed, 'nobody needs the password any more').toEqual({ password_sealed: null })
    expect((await askReset(id)).status).toBe(422)
    expect((await askReset(randomUUID())).status).toBe(404)
  })

  it('the platform makes what staff leave empty: a free username, and a password without letters that look alike', async () => {
    const passwords = new Set<string>()
    for (let nth = 0; nth < 5; nth += 1) {
      const { id, platform_username, status } = await ok(add())
      expect(platform_username).toMatch(/^[a-z0-9]+\d{4}$/)
      expect(status).toBe('ACTIVE')
      const { body } = await reveal(id, { as: lead })
      const { secret } = body.data as { secret: string }
      expect(secret).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{12}$/)
      expect([/[a-z]/, /[A-Z]/, /\d/].every((each) => each.test(secret))).toBe(true)
      passwords.add(secret)
    }
    expect(passwords.size).toBe(5)
  })

  it('the password is in no column in clear, in no log, and in no answer but that of the reveal', async () => {
    const planted = ['Rain-7-Xyloqart', 'Sun-8-Xyloqart', 'Λάμπα-9-Xyloqart']
    const { id } = await ok(add({ password: planted[0] }))
    expect((await reveal(id)).body.data).toEqual({ secret: planted[0] })
    await ok(act(id, 'resetPassword', { password: planted[1] }))
    expect((await reveal(id)).body.data).toEqual({ secret: planted[1] })
    const asked = await ok(ask())
    const answers = [
      await act(asked.id, 'complete', { platform_username: 'planted', password: planted[2] }),
      // Refused ones name no value.
      await act(asked.id, 'complete', { platform_username: 'planted', password: planted[2] }),
      await act(asked.id, 'resetPassword', { password: `${planted[2]}\n` }),
      await add({ platform_username: 'planted', password: planted[2] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 422, 422])
    expect((await reveal(asked.id)).body.data).toEqual({ secret: planted[2] })
    for (const url of [
      ACCOUNTS,
      `${ACCOUNTS}?itemNo=100000`,
      `${ACCOUNTS}?search=Xyloqart`,
      `${ACCOUNTS}/tabs`,
      `${ACCOUNTS}/totals`,
      `${ACCOUNTS}/list?search=planted`,
      `${ACCOUNTS}/${id}`,
      `${ACCOUNTS}/${id}/history`,
      `${ACCOUNTS}/${asked.id}/history`,
    ])
      answers.push(await admin.get(url))
    answers.push(await admin.get(ACCOUNTS, { headers: { accept: 'application/x-ndjson' } }))
    answers.push(await app().get(`${OF_APPS}/${asked.id}`, byKey()))
    for (const { text } of answers) {
      expect(text).not.toContain('Xyloqart')
      expect(text).not.toContain('password_sealed')
    }
    const columns = await db.query<{ table: string; column: string }>(
      `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'json', 'jsonb', 'ARRAY', 'bytea', 'character varying')`,
    )
    expect(columns.length).toBeGreaterThan(200)
    const found: string[] = []
    for (const { table, column } of columns) {
      const rows = await db.query(`select 1 from "${table}" where "${column}"::text like '%Xyloqart%' limit 1`)
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
    expect(found).toEqual([])
    expect(lines.filter((line) => line.includes('Xyloqart'))).toEqual([])
    const [stored] = await db.query<{ sealed: string }>(
      'select password_sealed as sealed from platform_accounts where id = $1::uuid',
      [id],
    )
    expect(stored!.sealed.length).toBeGreaterThan(30)
  })

  it('who may change accounts reveals the password for a reason, which the history has', async () => {
    const { id } = await ok(add({ password: 'Kette 12' }))
    expect((await reveal(id, { as: finance })).status, 'who only reads').toBe(403)
    expect((await reveal(randomUUID())).status).toBe(404)
    for (const reason of ['', '   ', 'x'.repeat(256)]) expect((await reveal(id, { reason })).status).toBe(422)
    expect(await revealsIn(id)).toEqual([])
    expect((await reveal(id)).body).toEqual({ success: true, data: { secret: 'Kette 12' } })
    const [entry] = await historyOf(id)
    expect(entry).toMatchObject({ action: 'reveal', changes: [], asked: [{ field: 'reason', value: REASON }] })
    const { id: requested } = await ok(ask())
    expect((await reveal(requested)).status, 'it has none yet').toBe(409)
    const [old] = await db.query<{ id: string }>(
      `select id::text as id from platform_accounts where password_sealed is null and status = 'ACTIVE' and store_code = 'NORTHGATE' limit 1`,
    )
    const none = await reveal(old!.id)
    expect([none.status, none.body.message]).toEqual([
      422,
      REVEAL_REFUSAL.none({ label: 'Password' }, 'platform account'),
    ])
    expect(await revealsIn(old!.id)).toEqual([])
  })

  it('a repetition with the same key is the same reveal, for a while and as long as the rules allow it', async () => {
    const { id } = await ok(add({ password: 'Kette 13' }))
    const own = randomUUID()
    const counted = async () =>
      (await db.query<{ n: number }>('select count(*)::int as n from reveals where record_id = $1::uuid', [id]))[0]!.n
    const answers = await Promise.all([reveal(id, { key: own }), reveal(id, { key: own })])
    // In one process the second is refused where it arrives while the first runs.
    expect(answers.map(({ status }) => status)).toContain(200)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect((await reveal(id, { key: own })).body.data).toEqual({ secret: 'Kette 13' })
    expect([(await revealsIn(id)).length, await counted()]).toEqual([1, 1])
    const [stored] = await db.query<{ data: string; extras: object }>(
      `select data, extras from idempotency_keys where key = $1::text`,
      [own],
    )
    expect(stored!.data).toBe('null')
    expect((await reveal(id, { key: own, reason: 'Another reason' })).status, 'another request').toBe(422)
    expect((await reveal(id, { key: randomUUID() })).status).toBe(200)
    expect([(await revealsIn(id)).length, await counted()], 'another key').toEqual([2, 2])
    await db.query(
      `update reveals set at = at - interval '${REVEAL_REPEAT_MINUTES + 1} minutes' where record_id = $1::uuid`,
      [id],
    )
    expect((await reveal(id, { key: own })).status).toBe(200)
    expect([(await revealsIn(id)).length, await counted()], 'later it is a reveal of its own').toEqual([3, 3])
    await ok(act(id, 'close', { reason: 'No longer' }))
    expect((await reveal(id, { key: own })).status, 'the rules do not allow it any more').toBe(409)
  })

  it(`reveals at most ${REVEALS_AN_HOUR} an hour to each person, exactly, and notifies who may change staff once`, async () => {
    const accounts = await Promise.all([add({ password: 'Eins' }), add({ password: 'Zwei' })].map(ok))
    const answers = await Promise.all(
      Array.from({ length: REVEALS_AN_HOUR + 8 }, (_, nth) => reveal(accounts[nth % 2]!.id)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect([answers.length - refused.length, refused.length]).toEqual([REVEALS_AN_HOUR, 8])
    for (const { status, headers, body } of refused) {
      expect([status, body.message]).toEqual([429, REVEAL_REFUSAL.tooMany])
      expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600)
    }
    expect((await revealsIn(accounts[0]!.id)).length + (await revealsIn(accounts[1]!.id)).length).toBe(REVEALS_AN_HOUR)
    expect((await reveal(accounts[0]!.id, { as: colleague })).status, 'others have a limit of their own').toBe(200)
    // The notifications are sent by the worker of the outbox.
    const notified = () =>
      db.query<{ username: string; role: string }>(
        `select s.username, s.role from notifications n join staff s on s.id = n.staff_id where n.keyword = 'SECURITY' order by s.username`,
      )
    await expect.poll(async () => (await notified()).length, { timeout: 10_000 }).toBeGreaterThan(0)
    const first = await notified()
    expect(new Set(first.map(({ role }) => role))).toEqual(new Set(['SUPER_ADMIN', 'ADMIN']))
    expect(new Set(first.map(({ username }) => username)).size, 'each of them once').toBe(first.length)
    // The first ones are an hour ago.
    await db.query(
      `update reveals set at = at - interval '1 hour' where id in (select id from reveals order by at limit 3)`,
    )
    expect((await reveal(accounts[0]!.id)).status).toBe(200)
  })

  it('where a record says so, only the holder of its claim reveals', async () => {
    const source = SOURCES.platformAccount as { record: typeof SOURCES.platformAccount.record }
    const { record } = source
    const { id } = await ok(add({ password: 'Drei' }))
    try {
      source.record = { ...record, reveals: { ...record.reveals!, whileClaimed: true } }
      expect((await reveal(id)).status, 'nobody holds it').toBe(409)
      await ok(agent.patch(`${ACCOUNTS}/${id}/claim`, {}))
      expect((await reveal(id, { as: colleague })).status, 'another holds it').toBe(409)
      expect((await reveal(id)).body.data).toEqual({ secret: 'Drei' })
      await ok(agent.patch(`${ACCOUNTS}/${id}/release`, {}))
      expect((await reveal(id)).status, 'it has ended').toBe(409)
      expect(await revealsIn(id)).toHaveLength(1)
    } finally {
      source.record = record
    }
  })
})
