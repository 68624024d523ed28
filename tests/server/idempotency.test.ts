import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODE } from '@contract/errors'
import { IDEMPOTENCY_KEY_DAYS, IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '@contract/http/idempotency'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { createIdempotencyKeys } from '@server/platform/modules/idempotency/keys'
import { createKeys } from '@server/platform/lib/secrets'
import { signedIn, TestClient, type Answered } from './kit/client'
import { testDatabases } from './kit/databases'
import { pause } from './kit/live'
import { createTestClock, makePlatform, SECRET } from './kit/platform'
import { freePort, startServer, type ServerProcess } from './kit/processes'
import { nodeCrypto } from '@server/node/crypto'

const databases = await testDatabases()
const PASSWORD = { password: 'Strong#2026', confirm_password: 'Strong#2026' }
let made = 0
const person = (role = 'PLAYER') => {
  made += 1
  const name = `keyed${made}x${Date.now().toString(36)}`
  return { first_name: 'Nadia', last_name: 'Lund', username: name, email: `${name}@example.com`, role, ...PASSWORD }
}
const withKey = (key: string, ifMatch?: number) => ({ headers: { [IDEMPOTENCY_KEY_HEADER]: key }, ifMatch })
const isReplayed = ({ headers }: Answered) => headers[REPLAYED_HEADER.toLowerCase()] === 'true'

describe.each(databases.everyKind)('idempotency keys on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  const clock = createTestClock()
  const statements: string[] = []

  beforeAll(async () => {
    db = await databases.open(kind)
    const watched: Db = {
      ...db,
      query: (text, params) => {
        statements.push(text)
        return db.query(text, params)
      },
    }
    platform = await makePlatform(watched, { clock })
    boss = await signedIn(platform, 'SUPER_ADMIN')
  })
  afterAll(() => platform.close())

  const kept = () => db.query<{ operation: string; data: string }>('select operation, data from idempotency_keys')
  /** The worker of the outbox looks for messages at any time, whether or not there is a call. */
  const isOfWorker = (text: string) => text.includes('update outbox')
  /** The writing statements of one call. */
  const writesOf = async (call: () => Promise<Answered>) => {
    statements.length = 0
    expect((await call()).status).toBe(200)
    return statements.filter((text) => /insert into|update /.test(text) && !isOfWorker(text))
  }

  it('need no additional statement: the change, its audit entry and the key are written by one', async () => {
    const { body } = await boss.post('/api/v1/users', person())
    const url = `/api/v1/users/${body.data.id}`
    const plain = await writesOf(() => boss.patch(url, { first_name: 'Plain' }, { ifMatch: 1 }))
    const keyed = await writesOf(() => boss.patch(url, { first_name: 'Keyed' }, withKey(randomUUID(), 2)))
    expect(plain).toHaveLength(1)
    expect(keyed).toEqual([expect.stringMatching(/update users[^]*audit_events[^]*idempotency_keys/)])
    expect(statements.some((text) => /select .* from idempotency_keys/.test(text))).toBe(false)
  })

  it('let one of ten concurrent requests take effect; the others get its response, or the error that it is running', async () => {
    const key = randomUUID()
    const body = person()
    const answers = await Promise.all(Array.from({ length: 10 }, () => boss.post('/api/v1/users', body, withKey(key))))
    expect(answers.filter((each) => each.status === 200 && !isReplayed(each))).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.map(({ status, body: told, headers }) => [status, told.code, headers['retry-after']])).toEqual(
      others.map(() => [409, ERROR_CODE.idempotencyRunning, '1']),
    )
    const [row] = await db.query<{ n: number }>('select count(*)::int as n from users where email = $1::text', [
      body.email,
    ])
    expect(row!.n).toBe(1)
  })

  it('roll back a second, different change with the same key, including its audit entry', async () => {
    const { body } = await boss.post('/api/v1/users', person())
    const url = `/api/v1/users/${body.data.id}`
    const key = randomUUID()
    await boss.patch(url, { first_name: 'First' }, withKey(key, 1))
    const other = await boss.patch(url, { first_name: 'Second' }, withKey(key, 2))
    expect([other.status, other.body.code]).toEqual([422, ERROR_CODE.idempotencyKeyReused])
    expect((await boss.get(url)).body.data).toMatchObject({ first_name: 'First', version: 2 })
    const entries = await db.query(`select id from audit_events where subject_id = $1::text and action = 'update'`, [
      body.data.id,
    ])
    expect(entries).toHaveLength(1)
  })

  it('store no readable password or secret, and no hash from which one could be guessed', async () => {
    const created = await boss.post('/api/v1/admin', person('SUPPORT_AGENT'), withKey(randomUUID()))
    const agent = new TestClient(platform)
    await agent.signIn(created.body.data.email, PASSWORD.password)
    await agent.session()
    await agent.post('/api/v1/admin-two-fa/step-up', { password: PASSWORD.password }, withKey(randomUUID()))
    const key = randomUUID()
    const userId = created.body.data.id as string
    const setup = await agent.post('/api/v1/admin-two-fa', { userId }, withKey(key))
    const again = await agent.post('/api/v1/admin-two-fa', { userId }, withKey(key))
    expect([again.status, isReplayed(again), again.body]).toEqual([200, true, setup.body])
    const rows = JSON.stringify(await kept())
    expect(rows).toContain('twoFactor.setup')
    expect(rows).not.toContain(setup.body.data.secret_code)
    expect(JSON.stringify(await db.query('select * from idempotency_keys'))).not.toContain(PASSWORD.password)
    // Without a step-up the stored secret is not returned either.
    clock.advance(6 * 60_000)
    const late = await agent.post('/api/v1/admin-two-fa', { userId }, withKey(key))
    expect([late.status, late.body.code]).toEqual([403, ERROR_CODE.stepUpRequired])
  })

  it('do not count a repeated password change as a failed attempt, although the current password has changed', async () => {
    const created = await boss.post('/api/v1/admin', person('SUPPORT_AGENT'))
    const agent = new TestClient(platform)
    await agent.signIn(created.body.data.email, PASSWORD.password)
    await agent.session()
    const body = { current_password: 'Strong#2026', new_password: 'Newer#2026', confirm_password: 'Newer#2026' }
    const key = randomUUID()
    for (const replayed of [false, ...Array.from({ length: 12 }, () => true)]) {
      const answer = await agent.patch('/api/v1/admin/change-password', body, withKey(key))
      expect([answer.status, isReplayed(answer)]).toEqual([200, replayed])
    }
  })

  it('are deleted in batches once they have expired, and not earlier', async () => {
    const store = createIdempotencyKeys({ db, clock, keys: createKeys(SECRET, nodeCrypto) })
    await boss.patch(
      '/api/v1/admin/profile/preferences',
      { preferences: { 'columns.users': 'x' } },
      withKey('fresh-one'),
    )
    await db.query(
      `insert into idempotency_keys (staff_id, operation, key, request_hash, access_hash, data, is_sealed, extras, created_at)
       select $1::uuid, 'old', 'old' || n, '', '', 'null', false, '{}', $2::timestamptz from generate_series(1, 2500) n`,
      [randomUUID(), new Date(clock.now() - IDEMPOTENCY_KEY_DAYS * 86_400_000 - 1000).toISOString()],
    )
    const before = (await kept()).length
    await store.purge()
    expect((await kept()).length).toBe(before - 2500)
    expect((await kept()).some(({ operation }) => operation === 'profile.preferences')).toBe(true)
    clock.advance(IDEMPOTENCY_KEY_DAYS * 86_400_000 + 1000)
    await store.purge()
    expect(await kept()).toEqual([])
  })
})

describe.runIf(databases.everyKind.includes('PostgreSQL'))('idempotency keys of several processes', () => {
  let db: Db
  const running: ServerProcess[] = []
  beforeAll(async () => {
    db = await databases.open('PostgreSQL')
    for (const _ of [1, 2]) running.push(await startServer(db.connection!.connectionString, await freePort()))
  }, 240_000)
  afterAll(() => Promise.all(running.map((each) => each.kill())))

  async function tokenOf(base: string): Promise<string> {
    const csrf = await fetch(`${base}/api/auth/csrf`)
    const cookie = csrf.headers.getSetCookie()[0]!.split(';')[0]!
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const signIn = await fetch(`${base}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({
        csrfToken,
        callbackUrl: '/',
        json: true,
        email: 'super@pitboss.test',
        password: 'Pitboss#2026',
        two_fa_token: null,
      }),
    })
    const session = await fetch(`${base}/api/auth/session`, {
      headers: { cookie: signIn.headers.getSetCookie()[0]!.split(';')[0]! },
    })
    return ((await session.json()) as { access_token: string }).access_token
  }
  const create = (base: string, token: string, key: string, body: object) =>
    fetch(`${base}/api/v1/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, [IDEMPOTENCY_KEY_HEADER]: key },
      body: JSON.stringify(body),
    })
  const countOf = async (email: string) =>
    (await db.query<{ n: number }>('select count(*)::int as n from users where email = $1::text', [email]))[0]!.n

  it('let the same concurrent request to two processes take effect once, with the same response from both', async () => {
    const token = await tokenOf(running[0]!.base)
    for (let round = 0; round < 8; round += 1) {
      const [key, body] = [randomUUID(), person()]
      const answers = await Promise.all(running.map(({ base }) => create(base, token, key, body)))
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      expect(
        answers.map(({ status }) => status),
        texts.join(),
      ).toEqual([200, 200])
      expect(texts[0]).toBe(texts[1])
      expect(answers.filter(({ headers }) => headers.get(REPLAYED_HEADER) === 'true')).toHaveLength(1)
      expect(await countOf(body.email)).toBe(1)
    }
  })

  it('keep the response for the next attempt where a process dies between the commit and the response', async () => {
    const [dying, other] = running as [ServerProcess, ServerProcess]
    const token = await tokenOf(dying.base)
    const [key, body] = [randomUUID(), person()]
    // The process is suspended once it has sent the statement: the commit happens, the response does not.
    const hold = await databases.again(db)
    const locked = hold.transaction(async (tx) => {
      await tx.query('lock table idempotency_keys in share mode')
      const lost = create(dying.base, token, key, body).then(
        () => 'answered',
        () => 'lost',
      )
      const isWaiting = async () =>
        (
          await db.query(
            `select 1 from pg_locks where relation = 'idempotency_keys'::regclass and mode = 'RowExclusiveLock' and not granted`,
          )
        ).length > 0
      while (!(await isWaiting())) await pause(20)
      dying.child.kill('SIGSTOP')
      return { lost }
    })
    const { lost } = await locked
    await expect.poll(() => countOf(body.email)).toBe(1)
    await dying.kill()
    expect(await lost).toBe('lost')
    const again = await create(other.base, token, key, body)
    expect([again.status, again.headers.get(REPLAYED_HEADER)]).toEqual([200, 'true'])
    expect(((await again.json()) as { data: { email: string } }).data.email).toBe(body.email)
    expect(await countOf(body.email)).toBe(1)
  })
})
