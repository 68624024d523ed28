/** What waits for rails in the demo from the beginning: its sandboxes get it, little by little. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDemoOrders } from '@server/db/demo-orders'
import { nodeHash } from '@server/node/crypto'
import { checkLedger } from '@server/platform/modules/ledger/check'
import type { Db } from '@server/platform/ports/db'
import { startDemoSandbox, type DemoSandbox } from '@server/sandbox/demo'
import type { PitbossServer } from '@server/server'
import { eventually } from './kit/acting'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()

interface Waiting {
  attempt: string
  of: string
  topic: string
  minutes: number
}

describe.each(databases.everyKind)('orders of the demo on %s', (kind) => {
  let db: Db
  let owner: Db
  let sandbox: DemoSandbox
  let platform: PitbossServer
  let waiting: Waiting[]

  beforeAll(async () => {
    db = await databases.open(kind)
    owner = await databases.asOwner(db)
    sandbox = await startDemoSandbox(null)
    await sendDemoOrders(db)
    waiting = await db.query<Waiting>(
      `select a.id::text as attempt, a.order_type || ' ' || a.state as "of", o.topic,
         round(extract(epoch from o.due_at - clock_timestamp()) / 60)::int as minutes
       from rail_attempts a join outbox o on o.payload->>'attempt' = a.id::text order by o.due_at`,
    )
    platform = await makePlatform(db, { rails: sandbox.rails, railsCheckedMs: null })
    sandbox.tellsTo(await platform.start({ port: 0 }))
  })
  afterAll(async () => {
    await platform.close()
    await sandbox.close()
  })

  it('each has one message, also after another start', async () => {
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from rail_attempts where state in ('QUEUED', 'ACCEPTED')`,
    )
    expect(waiting.map(({ attempt }) => attempt).toSorted()).toEqual([
      ...new Set(waiting.map(({ attempt }) => attempt).toSorted()),
    ])
    expect(waiting.length).toBe(row!.n)
    expect(await sendDemoOrders(db)).toBe(0)
  })

  it('none goes in the first minute, and of each kind and state one stays for hours', () => {
    expect(Math.min(...waiting.map(({ minutes }) => minutes))).toBeGreaterThanOrEqual(1)
    for (const of of ['withdrawal ACCEPTED', 'platform_deposit QUEUED', 'platform_withdrawal QUEUED']) {
      const minutes = waiting.filter((each) => each.of === of).map((each) => each.minutes)
      expect(Math.max(...minutes), of).toBeGreaterThan(400)
    }
  })

  it('those that wait are carried out or fail, and the others become unknown', async () => {
    const sent = waiting.filter(({ topic }) => topic === 'railCall').map(({ attempt }) => attempt)
    const asked = waiting.filter(({ topic }) => topic === 'railLookup').map(({ attempt }) => attempt)
    await owner.query('update outbox set due_at = clock_timestamp() where delivered_at is null')
    const states = (ids: string[]) =>
      db.query<{ state: string; status: string; waits: string | null }>(
        `select a.state, coalesce(l.status, r.status, w.status, c.status) as status, (select o.last_error from outbox o
             where o.payload->>'attempt' = a.id::text and o.topic = 'railCall' and o.delivered_at is null) as waits
         from rail_attempts a left join platform_deposits l on l.id = a.order_id left join platform_withdrawals r on r.id = a.order_id
           left join withdrawals w on w.id = a.order_id left join crypto_withdrawals c on c.id = a.order_id where a.id = any($1::uuid[])`,
        [ids],
      )
    // A user of the demo may have been excluded since the request: staff reject it.
    const ended = await eventually(async () => {
      const rows = (await states(sent)).filter(({ waits }) => waits !== 'the user may not play')
      return rows.every(({ state }) => state === 'DONE' || state === 'FAILED') ? rows : undefined
    })
    expect(ended.length).toBeGreaterThan(3)
    expect(ended.filter(({ state, status }) => status !== (state === 'DONE' ? 'COMPLETED' : 'FAILED'))).toEqual([])
    const unknown = await eventually(async () => {
      const rows = await states(asked)
      return rows.every(({ state }) => state === 'UNKNOWN') ? rows : undefined
    })
    expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set(['UNKNOWN']))
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })
})
