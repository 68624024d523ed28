import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import { DatabaseUnavailable, type Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { collectedLog } from './kit/log'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()

/** A connection to the database that can be cut, held, or cut when a certain statement passes. */
async function createLine(to: URL) {
  const pairs = new Set<[Socket, Socket]>()
  let mode: 'open' | 'cut' | 'held' = 'open'
  let cutAt: string | null = null
  const drop = ([near, far]: [Socket, Socket]) => {
    near.destroy()
    far.destroy()
  }
  const server = createServer((near) => {
    if (mode === 'cut') return void near.destroy()
    const far = connect(Number(to.port), to.hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.on('data', (bytes) => {
      if (mode === 'held') return
      far.write(bytes)
      if (cutAt !== null && bytes.includes(cutAt)) drop(pair)
    })
    far.on('data', (bytes) => mode !== 'held' && near.write(bytes))
    for (const each of pair) {
      each.on('error', () => undefined)
      each.on('close', () => {
        drop(pair)
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    set(next: typeof mode) {
      mode = next
      if (next !== 'open') for (const pair of next === 'cut' ? pairs : []) drop(pair)
    },
    /** The connection is cut after the bytes of a statement were sent. */
    cutAt(text: string | null) {
      cutAt = text
    },
    close: () => server.close(),
  }
}

describe.runIf(databases.kinds.includes('PostgreSQL'))('while PostgreSQL is not available', () => {
  let direct: Db
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let line: Awaited<ReturnType<typeof createLine>>
  const { log, lines: logged } = collectedLog()

  beforeAll(async () => {
    direct = await databases.open('PostgreSQL')
    line = await createLine(new URL(direct.connection!.connectionString))
    db = await openDatabase({ kind: 'postgres', url: line.url }, { demo: null })
    platform = await makePlatform(db, { log })
    boss = await signedIn(platform, 'SUPER_ADMIN')
  })
  afterAll(async () => {
    line.set('open')
    await platform.close()
    await db.close()
    line.close()
  })
  const user = async () =>
    (await boss.get('/api/v1/users?itemNo=1')).body.data[0] as { id: string; version: number; first_name: string }
  const isBack = async () => {
    await expect.poll(async () => (await boss.get('/health/ready')).status, { timeout: 20_000 }).toBe(200)
  }

  it('every call gets 503 with instructions and Retry-After, and no details of the database', async () => {
    const { id, version } = await user()
    line.set('cut')
    const rename = () => boss.patch(`/api/v1/users/${id}`, { first_name: 'Nadia' }, { ifMatch: version })
    // While the session is cached, about a second, a write reaches a point at which its outcome is unknown.
    await expect.poll(async () => (await rename()).body.code, { timeout: 3000 }).toBe('SERVICE_UNAVAILABLE')
    const answers = [
      await boss.get('/api/v1/admin/profile'),
      await boss.get('/api/v1/users?itemNo=9007199254740991', { headers: { accept: 'application/x-ndjson' } }),
      await rename(),
      await boss.get('/api/auth/session'),
      await boss.signIn('admin@pitboss.test'),
      await boss.auth('signout'),
      await boss.get('/health/ready'),
    ]
    for (const { status, body, headers, text } of answers) {
      expect([status, body.success, body.code, headers['retry-after']]).toEqual([
        503,
        false,
        'SERVICE_UNAVAILABLE',
        '5',
      ])
      expect(body.message).toBe(
        'The database cannot be reached at the moment. Nothing was changed. Try again in a few seconds.',
      )
      expect(text).not.toMatch(/127\.0\.0\.1|ECONN|postgres|terminated/i)
    }
    expect((await boss.get('/health/live')).status).toBe(200)
    line.set('open')
    await isBack()
    expect((await user()).version).toBe(version)
  })

  it('a repeated failure does not fill the log', async () => {
    line.set('cut')
    await expect.poll(async () => (await boss.get('/api/v1/admin/profile')).status).toBe(503)
    logged.length = 0
    for (let call = 0; call < 200; call += 1) await boss.get('/api/v1/admin/profile')
    expect(logged.filter((text) => text.includes('database unavailable')).length).toBeLessThanOrEqual(10)
    expect(logged.length).toBeLessThanOrEqual(40)
    line.set('open')
    await isBack()
  })

  it('staff stay signed in, and their calls succeed again once the database is back', async () => {
    line.set('cut')
    await expect.poll(async () => (await boss.get('/api/v1/admin/profile')).status).toBe(503)
    line.set('open')
    await isBack()
    expect((await boss.get('/api/v1/admin/profile')).status).toBe(200)
    expect((await boss.session()).body.user.email).toBe('super@pitboss.test')
  })

  it('a write whose connection breaks does not report that nothing was changed', async () => {
    const { id, version } = await user()
    line.cutAt('update users')
    const answer = await boss.patch(`/api/v1/users/${id}`, { first_name: 'Nadia' }, { ifMatch: version })
    line.cutAt(null)
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'OUTCOME_UNKNOWN', '5'])
    expect(answer.body.message).toContain('Look whether it was made')
    await isBack()
  })

  it('after a failover, a connection to the former primary, which is read-only, is replaced', async () => {
    const url = direct.connection!.connectionString
    const one = await openDatabase({ kind: 'postgres', url, maxConnections: 1 }, { demo: null })
    try {
      const write = () => one.transaction((tx) => tx.query('update users set first_name = first_name'))
      await one.query('set default_transaction_read_only = on')
      await expect(write()).rejects.toThrow(DatabaseUnavailable)
      await write()
    } finally {
      await one.close()
    }
  })

  it('with a database that accepts connections but does not respond, the server is live but not ready', async () => {
    line.set('held')
    const began = performance.now()
    const ready = await boss.get('/health/ready')
    expect([ready.status, ready.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(performance.now() - began).toBeLessThan(5000)
    expect((await boss.get('/health/live')).body).toEqual({ status: 'live' })
    line.set('cut')
    line.set('open')
    await isBack()
  })
})
