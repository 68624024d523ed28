/** Previews of actions on money: what they leave behind, what they tell to whom, and what they refuse. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '@server/platform/ports/db'
import type { PitbossServer } from '@server/server'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const TABLES = [
  'approvals',
  'approval_decisions',
  'adjustments',
  'transfers',
  'user_bonuses',
  'audit_events',
  'outbox',
  'notifications',
] as const

describe.each(databases.everyKind)('previews of actions on money on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let finance: TestClient
  let user: { id: string; name: string; cash: string }

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    platform = await makePlatform(db, { clock: createTestClock() })
    finance = await signedIn(platform, 'FINANCE')
    const [found] = await db.query<typeof user>(
      `select id::text as id, first_name || ' ' || last_name as name, cash_balance::text as cash from users
       where store = 'NORTHGATE' and not is_deleted and account_status = 'ACTIVE' order by id limit 1`,
    )
    user = found!
  })
  afterAll(() => platform.close())

  const adjust = (by: TestClient, body: object) => by.post(`/api/v1/users/${user.id}/adjust/preview`, body)
  const counts = async () => {
    const each = TABLES.map((name) => `select '${name}' as name, count(*)::int as count from ${name}`)
    const rows = await owner.query<{ name: string; count: number }>(each.join(' union all '))
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }

  it('leave nothing behind: no request, no decision, no transfer, no audit entry and no notification', async () => {
    const before = await counts()
    const { status, text, body } = await adjust(finance, { direction: 'UP', account: 'CASH', amount: '40' })
    expect(status, text).toBe(200)
    expect(body.data.accounts).toEqual([
      {
        user: user.name,
        account: 'CASH',
        currency: 'USD',
        before: user.cash,
        after: (Number(user.cash) + 40).toFixed(2),
        change: '40.00',
      },
    ])
    expect(body.data).toMatchObject({
      amount: '40.00',
      approvers: 1,
      alone_up_to: null,
      one_up_to: '500.00',
      problem: null,
    })
    expect(body.data.deciders).toBeGreaterThan(0)
    expect(await counts()).toEqual(before)
  })

  it('tell why a request could not take effect now', async () => {
    const amount = (Number(user.cash) + 0.01).toFixed(2)
    const { text, body } = await adjust(finance, { direction: 'DOWN', account: 'CASH', amount })
    expect(body.data, text).toMatchObject({ amount, accounts: [], problem: expect.stringContaining('less cash') })
  })

  it('tell that too few people may approve it', async () => {
    const { body } = await adjust(finance, { direction: 'UP', account: 'CASH', amount: '9000000' })
    expect(body.data).toMatchObject({ accounts: [], approvers: 2, needs_step_up: true, problem: null })
    expect(body.data.deciders).toBeLessThan(2)
  })

  it('need the right to the action, whatever subject that is of', async () => {
    const lead = await signedIn(platform, 'SUPPORT_LEAD')
    expect((await adjust(lead, { direction: 'UP', account: 'CASH', amount: '40' })).status).toBe(403)
  })

  it('tell no balance and no name to people who may not read users', async () => {
    const entries = ['read', 'update'].map((action) => ({ action, subject: 'JackpotRecords', fields: ['*'] }))
    const [jackpot] = await db.query<{ id: string; amount: string; name: string }>(
      `select j.id::text as id, j.amount::text as amount, p.first_name || ' ' || p.last_name as name
       from jackpot_records j join users p on p.id = j.user_id where j.status = 'CONFIRMED' order by j.id limit 1`,
    )
    expect(jackpot, 'the demo has a confirmed jackpot').toBeDefined()
    await owner.query(`update permission_sets set entries = $1::jsonb where 'RISK' = any (assigned_roles)`, [
      JSON.stringify(entries),
    ])
    const risk = await signedIn(platform, 'RISK')
    const { status, text, body } = await risk.post(`/api/v1/jackpot-record/${jackpot!.id}/pay/preview`, {})
    expect(status, text).toBe(200)
    expect(body.data.accounts).toEqual([
      expect.objectContaining({ account: 'CASH', before: null, after: null, change: jackpot!.amount }),
    ])
    expect(text).not.toContain(jackpot!.name)
  })

  it('name the own limit of whoever acts alone above it', async () => {
    const manager = await signedIn(platform, 'MANAGER')
    const [grant] = await db.query<{ id: string; expires: string }>(
      `select id::text as id, (expires_at + interval '3 days')::date::text || 'T00:00:00Z' as expires from user_bonuses
       where status = 'ACTIVE' and expires_at > now() + interval '1 day' and amount between 20.01 and 100 order by id limit 1`,
    )
    expect(grant, 'the demo has an active grant of at most 100').toBeDefined()
    await owner.query(
      `update permission_sets set approval_limits = '[{"policy":"BONUS","up_to":"20.00"}]' where 'MANAGER' = any (assigned_roles)`,
    )
    const { status, body } = await manager.post(`/api/v1/admin-bonus/history/${grant!.id}/extend/preview`, {
      until: grant!.expires,
    })
    expect([status, body.message]).toEqual([
      403,
      'This is above your own limit of 20.00. Ask somebody with a higher one.',
    ])
  })
})
