/** Paged records on both databases, tested with newsletter subscribers (records, Lists; catalogue, /newsletter-subscriber). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { createKeys } from '@server/platform/lib/secrets'
import { firstBrokenLink, sealAudit } from '@server/platform/modules/audit/sealer'
import type { Live } from '@server/platform/live/live'
import { createErasureKeys } from '@server/platform/records/erasure'
import { createRecordLists } from '@server/platform/records/list'
import { SOURCES } from '@server/platform/records/sources'
import { createRecordWrites } from '@server/platform/records/writes'
import { signedIn, type Answered, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform, SECRET } from './kit/platform'
import { nodeCrypto, nodeHash } from '@server/node/crypto'

const BASE = '/api/v1/news-letter-subscribe'
interface Subscriber {
  id: string
  version: number
  email: string
  status: string
  source: string
  locale: string
  consent_at: string
  consent_ip: string | null
  unsubscribed_at: string | null
  createdAt: string
}
const rowsOf = ({ body }: Answered) => (body as { data: Subscriber[] }).data
const nextOf = ({ body }: Answered) => (body as { next_cursor: string | null }).next_cursor
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const databases = await testDatabases()

describe.each(databases.kinds)('paged records on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let manager: TestClient
  let partner: TestClient

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    manager = await signedIn(platform, 'ADMIN')
    await db.query(
      `update permission_sets set entries = entries || '[{"action":"read","subject":"NewsletterSubscribers","fields":["*"]}]'::jsonb where 'THIRD_PARTY_ADMIN' = any(assigned_roles)`,
    )
    partner = await signedIn(platform, 'THIRD_PARTY_ADMIN')
  })
  afterAll(() => platform.close())

  const list = (query = '', client = boss) => client.get(`${BASE}?${query}`)
  /** All pages of a filter. */
  async function pages(query: string, client = boss): Promise<Subscriber[][]> {
    const all: Subscriber[][] = []
    let cursor: string | null = null
    do {
      const page: Answered = await list(`${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, client)
      expect(page.status, page.text).toBe(200)
      all.push(rowsOf(page))
      cursor = nextOf(page)
    } while (cursor)
    return all
  }
  async function lines(query: string, client = boss) {
    const { text } = await client.get(`${BASE}?itemNo=${Number.MAX_SAFE_INTEGER}&${query}`, {
      headers: { accept: 'application/x-ndjson' },
    })
    const all = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Subscriber & { total_count: number })
    return { total: all.pop()!.total_count, rows: all as Subscriber[] }
  }
  const row = async (where: string) => {
    const [found] = await db.query<{ id: string; email: string; version: number }>(
      `select id::text as id, email, version from newsletter_subscribers where erased_at is null and ${where} order by id limit 1`,
    )
    return found!
  }

  it.each(['', 'status=SUBSCRIBED', 'status=BOUNCED,COMPLAINED', 'source=APP&sort_by=createdAt', 'sort_by=consent_at'])(
    'pages of %j contain each row of the full list once, in its order',
    async (query) => {
      const whole = await lines(query)
      const read = await pages(`${query}&itemNo=40`)
      expect(whole.rows.length).toBeGreaterThan(20)
      expect(whole.total).toBe(whole.rows.length)
      expect(idsOf(read.flat())).toEqual(idsOf(whole.rows))
      expect(read.slice(0, -1).every((page) => page.length === 40)).toBe(true)
      expect((await boss.get(`${BASE}/totals?${query.replace(/&?sort_by=\w+/, '')}`)).body).toMatchObject({
        data: { count: whole.total },
      })
    },
  )

  it('the newest come first by default; a sorted list can be read in both directions', async () => {
    const newest = rowsOf(await list('itemNo=3'))
    expect(newest.map(({ createdAt }) => createdAt)).toEqual(
      newest.map(({ createdAt }) => createdAt).toSorted((a, b) => (a < b ? 1 : -1)),
    )
    const up = (await lines('sort_by=consent_at&sort_order=asc')).rows
    const down = (await lines('sort_by=consent_at&sort_order=desc')).rows
    expect(idsOf(down)).toEqual(idsOf(up).toReversed())
  })

  it('rows with the same time are all read, each once', async () => {
    await db.query(
      `update newsletter_subscribers set consent_at = '2026-01-01T00:00:00Z' where id in (select id from newsletter_subscribers order by id limit 30)`,
    )
    const read = (await pages('sort_by=consent_at&sort_order=asc&itemNo=7')).flat()
    expect(idsOf(read)).toHaveLength(new Set(idsOf(read)).size)
    expect(idsOf(read)).toEqual(idsOf((await lines('sort_by=consent_at&sort_order=asc')).rows))
  })

  it('a range limits the order of the path, including both ends', async () => {
    const all = (await lines('sort_by=consent_at&sort_order=asc')).rows
    const [from, to] = [all[60]!.consent_at, all[90]!.consent_at]
    const some = rowsOf(await list(`consent_at.from=${from}&consent_at.to=${to}&itemNo=200`))
    expect(idsOf(some).toSorted()).toEqual(
      idsOf(all.filter(({ consent_at }) => consent_at >= from && consent_at <= to)).toSorted(),
    )
    expect(some.length).toBeGreaterThan(20)
  })

  it('a row that is added while pages are read does not shift other pages', async () => {
    const first = await list('itemNo=10')
    const second = rowsOf(await list(`itemNo=10&cursor=${nextOf(first)}`))
    await db.query(
      `insert into newsletter_subscribers (id, email, source, consent_at, consent_text, locale, status, store_code, created_at, updated_at)
       select gen_random_uuid(), 'late@mail.example', source, now(), consent_text, locale, status, store_code, now() + interval '1 year', now() from newsletter_subscribers limit 1`,
    )
    expect(rowsOf(await list(`itemNo=10&cursor=${nextOf(first)}`))).toEqual(second)
    expect(nextOf(await list('itemNo=11'))).not.toBeNull()
    await db.query(`delete from newsletter_subscribers where email = 'late@mail.example'`)
  })

  it.each([
    ['itemNo=201', 'at most 200'],
    ['page=2', 'Unknown parameter'],
    ['status=SUBSCRIBED&source=APP', 'cannot be filtered by source and status together'],
    ['sort_by=email', 'sort_by'],
    ['status.not=BOUNCED', 'Unknown parameter'],
    ['status=BOUNCED&sort_by=consent_at', 'can only be sorted by createdAt'],
    ['createdAt.from=2026-01-01T00:00:00Z&consent_at.to=2026-01-01T00:00:00Z', 'of one field'],
    ['createdAt.from=2026-01-01T00:00:00Z&sort_by=consent_at', 'can only be sorted by createdAt'],
    ['status=', 'needs a value'],
    ['cursor=nonsense', 'another person'],
    ['cursor=', 'another person'],
  ])('%s is refused with a sentence', async (query, sentence) => {
    const refused = await list(query)
    expect(refused.status, refused.text).toBe(400)
    expect((refused.body as { message: string }).message).toContain(sentence)
  })

  it('a cursor of another person, filter, order or search, or a modified one, is refused', async () => {
    const cursor = nextOf(await list('itemNo=5&status=SUBSCRIBED'))!
    expect((await list(`status=SUBSCRIBED&cursor=${cursor}`)).status).toBe(200)
    const changed = `${cursor.slice(0, 20)}${cursor[20] === 'A' ? 'B' : 'A'}${cursor.slice(21)}`
    for (const query of [
      `cursor=${cursor}`,
      `status=BOUNCED&cursor=${cursor}`,
      `status=SUBSCRIBED&sort_order=asc&cursor=${cursor}`,
      `status=SUBSCRIBED&search=a&cursor=${cursor}`,
      `status=SUBSCRIBED&cursor=${changed}`,
    ])
      expect((await list(query)).status, query).toBe(400)
    expect((await list(`status=SUBSCRIBED&cursor=${cursor}`, manager)).status).toBe(400)
  })

  it('a cursor reveals nothing of its row', async () => {
    const page = await list('itemNo=5')
    const text = Buffer.from(nextOf(page)!, 'base64url').toString('latin1')
    expect(text).not.toContain(rowsOf(page).at(-1)!.createdAt.slice(0, 4))
    expect(text).not.toContain(rowsOf(page).at(-1)!.id.slice(0, 8))
  })

  it('a search within a filter finds rows page by page', async () => {
    const found = (await pages('status=SUBSCRIBED&search=PAPADOU&itemNo=2')).flat()
    const expected = (await lines('status=SUBSCRIBED')).rows.filter(({ email }) => email.includes('papadou'))
    expect(expected.length).toBeGreaterThan(3)
    expect(idsOf(found)).toEqual(idsOf(expected))
  })

  it('a partner reads only the rows of their store; a person who sees all stores may filter by store', async () => {
    const code = (
      await db.query<{ code: string }>(
        `select third_party_store_code as code from staff where role = 'THIRD_PARTY_ADMIN' and email = 'store@pitboss.test'`,
      )
    )[0]!.code
    const [own] = await db.query<{ n: number }>(
      'select count(*)::int as n from newsletter_subscribers where store_code = $1::text and erased_at is null',
      [code],
    )
    expect(own!.n).toBeGreaterThan(20)
    expect((await pages('itemNo=5', partner)).flat()).toHaveLength(own!.n)
    expect((await partner.get(`${BASE}/totals`)).body).toMatchObject({ data: { count: own!.n } })
    expect(idsOf((await pages(`store_code=${code}&itemNo=5`)).flat())).toEqual(
      idsOf((await pages('itemNo=5', partner)).flat()),
    )
    const both = (await pages(`store_code=${code},NORTHGATE&itemNo=50`)).flat()
    expect(idsOf(both)).toEqual(idsOf((await lines(`store_code=${code},NORTHGATE`)).rows))
    expect((await list('store_code=NORTHGATE', partner)).body).toMatchObject({ data: [] })
  })

  it('the IP address of the consent is returned without its last part everywhere', async () => {
    const { id } = await row(`consent_ip like '203.%'`)
    const whole = await lines('')
    const addresses = whole.rows.flatMap(({ consent_ip }) => (consent_ip === null ? [] : [consent_ip]))
    expect(addresses.length).toBeGreaterThan(100)
    for (const address of addresses) expect(address).toMatch(/^(?:203\.0\.113\.|2001:db8:[0-9a-f]*::)•••$/)
    expect((await boss.get(`${BASE}/${id}`)).body).toMatchObject({ data: { consent_ip: '203.0.113.•••' } })
  })

  it('unsubscribing sets the state and the time; a second call is refused with the current row', async () => {
    const { id, version } = await row(`status = 'SUBSCRIBED'`)
    const done = await boss.patch(`${BASE}/${id}/unsubscribe`, { reason: 'By phone' }, { ifMatch: version })
    expect(done.body, done.text).toMatchObject({ data: { status: 'UNSUBSCRIBED' } })
    expect((done.body as { data: Subscriber }).data.unsubscribed_at).not.toBeNull()
    const again = await boss.patch(`${BASE}/${id}/unsubscribe`, {}, { ifMatch: version + 1 })
    expect(again.status).toBe(409)
    const bounced = await row(`status = 'BOUNCED'`)
    expect((await boss.patch(`${BASE}/${bounced.id}/unsubscribe`, {}, { ifMatch: bounced.version })).status).toBe(409)
  })

  it('erasing requires the address, replaces it everywhere, and keeps the audit chain valid', async () => {
    const { id, email, version } = await row(`status = 'COMPLAINED' and consent_ip is not null`)
    const writes = createRecordWrites({
      db,
      clock: { now: Date.now },
      lists: createRecordLists(db),
      live: new Proxy({} as Live, { get: () => () => undefined }),
      erasure: createErasureKeys(createKeys(SECRET, nodeCrypto)),
    })
    const origin = { ip: '127.0.0.1', userAgent: null, requestId: 'test' }
    const principal = {
      staffId: id,
      sessionId: id,
      username: 'root',
      role: 'SUPER_ADMIN',
      store: null,
      storeCode: null,
      access: { accessible_pages: ['*'], permissions: [] },
      stores: null,
    }
    const address = 'corrected@mail.example'
    await writes.update(
      SOURCES.newsletterSubscriber,
      id,
      version,
      { columns: { email: { value: address, type: 'text' } }, action: 'update', message: '' },
      { principal, origin, key: null },
    )
    const inAudit = async () =>
      (
        await db.query<{ text: string }>(
          `select (before::text || after::text) as text from audit_events where subject_id = $1::text`,
          [id],
        )
      )
        .map(({ text }) => text)
        .join()
    // Encrypted from the start; readers of the record can read it in the history.
    expect(await inAudit()).not.toContain(address)
    expect(await inAudit()).not.toContain(email)
    const history = async () => (await boss.get(`${BASE}/${id}/history`)).text
    expect(await history()).toContain(address)
    expect(await history()).toContain(email)

    const key = { headers: { 'idempotency-key': `erase-${kind}` } }
    expect(
      (await boss.patch(`${BASE}/${id}/erase`, { email: 'other@mail.example' }, { ifMatch: version + 1 })).body,
    ).toMatchObject({
      errors: { email: ['This is not the e-mail of this subscriber'] },
    })
    const erased = await boss.patch(
      `${BASE}/${id}/erase`,
      { email: address.toUpperCase() },
      { ifMatch: version + 1, ...key },
    )
    expect(erased.status, erased.text).toBe(200)
    expect(erased.text).not.toContain(address)
    expect((await boss.get(`${BASE}/${id}`)).status).toBe(404)
    expect(idsOf((await lines('')).rows)).not.toContain(id)
    const [stored] = await db.query<{ all: string; email: string }>(
      `select n::text as all, email from newsletter_subscribers n where id = $1::uuid`,
      [id],
    )
    expect(stored!.email).toMatch(/^erased:[0-9a-f]{64}$/)
    expect(stored!.all).not.toContain('203.0.113')
    expect(await db.query('select from erasure_keys where record_id = $1::uuid', [id])).toEqual([])
    const everywhere = await db.query<{ n: number }>(
      `select count(*)::int as n from idempotency_keys where data like $1::text`,
      [`%${address}%`],
    )
    expect(everywhere[0]!.n).toBe(0)
    await sealAudit(db, nodeHash)
    expect(await firstBrokenLink(db, nodeHash)).toBeNull()
  })

  it('the same person can subscribe again after the erasure, and be erased again', async () => {
    for (const number of [1, 2]) {
      const id = `01900000-0000-7000-8000-00000000000${number}`
      await db.query(
        `insert into newsletter_subscribers (id, email, source, consent_at, consent_text, locale, status, store_code, created_at, updated_at)
         values ($1::uuid, 'again@mail.example', 'FOOTER', now(), 'Yes', 'en', 'SUBSCRIBED', 'NORTHGATE', now(), now())`,
        [id],
      )
      const erased = await boss.patch(`${BASE}/${id}/erase`, { email: 'again@mail.example' }, { ifMatch: 1 })
      expect(erased.status, erased.text).toBe(200)
    }
  })
})
