/** Fixed rates of coins (money, COIN_RATE): what the database refuses, whatever the server sends it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import { sqlState, type Db } from '@server/platform/ports/db'
import { DEMO_PASSWORD } from '@server/db/demo'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const COINS = '/api/v1/admin-crypto-coin'
const APPROVALS = '/api/v1/admin/profile/approvals'

describe.each(databases.everyKind)('fixed rates of coins on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let finance: TestClient
  let second: TestClient
  const clock = createTestClock()

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db, { clock })
    finance = await signedIn(platform, 'FINANCE')
    second = await signedIn(platform, 'FINANCE', 1)
    await second.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
  })
  afterAll(() => platform.close())

  /** A coin of the demo that no test has used. */
  const used = new Set<string>()
  async function coin(source: 'FIXED' | 'FEED'): Promise<string> {
    const rows = await db.query<{ id: string }>(
      'select id::text as id from crypto_coins where rate_source = $1::text order by id',
      [source],
    )
    const id = rows.map((row) => row.id).find((each) => !used.has(each))!
    used.add(id)
    return id
  }
  const read = async (id: string) => (await finance.get(`${COINS}/${id}`)).body.data
  const rateOf = async (id: string) => {
    const { rate_source, fixed_rate, awaits_approval } = await read(id)
    return [rate_source, fixed_rate, awaits_approval]
  }
  async function ask(id: string, fixed_rate: string) {
    const answer = await finance.patch(
      `${COINS}/${id}/set-rate`,
      { fixed_rate, reason: 'Test' },
      { ifMatch: (await read(id)).version },
    )
    expect(answer.body.message, answer.text).toBe('Sent for approval')
    return (await second.get(`${APPROVALS}?about=${id}`)).body.data[0] as { id: string; version: number }
  }
  const decide = async ({ id, version }: { id: string; version: number }, verb: 'approve' | 'reject') =>
    second.patch(`${APPROVALS}/${id}/${verb}`, verb === 'reject' ? { reason: 'No' } : {}, {
      headers: { 'idempotency-key': randomUUID() },
      ifMatch: version,
    })
  /** What a statement about a coin is refused for. */
  const written = (id: string, set: string) =>
    db.query(`update crypto_coins set ${set} where id = $1::uuid`, [id]).then(
      () => 'accepted',
      (error: unknown) => sqlState(error)?.constraint ?? String(error),
    )

  it('a fixed rate changes only to the one that was approved, and once', async () => {
    const id = await coin('FIXED')
    expect(await written(id, 'fixed_rate = 7')).toBe('rate_unapproved')
    expect(await written(id, 'requested_rate = 7')).toBe('rate_unapproved')
    const approval = await ask(id, '1.5')
    expect(await written(id, 'fixed_rate = 1.5')).toBe('rate_unapproved')
    expect((await decide(approval, 'approve')).body.data?.status).toBe('APPROVED')
    expect(await rateOf(id)).toEqual(['FIXED', '1.5', false])
    for (const set of ['fixed_rate = 7', 'requested_rate = 7', 'requested_rate = 7, fixed_rate = 7'])
      expect(await written(id, set), set).toBe('rate_unapproved')
    expect(await rateOf(id)).toEqual(['FIXED', '1.5', false])
  })

  it('a coin that follows the feed gets a fixed rate in no other way, and a person alone may end one', async () => {
    const id = await coin('FEED')
    expect(await written(id, `rate_source = 'FIXED', fixed_rate = 3`)).toBe('rate_unapproved')
    await decide(await ask(id, '3'), 'approve')
    expect(await rateOf(id)).toEqual(['FIXED', '3', false])
    expect(await written(id, `rate_source = 'FEED', fixed_rate = null`)).toBe('accepted')
    expect(await written(id, `rate_source = 'FIXED', fixed_rate = 3`)).toBe('rate_unapproved')
  })

  it('another rate than the one that its approver saw cancels the request, and a rejected rate never applies', async () => {
    const id = await coin('FIXED')
    const approval = await ask(id, '1.25')
    expect(await written(id, 'requested_rate = 9000')).toBe('accepted')
    expect((await decide(approval, 'approve')).status).toBe(409)
    expect(await written(id, 'fixed_rate = 9000')).toBe('rate_unapproved')
    expect((await decide(await ask(id, '1.75'), 'reject')).body.data?.status).toBe('REJECTED')
    expect(await written(id, 'fixed_rate = 1.75')).toBe('rate_unapproved')
    expect(await rateOf(id)).toEqual(['FIXED', '1', false])
  })

  it('whoever cancels a request by a plain change of the coin is named to its requester', async () => {
    const id = await coin('FIXED')
    await ask(id, '1.125')
    const { version } = await read(id)
    const changed = await second.patch(
      `${COINS}/${id}/disable-withdrawals`,
      { reason: 'Maintenance' },
      { ifMatch: version },
    )
    expect(changed.status, changed.text).toBe(200)
    expect(await rateOf(id)).toEqual(['FIXED', '1', false])
    await expect
      .poll(async () => (await finance.get('/api/v1/admin-notification')).body.data[0]?.description, {
        timeout: 10_000,
      })
      .toMatch(/^finance2 changed what was to be approved: Set the rate of/)
  })
})
