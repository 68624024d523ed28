/** When withdrawals, loads and redeems are due (money, Records): by the level of the user, or within the minutes of the platforms. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { platformDeposit } from '@contract/records/money/platform-deposit'
import { PLATFORM_REQUEST_MINUTES } from '@contract/records/money/platform-request'
import { platformWithdrawal } from '@contract/records/money/platform-withdrawal'
import { AT_RISK_FROM } from '@contract/records/queue'
import type { Db } from '@server/platform/ports/db'
import type { PitbossServer } from '@server/server'
import { actingOn } from './kit/acting'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const LEVEL_MINUTES = 240
/** Longer than a test takes, and shorter than every limit. */
const NEAR = 0.5

interface Row {
  id: string
  requested_at: string
  due_at: string | null
  sla_state: string | null
  waiting: { from: string; until: string | null } | null
}
const QUEUES = [
  { record: manualWithdrawal, table: 'withdrawals', status: 'PENDING', minutes: LEVEL_MINUTES },
  { record: platformDeposit, table: 'platform_deposits', status: 'REQUESTED', minutes: PLATFORM_REQUEST_MINUTES },
  { record: platformWithdrawal, table: 'platform_withdrawals', status: 'REQUESTED', minutes: PLATFORM_REQUEST_MINUTES },
] as const

describe.each(databases.everyKind)('due times on %s', (kind) => {
  let db: Db
  let owner: Db
  let platform: PitbossServer
  let manager: TestClient

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    platform = await makePlatform(db)
    manager = await signedIn(platform, 'MANAGER')
    await owner.query('update user_levels set payout_sla_minutes = $1::int', [LEVEL_MINUTES])
  })
  afterAll(() => platform.close())

  /** What was requested never changes otherwise. */
  async function requestedAgo(table: string, id: string, minutes: number): Promise<void> {
    await owner.query(`alter table ${table} disable trigger ${table}_change`)
    await owner.query(
      `update ${table} set requested_at = clock_timestamp() - make_interval(secs => $2::float8) where id = $1::uuid`,
      [id, minutes * 60],
    )
    await owner.query(`alter table ${table} enable trigger ${table}_change`)
  }
  /** A row as the list has it. */
  const inList = async (base: string, status: string, id: string): Promise<Row> => {
    const { data } = (await manager.get(`/api/v1/${base}?status=${status}&itemNo=200`)).body as { data: Row[] }
    return data.find((row) => row.id === id)!
  }
  const someOf = async (base: string, status: string) =>
    ((await manager.get(`/api/v1/${base}?status=${status}&itemNo=1`)).body.data as Row[])[0]!

  it.each(QUEUES.map((queue) => [queue.record.name, queue] as const))(
    '%s: a row is at risk and late from its time on, and not before',
    async (_name, { record: { base }, table, status, minutes }) => {
      const { id } = await someOf(base, status)
      for (const [ago, state] of [
        [minutes * AT_RISK_FROM - NEAR, 'ON_TRACK'],
        [minutes * AT_RISK_FROM + NEAR, 'AT_RISK'],
        [minutes - NEAR, 'AT_RISK'],
        [minutes + NEAR, 'BREACHED'],
      ] as const) {
        await requestedAgo(table, id, ago)
        const row = await inList(base, status, id)
        expect(row.sla_state, `${ago} of ${minutes} minutes`).toBe(state)
        expect((Date.parse(row.due_at!) - Date.parse(row.requested_at)) / 60_000).toBe(minutes)
        expect(row.waiting).toEqual({ from: row.requested_at, until: null })
      }
    },
  )

  it('a withdrawal of a level with another limit is due by that', async () => {
    const { base } = manualWithdrawal
    const { id } = await someOf(base, 'PENDING')
    await requestedAgo('withdrawals', id, 30 + NEAR)
    const limit = (minutes: number) =>
      owner.query(
        `update user_levels l set payout_sla_minutes = $2::int from withdrawals w join users u on u.id = w.user_id
         where w.id = $1::uuid and l.id = u.user_level_id`,
        [id, minutes],
      )
    await limit(30)
    expect((await inList(base, 'PENDING', id)).sla_state).toBe('BREACHED')
    await limit(LEVEL_MINUTES)
    expect((await inList(base, 'PENDING', id)).sla_state).toBe('ON_TRACK')
  })

  it('a withdrawal on hold is not due; once it is resumed, it has waited since its request', async () => {
    const { base } = manualWithdrawal
    const { done } = actingOn(`/api/v1/${base}`)
    const { id } = await someOf(base, 'PENDING')
    await requestedAgo('withdrawals', id, LEVEL_MINUTES + NEAR)
    await done(manager, id, 'hold', { reason: 'The second account' })
    const held = await inList(base, 'ON_HOLD', id)
    expect(held).toMatchObject({ due_at: null, sla_state: null })
    expect(held.waiting!.until).not.toBeNull()
    await done(manager, id, 'resume', { reason: 'Answered' })
    const resumed = await inList(base, 'PENDING', id)
    expect(resumed).toMatchObject({ sla_state: 'BREACHED', waiting: { from: resumed.requested_at, until: null } })
  })

  it('what a rail carries out is not due, and what is decided is not either', async () => {
    for (const [base, status] of [
      [platformDeposit.base, 'QUEUED'],
      [platformDeposit.base, 'COMPLETED'],
      [platformWithdrawal.base, 'PROCESSING'],
      [manualWithdrawal.base, 'APPROVED'],
      [manualWithdrawal.base, 'COMPLETED'],
    ] as const)
      expect(await someOf(base, status), `${base} ${status}`).toMatchObject({ due_at: null, sla_state: null })
  })

  it.each(['fail', 'reject'])('a load that staff %s is not due any more', async (action) => {
    const { base } = platformDeposit
    const { id } = await someOf(base, 'REQUESTED')
    await actingOn(`/api/v1/${base}`).done(manager, id, action, { reason_code: 'OTHER' })
    expect((await manager.get(`/api/v1/${base}/${id}`)).body.data).toMatchObject({ due_at: null, sla_state: null })
  })
})
