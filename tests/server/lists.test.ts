import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { RECORDS } from '@contract/records/records'
import { rowSchema } from '@contract/records/schemas'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const USERS = 2400
const databases = await testDatabases({ staff: 40, users: USERS })
const NDJSON = { accept: 'application/x-ndjson' }
type Row = Record<string, unknown> & { id: string }

describe.each(databases.kinds)('lists on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let base: string

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    base = await platform.start({ port: 0 })
  })
  afterAll(() => platform.close())

  const rowsOf = async (query: string) => (await boss.get(`/api/v1/users?${query}`)).body.data as Row[]
  const streamOf = async (query: string) => {
    const lines = (await boss.get(`/api/v1/users?${query}`, { headers: NDJSON })).text.split('\n')
    expect(lines.pop()).toBe('')
    const last = JSON.parse(lines.pop()!) as { total_count: number }
    return { rows: lines.map((line) => JSON.parse(line) as Row), last }
  }
  /** Opens a streamed list over a real connection. */
  const open = (query = `itemNo=${FULL_LIST_ITEM_NO}`) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request(
        `${base}/api/v1/users?${query}`,
        { headers: { ...NDJSON, authorization: `Bearer ${boss.token}` } },
        resolve,
      )
        .on('error', reject)
        .end()
    })

  it('returns records in the contract’s form, with money as text and times in UTC', async () => {
    for (const row of await rowsOf('itemNo=50'))
      expect(() => rowSchema(RECORDS.users).validateSync(row, { strict: true })).not.toThrow()
    for (const row of (await boss.get('/api/v1/admin')).body.data as Row[])
      expect(() => rowSchema(RECORDS.admin).validateSync(row, { strict: true })).not.toThrow()
  })

  it('returns the newest first, 25 per page, each row on one page only', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => rowsOf(`page=${page}`)))
    expect(pages.map((page) => page.length)).toEqual([25, 25, 25])
    const times = pages.flat().map((row) => row.createdAt as string)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(pages.flat().map((row) => row.id)).size).toBe(75)
  })

  it('streams the same rows as the full list, in the same order, followed by the last line', async () => {
    const whole = await rowsOf(`itemNo=${FULL_LIST_ITEM_NO}`)
    const { rows, last } = await streamOf(`itemNo=${FULL_LIST_ITEM_NO}`)
    expect(whole).toHaveLength(USERS)
    expect(rows).toEqual(whole)
    expect(last).toEqual({ total_count: USERS })
  })

  it.each(
    Object.keys(RECORDS.users.allFields).flatMap(
      (field) =>
        [
          [field, 'asc'],
          [field, 'desc'],
        ] as const,
    ),
  )('sorts by %s %s: pages and stream agree, each row once', async (field, order) => {
    const query = `sort_by=${field}&sort_order=${order}&fields=${field}`
    const { rows } = await streamOf(`${query}&itemNo=${FULL_LIST_ITEM_NO}`)
    expect(new Set(rows.map((row) => row.id)).size).toBe(USERS)
    expect((await rowsOf(`${query}&page=3&itemNo=700`)).map((row) => row.id)).toEqual(
      rows.slice(1400, 2100).map((row) => row.id),
    )
  })

  it('sorts amounts as numbers', async () => {
    const amounts = (await rowsOf('sort_by=cash_balance&sort_order=desc&fields=cash_balance&itemNo=1000')).map((row) =>
      Number(row.cash_balance),
    )
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    expect(amounts[0]).toBeGreaterThan(1000)
  })

  it('streams a page with the total of the whole list', async () => {
    const { rows, last } = await streamOf('page=2&itemNo=1200')
    expect([rows.length, last.total_count]).toEqual([1200, USERS])
  })

  it('applies filters and search, and counts the matching rows', async () => {
    const verified = await boss.get('/api/v1/users?kyc_status=VERIFIED&is_deleted=TRUE&itemNo=10')
    const [expected] = await db.query<{ n: number }>(
      `select count(*)::int as n from users u where is_deleted
         and exists (select from user_documents d where d.user_id = u.id and d.doc_type = 'PROOF_OF_ADDRESS' and d.status = 'VERIFIED')
         and exists (select from user_documents d where d.user_id = u.id and d.doc_type <> 'PROOF_OF_ADDRESS' and d.status = 'VERIFIED'
           and d.expires_at > now())
         and not exists (select from user_documents d where d.user_id = u.id and d.status <> 'VERIFIED')`,
    )
    expect(verified.body.total_count).toBe(expected!.n)
    expect(verified.body.data.every((row: Row) => row.is_deleted === true && row.kyc_status === 'VERIFIED')).toBe(true)
    const [someone] = await rowsOf('itemNo=1')
    const name = `${String(someone!.first_name)} ${String(someone!.last_name)}`
    for (const text of [String(someone!.username).slice(2).toUpperCase(), String(someone!.email), name]) {
      expect(
        (await rowsOf(`search=${encodeURIComponent(text)}`)).map((row) => row.id),
        text,
      ).toContain(someone!.id)
    }
  })

  it('counts again after a write', async () => {
    const total = async () => (await boss.get('/api/v1/users?itemNo=1')).body.total_count as number
    const before = await total()
    await boss.post('/api/v1/users', {
      first_name: 'One',
      last_name: 'More',
      username: 'one_more',
      email: 'one.more@example.com',
      role: 'PLAYER',
      password: 'Strong#2026',
      confirm_password: 'Strong#2026',
    })
    expect(await total()).toBe(before + 1)
    await db.query(`delete from users where username = 'one_more'`)
  })

  it('returns only the requested fields, and records by their ids', async () => {
    const rows = await rowsOf('fields=username,cash_balance&itemNo=3')
    for (const row of rows) expect(Object.keys(row)).toEqual(['id', 'username', 'cash_balance', 'version'])
    const ids = rows.map((row) => row.id)
    expect((await rowsOf(`id=${ids.join(',')}`)).map((row) => row.id)).toEqual(ids)
  })

  it('returns at most fifty names for a picker', async () => {
    const names = (await boss.get('/api/v1/users/list?search=a')).body.data as Row[]
    expect(names).toHaveLength(50)
    // Includes the field that distinguishes records of the same name: the username.
    expect(Object.keys(names[0]!).toSorted()).toEqual(['code', 'id', 'name', 'version'])
  })

  it('serves the older path of the list too', async () => {
    expect((await boss.get('/api/v1/admin-users?itemNo=2')).body.data).toEqual(await rowsOf('itemNo=2'))
  })

  it('responds to short calls while a list is streamed to a slow reader', async () => {
    const slow = await open()
    await new Promise((resolve) => slow.once('readable', resolve))
    for (let call = 0; call < 5; call += 1) expect((await boss.get('/api/v1/admin/profile')).status).toBe(200)
    slow.destroy()
  })

  /** Number of list cursors that hold a connection. */
  async function openCursors(): Promise<number> {
    if (kind === 'PGlite') return 0
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid() and query like '%row_to_json%'`,
    )
    return row!.n
  }

  describe('with many long records', () => {
    const RECORDS = 12_000
    let address: string
    /** Drops a stalled reader soon, for the test of that only: a slow machine may pause any other reader for as long. */
    let strict: PitbossServer
    let strictAddress: string
    let patient: PitbossServer
    const long = (query = '') => `/api/v1/admin-brand-category?itemNo=${FULL_LIST_ITEM_NO}${query}`
    const headers = () => ({ authorization: `Bearer ${boss.token}` })
    const read = (path: string, accept: string, from = address) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        request(from + path, { headers: { ...headers(), accept } }, resolve)
          .on('error', reject)
          .end()
      })

    beforeAll(async () => {
      await db.query(
        `insert into brand_categories (id, name, slug, description, position, created_at, updated_at)
         select (lpad(to_hex(g), 12, '0') || '7000' || '8' || lpad(to_hex(g), 15, '0'))::uuid, 'G-' || g, 'g-' || g, repeat('A text about a category. ', 40),
           1000 + g, now(), now() from generate_series(1, ${RECORDS}) g`,
      )
      strict = await makePlatform(db, { limits: { stalledReaderMs: 1000 } })
      strictAddress = await strict.start({ port: 0 })
      patient = await makePlatform(db)
      address = await patient.start({ port: 0 })
    })
    afterAll(async () => {
      await strict.close()
      await patient.close()
      await db.query(`delete from brand_categories where slug like 'g-%'`)
    })

    it('never holds more than one batch of a list in memory', async () => {
      let largest = 0
      const measured = <T>(batch: T): T => {
        largest = Math.max(largest, JSON.stringify(batch).length)
        return batch
      }
      const watched: Db = {
        ...db,
        query: async (text, params) => measured(await db.query(text, params)),
        async cursor(...args) {
          const cursor = await db.cursor(...args)
          return cursor && { ...cursor, read: async (count) => measured(await cursor.read(count)) }
        },
      }
      const platform = await makePlatform(watched)
      const client = await signedIn(platform, 'SUPER_ADMIN')
      for (const query of ['', '&sort_by=name']) {
        const { text } = await client.get(long(query))
        expect(text.length).toBeGreaterThan(10_000_000)
      }
      await platform.close()
      expect(largest).toBeGreaterThan(100_000)
      expect(largest).toBeLessThan(2_000_000)
    })

    it.each(['', '&sort_by='])('a list is streamed while six other readers have stopped reading%s', async (order) => {
      const stalled = await Promise.all(
        Array.from({ length: 6 }, async () =>
          (await read(long(order && `${order}name`), NDJSON.accept, strictAddress))
            .on('error', () => undefined)
            .pause(),
        ),
      )
      const path = `/api/v1/users?itemNo=${FULL_LIST_ITEM_NO}${order && `${order}email`}`
      let text = ''
      for await (const chunk of (await read(path, NDJSON.accept, strictAddress)).setEncoding('utf8'))
        text += chunk as string
      expect(text.trimEnd().split('\n')).toHaveLength(USERS + 1)
      // The server drops these readers: their streams end without the last line.
      const connections = () =>
        new Promise<number>((resolve) => strict.http.server.getConnections((_, n) => resolve(n)))
      await expect.poll(connections, { timeout: 20_000 }).toBe(0)
      for (const answer of stalled) {
        let last = ''
        answer.on('data', (chunk: Buffer) => (last = String(chunk))).resume()
        await expect.poll(() => answer.closed).toBe(true)
        expect([answer.complete, last.includes('total_count')]).toEqual([false, false])
      }
    })

    it.each(['', '&sort_by=name'])('a reader who pauses now and then gets every row once%s', async (order) => {
      const answer = await read(long(order), NDJSON.accept)
      let text = ''
      answer.setEncoding('utf8')
      for (let pauses = 0; pauses < 3; pauses += 1) {
        await new Promise((resolve) => answer.once('readable', resolve))
        text += (answer.read() as string | null) ?? ''
        // Longer than a cursor waits for its reader.
        await new Promise((resolve) => setTimeout(resolve, 600))
        await expect.poll(openCursors, { timeout: 5000 }).toBe(0)
      }
      for await (const chunk of answer) text += chunk as string
      const lines = text.trimEnd().split('\n')
      const { total_count: total } = JSON.parse(lines.pop()!) as { total_count: number }
      expect(total).toBeGreaterThan(RECORDS)
      expect(lines.length).toBe(total)
      expect(new Set(lines.map((line) => (JSON.parse(line) as Row).id)).size).toBe(total)
    })
  })

  it('ends the query of a reader who disconnects', async () => {
    const gone = await open()
    await new Promise((resolve) => gone.once('readable', resolve))
    gone.destroy()
    await expect.poll(openCursors, { timeout: 5000 }).toBe(0)
    expect((await streamOf(`itemNo=${FULL_LIST_ITEM_NO}`)).last.total_count).toBe(USERS)
  })

  it('returns the result of the query in the address, whatever odd addresses were requested before', async () => {
    const fresh = await makePlatform(db)
    const address = await fresh.start({ port: 0 })
    // The router ends the path at the first ? or #, and treats everything after it as the query.
    const total = async (path: string) => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const { hostname, port } = new URL(address)
        const headers = { authorization: `Bearer ${boss.token}` }
        request({ hostname, port, path: `/api/v1/${path}`, headers }, resolve)
          .on('error', reject)
          .end()
      })
      let text = ''
      for await (const chunk of answer.setEncoding('utf8')) text += chunk as string
      return (JSON.parse(text) as { total_count: number }).total_count
    }
    const [expected] = await db.query<{ n: number }>(
      `select count(*)::int as n from users where (first_name || ' ' || last_name) ilike '%an%' or email ilike '%an%' or username ilike '%an%'`,
    )
    expect(expected!.n).toBeGreaterThan(0)
    expect(await total('users?search=an?nobody')).toBe(0)
    expect(await total('users?search=an')).toBe(expected!.n)
    expect(await total('users#search=nobody-at-all')).toBe(0)
    expect(await total('users')).toBe(USERS)
    await fresh.close()
  })

  it('ends an interrupted list without the last line', async () => {
    const real = db
    let batches = 0
    const breaking: Db = {
      ...real,
      query: async (text, params) => {
        if (text.includes('(select row_to_json(t)') && text.includes('limit') && (batches += 1) > 2)
          throw new Error('lost')
        return real.query(text, params)
      },
      async cursor(...args) {
        const cursor = await real.cursor(...args)
        let reads = 0
        return (
          cursor && {
            ...cursor,
            async read(count) {
              if ((reads += 1) > 2) throw new Error('lost')
              return cursor.read(count)
            },
          }
        )
      },
    }
    const other = await makePlatform(breaking)
    const address = await other.start({ port: 0 })
    const text = await new Promise<{ text: string; complete: boolean }>((resolve, reject) => {
      request(
        `${address}/api/v1/users?itemNo=${FULL_LIST_ITEM_NO}`,
        { headers: { ...NDJSON, authorization: `Bearer ${boss.token}` } },
        (answer) => {
          let all = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk: string) => (all += chunk))
          answer.on('error', () => undefined)
          answer.on('close', () => resolve({ text: all, complete: answer.complete }))
        },
      )
        .on('error', reject)
        .end()
    })
    await other.close()
    expect(text.complete).toBe(false)
    expect(text.text).toContain('"username"')
    expect(text.text).not.toContain('total_count')
  })
})
