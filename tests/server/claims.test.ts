import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLAIM_MINUTES } from '@contract/records/claims'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const BASE = '/api/v1/admin-docs-verification'
const HOUR = 3_600_000

describe.each(databases.everyKind)('claims on %s', (kind) => {
  let db: Db
  /** Two processes where the database supports them. The clock of the second is an hour ahead. */
  let platforms: [PitbossServer, PitbossServer]
  let boss: TestClient
  let lead: TestClient
  let id: string
  let version: number
  /** A record with a short history: a history shows its newest entries by the clocks of the processes that wrote them. */
  let another: string

  beforeAll(async () => {
    db = await databases.open(kind)
    const first = await makePlatform(db)
    const ahead = createTestClock(Date.now() + HOUR)
    platforms = [first, kind === 'PGlite' ? first : await makePlatform(await databases.again(db), { clock: ahead })]
    boss = await signedIn(platforms[0], 'SUPER_ADMIN')
    lead = await signedIn(platforms[1], 'SUPPORT_LEAD')
    const { body } = await boss.get(`${BASE}?status=PENDING&itemNo=2`)
    ;({ id, version } = body.data[0])
    another = body.data[1].id
  })
  afterAll(() => Promise.all([...new Set(platforms)].map((platform) => platform.close())))

  const claim = (client: TestClient, body: object = {}, of = id) => client.patch(`${BASE}/${of}/claim`, body)
  const release = (client: TestClient, of = id) => client.patch(`${BASE}/${of}/release`, {})
  const signOut = (client: TestClient) => client.auth('signout', { callbackUrl: '/', json: true })
  const holder = async (of = id) =>
    (
      await db.query<{ by: string | null }>('select claimed_by::text as by from user_documents where id = $1::uuid', [
        of,
      ])
    )[0]!.by

  it('of two people at the same moment, in two processes, only one gets it, in each of thirty rounds', async () => {
    for (let round = 0; round < 30; round += 1) {
      const people = round % 2 ? [boss, lead] : [lead, boss]
      const answers = await Promise.all(people.map((client) => claim(client)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const [won, lost] = [answers.find(({ status }) => status === 200)!, answers.find(({ status }) => status === 409)!]
      expect(lost.body.current.claimed_by).toEqual(won.body.data.claimed_by)
      expect(await holder()).toBe(won.body.data.claimed_by.id)
      expect((await release(people[answers.indexOf(won)]!)).status).toBe(200)
    }
  })

  it('leases follow the database’s clock: a process whose clock is an hour ahead grants no longer ones, and does not treat valid ones as expired', async () => {
    expect((await claim(boss)).status).toBe(200)
    expect((await claim(lead)).status).toBe(409)
    const [row] = await db.query<{ seconds: number }>(
      'select extract(epoch from claim_until - now())::float8 as seconds from user_documents where id = $1::uuid',
      [id],
    )
    expect(row!.seconds).toBeGreaterThan(CLAIM_MINUTES * 60 - 20)
    expect(row!.seconds).toBeLessThanOrEqual(CLAIM_MINUTES * 60)
    await release(boss)
    const { body } = await claim(lead)
    expect(Math.abs(Date.parse(body.data.claim_until) - Date.now() - CLAIM_MINUTES * 60_000)).toBeLessThan(20_000)
    await release(lead)
  })

  it('end when the person signs out of their last session, and colleagues are notified; another session keeps them', async () => {
    const [desk, laptop] = [await signedIn(platforms[0], 'RISK'), await signedIn(platforms[0], 'RISK')]
    expect((await claim(desk, {}, another)).status).toBe(200)
    const mine = await holder(another)
    await signOut(laptop)
    expect(await holder(another)).toBe(mine)
    await signOut(desk)
    expect(await holder(another)).toBeNull()
    const { body } = await boss.get(`${BASE}/${another}/history`)
    expect(body.data).toContainEqual(expect.objectContaining({ action: 'release', by: { id: mine, username: 'risk' } }))
    expect((await claim(lead, {}, another)).status).toBe(200)
    await release(lead, another)
  })

  it('a decision and a take-over at the same moment: only the first one succeeds', async () => {
    for (let round = 0; round < 10; round += 1) {
      expect((await claim(boss)).status).toBe(200)
      const body = { reason_codes: ['BLURRED'] }
      const [decided, taken] = await Promise.all([
        boss.patch(`${BASE}/${id}/ask-again`, body, { ifMatch: version }),
        claim(lead, { note: 'The same moment' }),
      ])
      expect(taken.status).toBe(200)
      expect([200, 409]).toContain(decided.status)
      const [row] = await db.query<{ status: string; version: number }>(
        'select status, version from user_documents where id = $1::uuid',
        [id],
      )
      expect(row!.status).toBe(decided.status === 200 ? 'RESUBMIT_REQUIRED' : 'PENDING')
      expect(await holder()).toBe(taken.body.data.claimed_by.id)
      await release(lead)
      await db.query(`update user_documents set status = 'PENDING' where id = $1::uuid`, [id])
      version = row!.version
    }
  })
})
