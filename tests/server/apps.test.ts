import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_KEY_HEADER } from '@contract/http/operation'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { HOME_STORE } from '@server/db/demo'
import { readAppKeyCommand } from '@server/app-key-command'
import { createAppKeys, StoreUnknown, type AppKeys } from '@server/platform/modules/apps/keys'
import { samplePng } from '@tests/kit/sample-files'
import { TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'
import { nodeHash } from '@server/node/crypto'

const databases = await testDatabases()
const LIST = '/api/v1/brand-category'

describe.each(databases.kinds)('keys of the users’ apps, on %s', (kind) => {
  let db: Db
  let keys: AppKeys
  const platforms: PitbossServer[] = []
  const processWith = async (appLimits = {}) => {
    const platform = await makePlatform(db, { appLimits })
    platforms.push(platform)
    return platform
  }
  const callWith = (platform: PitbossServer, key: string, address = '203.0.113.1') =>
    new TestClient(platform, address).get(LIST, { headers: { [APP_KEY_HEADER]: key } })

  beforeAll(async () => {
    db = await databases.open(kind)
    keys = createAppKeys(db, { now: () => Date.now() }, nodeHash)
  })
  afterAll(() => Promise.all(platforms.map((platform) => platform.close())))

  it('are stored as hashes, and their creation and revocation is in the audit log', async () => {
    const { id, key } = await keys.create(HOME_STORE)
    const rows = JSON.stringify(await db.query('select * from app_keys'))
    expect(rows).not.toContain(key.slice(12))
    expect(await keys.revoke(id)).toBe(HOME_STORE)
    expect(await keys.revoke(id)).toBeNull()
    const events = await db.query<{ action: string }>(
      `select action from audit_events where subject_type = 'AppKeys' and subject_id = $1::text order by id`,
      [id],
    )
    expect(events.map(({ action }) => action)).toEqual(['create', 'revoke'])
  })

  it('can be created only for enabled stores, and are refused while the store is disabled', async () => {
    await expect(keys.create('NOSUCHSTORE')).rejects.toThrow(StoreUnknown)
    const platform = await processWith()
    const { key } = await keys.create('ORCHID')
    expect((await callWith(platform, key)).status).toBe(200)
    await db.query(`update stores set is_deleted = true where code = 'ORCHID'`)
    expect((await callWith(platform, key)).status).toBe(401)
    await expect(keys.create('ORCHID')).rejects.toThrow('no enabled store')
    await db.query(`update stores set is_deleted = false where code = 'ORCHID'`)
  })

  it('are refused from the next call on after a revocation, in every process', async () => {
    const [one, other] = [await processWith(), await processWith()]
    const { id, key } = await keys.create(HOME_STORE)
    for (const platform of [one, other]) expect((await callWith(platform, key)).status).toBe(200)
    await keys.revoke(id)
    for (const platform of [one, other]) expect((await callWith(platform, key)).status).toBe(401)
  })

  it('record when they were last used, without a write for each call', async () => {
    const platform = await processWith()
    const { id, key } = await keys.create(HOME_STORE)
    const lastUse = async () => (await keys.list()).find((each) => each.id === id)!.last_used_at
    expect(await lastUse()).toBeNull()
    await callWith(platform, key)
    expect(Math.abs(Date.parse((await lastUse())!) - Date.now())).toBeLessThan(60_000)
    const versionOf = async () =>
      (await db.query<{ row: string }>('select xmin::text as row from app_keys where id = $1::uuid', [id]))[0]!.row
    const before = await versionOf()
    await callWith(platform, key)
    expect(await versionOf()).toBe(before)
    await db.query(`update app_keys set last_used_at = now() - interval '2 minutes' where id = $1::uuid`, [id])
    await callWith(platform, key)
    expect(Date.now() - Date.parse((await lastUse())!)).toBeLessThan(60_000)
  })

  it('are limited in calls per minute, from whatever address', async () => {
    const platform = await processWith({ ofKey: 3 })
    const [first, second] = [await keys.create(HOME_STORE), await keys.create(HOME_STORE)]
    const statuses = []
    for (let call = 1; call <= 4; call += 1)
      statuses.push((await callWith(platform, first.key, `203.0.113.${call}`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await callWith(platform, first.key)
    expect(refused.body.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await callWith(platform, second.key)).status).toBe(200)
  })

  it('beyond their limit change nothing, and are told when to call again; an upload is refused before it is read', async () => {
    const platform = await processWith({ ofKey: 1 })
    const { key } = await keys.create(HOME_STORE)
    const client = new TestClient(platform)
    const headers = { [APP_KEY_HEADER]: key }
    const email = 'burst.of.calls@example.com'
    const body = { email, source: 'APP', consent_text: 'News', locale: 'en' }
    expect((await callWith(platform, key)).status).toBe(200)
    const refused = await client.post('/api/v1/news-letter-subscribe', body, { headers })
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const upload = await client.send('POST', '/api/v1/doc-verification/files?field=files', {
      raw: Buffer.alloc(40 * 1024 * 1024),
      headers: { ...headers, 'content-type': 'image/png' },
    })
    expect(upload.status).toBe(429)
    const [row] = await db.query<{ n: number }>(
      'select count(*)::int as n from newsletter_subscribers where email = $1::text',
      [email],
    )
    expect(row!.n).toBe(0)
  })

  it('of a demo work only while the server runs as one, and only while its store is enabled', async () => {
    const demoOf = async (platform: PitbossServer) =>
      (await new TestClient(platform).get('/api/auth/providers')).body.demo as { app: { key: string } } | undefined
    const platform = await processWith()
    const { app } = (await demoOf(platform))!
    expect((await callWith(platform, app.key)).status).toBe(200)
    expect((await demoOf(await processWith()))!.app.key, 'the same in every process').toBe(app.key)
    const productive = await makePlatform(db, { demo: false })
    platforms.push(productive)
    expect(await demoOf(productive)).toBeUndefined()
    expect((await callWith(productive, app.key)).status).toBe(401)
    await db.query('update stores set is_deleted = true where code = $1::text', [HOME_STORE])
    expect((await callWith(platform, app.key)).status).toBe(401)
    await db.query('update stores set is_deleted = false where code = $1::text', [HOME_STORE])
  })

  it('in two processes: of the same document and the same address sent to both at once one row is added', async () => {
    const two = [await processWith(), await processWith()] as const
    const { key } = await keys.create(HOME_STORE)
    const headers = { [APP_KEY_HEADER]: key }
    const sendTo = (platform: PitbossServer, path: string, body: object) =>
      new TestClient(platform).post(`/api/v1/${path}`, body, { headers })
    const [user] = await db.query<{ id: string }>(
      `select u.id::text as id from users u where u.store = $1::text and not u.is_deleted
         and not exists (select from user_documents d where d.user_id = u.id) limit 1`,
      [HOME_STORE],
    )
    const upload = async (platform: PitbossServer) =>
      (
        await new TestClient(platform).send('POST', '/api/v1/doc-verification/files?field=files', {
          raw: Buffer.from(samplePng()),
          headers: { ...headers, 'content-type': 'image/png' },
        })
      ).body.data.id as string
    const documents = await Promise.all(
      [...two, ...two].map(async (platform) =>
        sendTo(platform, 'doc-verification', {
          user: user!.id,
          doc_type: 'PASSPORT',
          files: [await upload(platform)],
        }),
      ),
    )
    expect(documents.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(documents.map(({ body }) => body.data.id)).size).toBe(1)
    const body = { email: 'both@example.com', source: 'APP', consent_text: 'News', locale: 'en' }
    const signUps = await Promise.all(
      [...two, ...two].map((platform) => sendTo(platform, 'news-letter-subscribe', body)),
    )
    expect(signUps.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(signUps.map(({ body: { data } }) => data.id)).size).toBe(1)
    // The uploads that found the document are deleted with the other unused ones.
    const [files] = await db.query<{ attached: number; waiting: number }>(
      `select count(attached_at)::int as attached, count(*) filter (where attached_at is null)::int as waiting
       from files where purpose = 'userDocVerification.files' and created_at > now() - interval '1 minute'`,
    )
    expect(files).toEqual({ attached: 1, waiting: 3 })
  })

  it('are counted by address while they are unknown, without blocking an app with a valid key at the same address', async () => {
    const platform = await processWith({ refused: 2 })
    const { key } = await keys.create(HOME_STORE)
    const guess = (address: string, number: number) => callWith(platform, `pbk_guess${number}`, address)
    const statuses = []
    for (let number = 1; number <= 3; number += 1)
      statuses.push((await guess(`2001:db8:1:2::${number}`, number)).status)
    expect(statuses).toEqual([401, 401, 429])
    expect((await guess('2001:db8:1:3::1', 9)).status).toBe(401)
    expect((await callWith(platform, key, '2001:db8:1:2::7')).status).toBe(200)
  })

  it('are created, listed and revoked by command; the key itself is shown once', async () => {
    const run = (...args: string[]) => readAppKeyCommand(args)(db)
    const [key = '', sentence = ''] = (await run('create', '--store', HOME_STORE)).split('\n')
    const id = /[0-9a-f-]{36}/.exec(sentence)?.[0] ?? ''
    const platform = await processWith()
    expect((await callWith(platform, key)).status).toBe(200)
    const listed = await run('list')
    expect(listed).toMatch(new RegExp(`${id}  ${key.slice(0, 10)}…  ${HOME_STORE}  created \\S+  last used \\S+`))
    expect(listed).not.toContain(key)
    expect(await run('revoke', id)).toContain('is refused from now on')
    expect((await callWith(platform, key)).status).toBe(401)
    expect(await run('list')).toMatch(new RegExp(`${id}.+revoked`))
    await expect(run('revoke', id)).rejects.toThrow(`No key ${id} is in use.`)
    for (const wrong of [[], ['create'], ['make'], ['revoke', '1'], ['list', 'all'], ['create', '--shop', 'X']])
      expect(() => readAppKeyCommand(wrong), wrong.join(' ')).toThrow('npm run app-key -- create --store CODE')
  })
})
