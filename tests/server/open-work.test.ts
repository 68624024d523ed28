import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const STAFF = '/api/v1/admin'

describe.each(databases.kinds)('the open work of a disabled account on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
  })
  afterAll(() => platform.close())

  /** An agent of the demo who is enabled, by a number. */
  const agent = async (number: number) => {
    const { body } = await boss.get(`${STAFF}?itemNo=200&role=SUPPORT_AGENT,SUPPORT_LEAD,MANAGER&is_deleted=false`)
    return body.data[number] as { id: string; version: number }
  }
  const tickets = async () => (await boss.get('/api/v1/support-ticket?itemNo=200&status=OPEN,NEW,PENDING')).body.data
  const assign = ({ id, version }: { id: string; version: number }, assignee: string | null) =>
    boss.patch(`/api/v1/support-ticket/assignee/${id}`, { assignee }, { ifMatch: version })
  const heldBy = async (id: string) =>
    (
      await db.query<{ n: number }>(
        `select ((select count(*) from support_tickets where assignee_id = $1::uuid and status not in ('RESOLVED', 'CLOSED'))
          + (select count(*) from chats where assignee_id = $1::uuid and status <> 'CLOSED'))::int as n`,
        [id],
      )
    )[0]!.n

  it('a ticket that is assigned at the same moment stays with nobody who cannot work on it, in each of ten rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, version } = await agent(0)
      const free = (await tickets()).filter((row: { assignee: { id: string } | null }) => row.assignee?.id !== id)
      const disable = () => boss.patch(`${STAFF}/${id}`, { is_deleted: true }, { ifMatch: version })
      const [first, second] = round % 2 ? [free[0], free[1]] : [free[1], free[0]]
      const answers = await Promise.all([assign(first, id), disable(), assign(second, id)])
      expect(answers[1]!.status).toBe(200)
      for (const { status } of [answers[0]!, answers[2]!]) expect([200, 422]).toContain(status)
      expect(await heldBy(id)).toBe(0)
      await boss.patch(`${STAFF}/${id}`, { is_deleted: false }, { ifMatch: answers[1]!.body.data.version })
    }
  })

  it('the running shift ends, and the list of staff shows it', async () => {
    const { id } = await agent(1)
    await db.query(
      `update shifts set status = 'STARTED', started_at = now() where id = (select id from shifts where staff_id = $1::uuid and status = 'SCHEDULED' limit 1)`,
      [id],
    )
    const before = (await boss.get(`${STAFF}/${id}`)).body.data
    expect(before.on_shift).toBe(true)
    const preview = await boss.post(`${STAFF}/${id}/preview`, {})
    expect(preview.body.data.shift).toBe(before.current_shift)
    const { body } = await boss.patch(`${STAFF}/${id}`, { is_deleted: true }, { ifMatch: before.version })
    expect([body.data.on_shift, body.data.current_shift]).toEqual([false, null])
    const [shift] = await db.query<{ status: string }>(
      `select status from shifts where staff_id = $1::uuid and status = 'AUTO_CLOSED'`,
      [id],
    )
    expect(shift?.status).toBe('AUTO_CLOSED')
  })
})
