import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SOCKET } from '@contract/constants'
import type { OneChanged } from '@contract/socket'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { hearChanges } from '../kit/hear-changes'
import { signedIn, TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { collectedLog } from './kit/log'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const PASSWORD = { password: 'Strong#2026', confirm_password: 'Strong#2026' }

describe.each(databases.kinds)('the live socket on %s', (kind) => {
  const clock = createTestClock()
  let db: Db
  let platform: PitbossServer
  let base: string
  let boss: TestClient
  const sockets: Socket[] = []

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db, { clock })
    base = await platform.start({ port: 0 })
    boss = await signedIn(platform, 'SUPER_ADMIN')
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })
  afterAll(() => platform.close())

  function connect(auth: object, address = base): Socket {
    const socket = io(address, {
      path: SOCKET.path,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth,
    })
    sockets.push(socket)
    return socket
  }
  const opened = (socket: Socket) =>
    new Promise<Socket>((resolve, reject) => {
      socket.once('connect', () => resolve(socket))
      socket.once('connect_error', reject)
    })
  const asClient = (client: TestClient, address = base) =>
    opened(connect({ access_token: client.token, client: 'admin' }, address))
  const next = <T>(socket: Socket, event: string, ms = 3000) =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${event}`)), ms)
      socket.once(event, (payload: T) => {
        clearTimeout(timer)
        resolve(payload)
      })
    })
  /** The next change of one record: changes of other records, made by an earlier test, may still be on their way. */
  const nextChangeOf = (socket: Socket, id: string, ms = 3000) =>
    new Promise<OneChanged>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no change of ${id}`)), ms)
      hearChanges(socket, (change) => {
        if (change.id !== id) return
        clearTimeout(timer)
        resolve(change)
      })
    })
  async function hired(role: string) {
    const name = `w${Math.random().toString(36).slice(2, 9)}`
    const { body } = await boss.post('/api/v1/admin', {
      first_name: 'Work',
      last_name: 'Er',
      username: name,
      email: `${name}@pitboss.test`,
      role,
      ...PASSWORD,
    })
    const client = new TestClient(platform)
    await client.signIn(`${name}@pitboss.test`, PASSWORD.password)
    await client.session()
    return { client, id: body.data.id as string }
  }

  it.each([
    ['no token', {}],
    ['a wrong token', { access_token: 'x', client: 'admin' }],
    ['another client', { client: 'app' }],
  ])('refuses %s as UNAUTHORIZED', async (what, auth) => {
    const refused = opened(connect(what === 'another client' ? { ...auth, access_token: boss.token } : auth))
    await expect(refused).rejects.toMatchObject({ message: 'UNAUTHORIZED', data: 'UNAUTHORIZED' })
  })

  it('notifies people who may read a changed record, after the commit', async () => {
    const [reader, blind] = [
      await asClient(await signedIn(platform, 'FINANCE')),
      await asClient(await signedIn(platform, 'CONTENT_EDITOR')),
    ]
    const heard: unknown[] = []
    hearChanges(blind, (change) => heard.push(change))
    const [user] = (await boss.get('/api/v1/users?itemNo=1')).body.data
    const told = nextChangeOf(reader, user.id)
    await boss.patch(`/api/v1/users/${user.id}`, { first_name: 'Heard' }, { ifMatch: user.version })
    expect(await told).toEqual({ subject: 'Users', id: user.id, version: user.version + 1 })
    expect(heard).toEqual([])
  })

  it('announces each of several changes once, in single or combined messages, and to partners only those of their store', async () => {
    const [reader, partner] = [
      await asClient(await signedIn(platform, 'FINANCE')),
      await asClient(await signedIn(platform, 'THIRD_PARTY_ADMIN')),
    ]
    const rows = await db.query<{ id: string; version: number; store: string }>(
      `(select id::text as id, version, store from users where store = 'HARBOR' order by id limit 2)
       union all (select id::text, version, store from users where store = 'LUMEN' order by id limit 2)`,
    )
    /** Ids of the users that a socket is notified of, in single or combined messages. */
    const listen = (socket: Socket) => {
      const ids: string[] = []
      hearChanges(socket, ({ subject, id }) => subject === 'Users' && ids.push(id))
      return ids
    }
    const [all, own] = [listen(reader), listen(partner)]
    await Promise.all(
      rows.map((row) => boss.patch(`/api/v1/users/${row.id}`, { first_name: 'Together' }, { ifMatch: row.version })),
    )
    const idsOf = (some: typeof rows) => some.map(({ id }) => id).toSorted()
    await expect.poll(() => all.toSorted(), { timeout: 3000 }).toEqual(idsOf(rows))
    await expect
      .poll(() => own.toSorted(), { timeout: 3000 })
      .toEqual(idsOf(rows.filter(({ store }) => store === 'LUMEN')))
  })

  it('sends changes that go on in few messages, however many there are', async () => {
    const reader = await asClient(await signedIn(platform, 'FINANCE'))
    const [user] = (await boss.get('/api/v1/users?itemNo=1')).body.data
    let [messages, version] = [0, user.version as number]
    for (const event of ['record:changed', 'records:changed'])
      reader.on(event, ({ subject }: { subject: string }) => subject === 'Users' && (messages += 1))
    const last = version + 40
    const heard = new Promise((resolve) =>
      hearChanges(reader, (change) => change.id === user.id && change.version === last && resolve(null)),
    )
    const began = performance.now()
    for (; version < last; version += 1) {
      const first_name = version % 2 ? 'Often' : 'Again'
      expect((await boss.patch(`/api/v1/users/${user.id}`, { first_name }, { ifMatch: version })).status).toBe(200)
    }
    await heard
    // A message for each 200 ms (server/platform/live/hub.ts, BURST_MS), and one before them.
    expect(messages).toBeLessThanOrEqual((performance.now() - began) / 200 + 2)
  })

  it('repeats to a console that connects after its first read what it may read and has missed, each record once', async () => {
    const began = Date.now()
    const rows = await db.query<{ id: string; version: number; store: string }>(
      `(select id::text as id, version, store from users where store = 'HARBOR' order by id limit 1)
       union all (select id::text, version, store from users where store = 'LUMEN' order by id limit 1)`,
    )
    for (const { id, version } of rows)
      for (const [times, first_name] of ['Once', 'Twice'].entries())
        await boss.patch(`/api/v1/users/${id}`, { first_name }, { ifMatch: version + times })
    /** Connects now, having read since the test began. @returns the changes of users that the socket hears */
    const missedBy = async (role: string, unheard: object) => {
      const { token } = await signedIn(platform, role as 'FINANCE')
      const socket = connect({ access_token: token, client: 'admin', ...unheard })
      const heard: Omit<OneChanged, 'subject'>[] = []
      hearChanges(socket, ({ subject, ...change }) => subject === 'Users' && heard.push(change))
      await opened(socket)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return heard
    }
    const [house, own] = rows.map(({ id, version }) => ({ id, version: version + 2 }))
    const unheard = () => ({ unheard_ms: Date.now() - began })
    // The connection is slower than the gathering of changes, also while they go on.
    await new Promise((resolve) => setTimeout(resolve, 400))
    const all = await missedBy('SUPER_ADMIN', unheard())
    expect(all).toEqual(expect.arrayContaining([house, own]))
    expect(all.filter(({ id }) => id === house!.id)).toHaveLength(1)
    const partner = await missedBy('THIRD_PARTY_ADMIN', unheard())
    expect(partner).toEqual(expect.arrayContaining([own]))
    expect(partner).not.toContainEqual(house)
    expect(await missedBy('CONTENT_EDITOR', unheard())).toEqual([])
    for (const without of [{}, { unheard_ms: 'x' }, { unheard_ms: -1 }, { unheard_ms: Number.NaN }])
      expect(await missedBy('SUPER_ADMIN', without)).toEqual([])
  })

  it('notifies a partner only of records of its store', async () => {
    const partner = await asClient(await signedIn(platform, 'THIRD_PARTY_ADMIN'))
    const heard: { id: string; subject: string }[] = []
    hearChanges(partner, (change) => heard.push(change))
    const rows = await db.query<{ id: string; version: number }>(
      `(select id::text as id, version from users where store = 'HARBOR' limit 1) union all (select id::text, version from users where store = 'LUMEN' limit 1)`,
    )
    for (const row of rows)
      await boss.patch(`/api/v1/users/${row.id}`, { first_name: 'Partner' }, { ifMatch: row.version })
    // One row in two lists: the partner may read it in both.
    const own = ['ThirdPartyUsers', 'Users'].map((subject) => ({ id: rows[1]!.id, subject }))
    const told = () =>
      heard.map(({ id, subject }) => ({ id, subject })).toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    await expect.poll(told, { timeout: 3000 }).toEqual(own)
  })

  it('notifies a partner of a record that leaves its store, also where it is changed again immediately', async () => {
    const partner = await asClient(await signedIn(platform, 'THIRD_PARTY_ADMIN'))
    const [user] = await db.query<{ id: string; version: number }>(
      `select id::text as id, version from users where store = 'LUMEN' limit 1`,
    )
    const told = nextChangeOf(partner, user!.id)
    await boss.patch(`/api/v1/users/${user!.id}`, { third_party_store_code: 'HARBOR' }, { ifMatch: user!.version })
    await boss.patch(`/api/v1/users/${user!.id}`, { first_name: 'Gone' }, { ifMatch: user!.version + 1 })
    expect(await told).toMatchObject({ subject: 'Users', id: user!.id })
  })

  it('closes the socket of a disabled account within a second, after a message', async () => {
    const worker = await hired('SUPPORT_AGENT')
    const socket = await asClient(worker.client)
    const ended = next(socket, 'session:ended')
    const closed = next<string>(socket, 'disconnect')
    const began = performance.now()
    const { body } = await boss.get(`/api/v1/admin/${worker.id}`)
    await boss.patch(`/api/v1/admin/${worker.id}`, { is_deleted: true }, { ifMatch: body.data.version })
    await ended
    await closed
    expect(performance.now() - began).toBeLessThan(1000)
    await expect(asClient(worker.client)).rejects.toMatchObject({ message: 'UNAUTHORIZED' })
  })

  it('closes the sockets of a session that was ended directly in the database, too', async () => {
    const worker = await hired('SUPPORT_AGENT')
    const socket = await asClient(worker.client)
    const closed = next<string>(socket, 'disconnect')
    await db.query('update sessions set revoked_at = now() where staff_id = $1::uuid', [worker.id])
    expect(await closed).toBe('io server disconnect')
  })

  it('announces changed rights, and applies the new ones to the socket', async () => {
    const worker = await hired('CONTENT_EDITOR')
    const socket = await asClient(worker.client)
    const told = next(socket, 'access:changed')
    const current = (await boss.get(`/api/v1/admin/${worker.id}`)).body.data
    await boss.patch(`/api/v1/admin/${worker.id}`, { role: 'FINANCE' }, { ifMatch: current.version })
    await told
    const [user] = (await boss.get('/api/v1/users?itemNo=1')).body.data
    const change = nextChangeOf(socket, user.id)
    await boss.patch(`/api/v1/users/${user.id}`, { first_name: 'Again' }, { ifMatch: user.version })
    expect(await change).toMatchObject({ id: user.id, version: user.version + 1 })
  })

  it('closes a socket whose token has expired, unless it got a new one', async () => {
    const [kept, left] = [await signedIn(platform, 'MANAGER'), await signedIn(platform, 'RISK')]
    const [keptSocket, leftSocket] = [await asClient(kept), await asClient(left)]
    clock.advance(14 * 60_000)
    await kept.session()
    const reply = await keptSocket.emitWithAck('access:token', { access_token: kept.token })
    expect(reply).toEqual({ success: true })
    const closed = next<string>(leftSocket, 'disconnect', 5000)
    clock.advance(70_000)
    await closed
    expect(keptSocket.connected).toBe(true)
    await boss.session()
  })

  it('refuses another person’s token, and survives invalid input', async () => {
    const other = await signedIn(platform, 'FINANCE')
    const socket = await asClient(await signedIn(platform, 'RISK'))
    expect(await socket.emitWithAck('access:token', { access_token: other.token })).toEqual({ success: false })
    for (const nonsense of [null, 1, {}, { access_token: {} }])
      expect(await socket.emitWithAck('access:token', nonsense)).toEqual({ success: false })
    socket.emit('access:token', 'x')
    expect(socket.connected).toBe(true)
  })

  it('shows who is online', async () => {
    const person = await signedIn(platform, 'SUPPORT_LEAD')
    await asClient(person)
    await expect
      .poll(async () => (await person.get('/api/v1/admin/profile')).body.data.UserSessionTracker.status)
      .toBe('ONLINE')
  })

  it('tells the log that a proxy does not forward the upgrade to WebSocket', async () => {
    const { log, lines } = collectedLog()
    const platform = await makePlatform(await databases.open(kind), { log })
    try {
      const address = await platform.start({ port: 0 })
      const { status } = await fetch(`${address}${SOCKET.path}/?EIO=4&transport=websocket`)
      expect(status).toBe(400)
      expect(lines.join('')).toContain('A reverse proxy must forward Upgrade and Connection')
    } finally {
      await platform.close()
    }
  })
})

describe.runIf(databases.kinds.includes('PostgreSQL'))('two processes on one PostgreSQL', () => {
  it('exchange changes, ended sessions and limits', async () => {
    const db = await databases.open('PostgreSQL')
    const [one, two] = [await makePlatform(db), await makePlatform(await databases.again(db))]
    try {
      const address = await two.start({ port: 0 })
      await one.start({ port: 0 })
      const boss = await signedIn(one, 'SUPER_ADMIN')
      const name = 'far_away'
      const { body } = await boss.post('/api/v1/admin', {
        first_name: 'Far',
        last_name: 'Away',
        username: name,
        email: 'far@pitboss.test',
        role: 'FINANCE',
        ...PASSWORD,
      })
      const far = new TestClient(two)
      await far.signIn('far@pitboss.test', PASSWORD.password)
      await far.session()
      const socket = io(address, {
        path: SOCKET.path,
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        auth: { access_token: far.token, client: 'admin' },
      })
      await new Promise((resolve) => socket.once('connect', () => resolve(null)))
      const [user] = (await boss.get('/api/v1/users?itemNo=1')).body.data
      const change = new Promise((resolve) => hearChanges(socket, resolve))
      await boss.patch(`/api/v1/users/${user.id}`, { first_name: 'Across' }, { ifMatch: user.version })
      expect(await change).toMatchObject({ id: user.id, version: user.version + 1 })
      expect((await far.get('/api/v1/users?itemNo=1')).status).toBe(200)
      const closed = new Promise((resolve) => socket.once('disconnect', resolve))
      const began = performance.now()
      const worker = (await boss.get(`/api/v1/admin/${body.data.id}`)).body.data
      await boss.patch(`/api/v1/admin/${worker.id}`, { is_deleted: true }, { ifMatch: worker.version })
      await closed
      expect(performance.now() - began).toBeLessThan(1000)
      await expect.poll(async () => (await far.get('/api/v1/users?itemNo=1')).status, { timeout: 1000 }).toBe(401)
      const guess = (platform: PitbossServer) =>
        new TestClient(platform, '10.7.7.7').signIn('admin@pitboss.test', 'Wrong#2026')
      for (let attempt = 0; attempt < 10; attempt += 1) await guess(attempt % 2 ? one : two)
      expect((await guess(one)).text).toContain('TOO_MANY_ATTEMPTS')
      expect((await guess(two)).text).toContain('TOO_MANY_ATTEMPTS')
    } finally {
      await Promise.all([one.close(), two.close()])
    }
  })

  it('continues after the database has closed all connections', async () => {
    const db = await databases.open('PostgreSQL')
    const platform = await makePlatform(db)
    try {
      const boss = await signedIn(platform, 'SUPER_ADMIN')
      const other = await databases.asOwner(db)
      await other.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await expect.poll(async () => (await boss.get('/api/v1/users?itemNo=1')).status, { timeout: 5000 }).toBe(200)
    } finally {
      await platform.close()
    }
  })
})
