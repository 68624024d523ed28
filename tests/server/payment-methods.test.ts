/** Accounts of payment methods (money, payment method): what the database refuses, whatever the server sends it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import { sqlState, type Db } from '@server/platform/ports/db'
import { DEMO_PASSWORD } from '@server/db/demo'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const METHODS = '/api/v1/admin-setting/payment-methods'
const APPROVALS = '/api/v1/admin/profile/approvals'

describe.each(databases.everyKind)('the account of a payment method on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let requester: TestClient
  let second: TestClient
  let id: string

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    requester = await signedIn(platform, 'SUPER_ADMIN')
    second = await signedIn(platform, 'ADMIN')
    await second.post('/api/v1/admin-two-fa/step-up', { password: DEMO_PASSWORD })
    ;[{ id }] = (await db.query<{ id: string }>(`select id::text as id from payment_methods where name = 'PIX'`)) as [
      { id: string },
    ]
  })
  afterAll(() => platform.close())

  const read = async () => (await requester.get(`${METHODS}/${id}`)).body.data
  const account = async () => {
    const { account_label, qr_text, fee_fixed, fee_percent } = await read()
    return [account_label, qr_text, fee_fixed, fee_percent]
  }
  /** Asks for a change. @returns the request, as somebody else reads it */
  async function ask(change: object) {
    const answer = await requester.patch(
      `${METHODS}/${id}/set-account`,
      { ...change, reason: 'Test' },
      { headers: { 'idempotency-key': randomUUID() }, ifMatch: (await read()).version },
    )
    expect(answer.body.message, answer.text).toBe('Sent for approval')
    return (await second.get(`${APPROVALS}?about=${id}`)).body.data[0] as { id: string; version: number }
  }
  const decide = (approval: { id: string; version: number }, verb: 'approve' | 'reject') =>
    second.patch(`${APPROVALS}/${approval.id}/${verb}`, verb === 'reject' ? { reason: 'No' } : {}, {
      headers: { 'idempotency-key': randomUUID() },
      ifMatch: approval.version,
    })
  /** What a statement about the method is refused for. */
  const written = (set: string) =>
    db.query(`update payment_methods set ${set} where id = $1::uuid`, [id]).then(
      () => 'accepted',
      (error: unknown) => sqlState(error)?.constraint ?? String(error),
    )
  const CHANGES = ["account_label = 'Mine'", "qr_text = 'mine'", 'fee_fixed = 9', 'fee_percent = 9', 'qr_text = null']

  it('does not change without an approval, while one waits, and after a rejection', async () => {
    const before = await account()
    for (const set of CHANGES) expect(await written(set), set).toBe('account_unapproved')
    const approval = await ask({ account_label: 'Mine' })
    for (const set of CHANGES) expect(await written(set), set).toBe('account_unapproved')
    expect((await decide(approval, 'reject')).status).toBe(200)
    for (const set of CHANGES) expect(await written(set), set).toBe('account_unapproved')
    expect(await account()).toEqual(before)
    expect(await written("instructions = 'New'")).toBe('accepted')
  })

  it('becomes what was approved, and nothing else; what the request leaves out stays, and what it empties is empty', async () => {
    const [label] = await account()
    expect((await decide(await ask({ qr_text: null, fee_percent: '1.25' }), 'approve')).status).toBe(200)
    expect(await account()).toEqual([label, null, '0.50', '1.25'])
    for (const set of ["account_label = 'Mine'", 'fee_percent = 9', "qr_text = 'mine'"])
      expect(await written(set), set).toBe('account_unapproved')
    expect((await decide(await ask({ account_label: 'A new one', fee_fixed: '' }), 'approve')).status).toBe(200)
    expect(await account()).toEqual(['A new one', null, null, '1.25'])
  })
})
