/** The cost of open consoles that nobody uses, and the age of the shift status that they receive. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import type { ShiftDetails } from '@contract/entities/shift'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { ANCHOR, testDatabases } from './kit/databases'
import { openIdleConsole, signInAll, type IdleConsole } from './kit/idle-consoles'
import { consoleSocket, opened, pause, type LiveSocket } from './kit/live'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases({ staff: 90, users: 300 })
const HOUR = 3_600_000
const CONSOLES = 60
const MEASURED_MS = 6000
/** Transactions per second, of all processes together. */
const LIMIT = 5

/** Counts statements and transactions on a database. */
function counting(db: Db): { db: Db; count: () => number } {
  let calls = 0
  const query: Db['query'] = (...args) => {
    calls += 1
    return db.query(...args)
  }
  const transaction: Db['transaction'] = (work) => {
    calls += 1
    return db.transaction(work)
  }
  return {
    db: { ...db, query, transaction },
    count: () => calls,
  }
}

describe.each(databases.kinds)('idle consoles on %s', (kind) => {
  let platforms: PitbossServer[] = []
  let consoles: IdleConsole[] = []
  let total: () => number
  beforeAll(async () => {
    const db = await databases.open(kind)
    const processes = (kind === 'PGlite' ? [db] : [db, await databases.again(db)]).map(counting)
    total = () => processes.reduce((sum, each) => sum + each.count(), 0)
    platforms = await Promise.all(processes.map((each) => makePlatform(each.db)))
    const bases = await Promise.all(platforms.map((platform) => platform.start({ port: 0 })))
    const tokens = await signInAll(db, CONSOLES)
    consoles = await Promise.all(tokens.map((token, index) => openIdleConsole(bases[index % bases.length]!, token)))
    // Wait until the cost of connecting is over.
    await pause(2000)
  })
  afterAll(async () => {
    for (const each of consoles) each.close()
    await Promise.all(platforms.map((platform) => platform.close()))
  })

  // `npm run idle` measures the same with 500 consoles, with PostgreSQL's own counts.
  it(`cause less than ${LIMIT} database transactions a second in total, whatever their number`, async () => {
    const [before, answered] = [total(), consoles.map((each) => each.answered)]
    await pause(MEASURED_MS)
    expect((total() - before) / (MEASURED_MS / 1000)).toBeLessThan(LIMIT)
    for (const [index, each] of consoles.entries()) expect(each.answered).toBeGreaterThan(answered[index]!)
  })
})

describe.each(databases.kinds)('the shift status over the socket on %s', (kind) => {
  const clock = createTestClock(ANCHOR + 9.5 * HOUR)
  let db: Db
  /** The socket is connected to the second process, the calls go to the first: two where the database supports them. */
  let platforms: [PitbossServer, PitbossServer]
  let base: string
  let socket: LiveSocket
  let asked = 0

  beforeAll(async () => {
    db = await databases.open(kind)
    const first = await makePlatform(db, { clock })
    platforms = [first, kind === 'PGlite' ? first : await makePlatform(await databases.again(db), { clock })]
    base = await platforms[1].start({ port: 0 })
    if (platforms[0] !== platforms[1]) await platforms[0].start({ port: 0 })
  })
  afterEach(() => void socket.disconnect())
  afterAll(() => Promise.all([...new Set(platforms)].map((platform) => platform.close())))

  async function connected(role: string): Promise<{ client: TestClient; staffId: string }> {
    const client = await signedIn(platforms[0], role)
    socket = await opened(consoleSocket(base, { access_token: client.token, client: 'admin' }))
    return { client, staffId: (await client.get('/api/v1/admin/profile')).body.data.id as string }
  }
  const ask = () =>
    new Promise<ShiftDetails>((resolve) => {
      asked += 1
      const request = asked
      socket.on('shift_handover:user_shift_details_response', (reply) => {
        if (reply.request === request) resolve(reply.data)
      })
      socket.emit('shift_handover:user_shift_details', { request })
    })
  /** Polls for a second, so that a response from before the change would be cached, and then requests the current state. */
  async function aSecondLater(): Promise<ShiftDetails> {
    const ends = performance.now() + 1000
    while (performance.now() < ends) await ask()
    return ask()
  }

  it('reflects changes by another process or directly in the database within a second', async () => {
    const { staffId } = await connected('FINANCE')
    const before = await ask()
    expect(before).toMatchObject({ canStart: true, canEnd: false })
    await db.query(`update shifts set status = 'STARTED', started_at = $2::timestamptz where id = $1::uuid`, [
      before.shiftId,
      new Date(clock.now()).toISOString(),
    ])
    expect(await aSecondLater()).toMatchObject({ canStart: false, canEnd: true, shiftId: before.shiftId })
    await db.query('delete from shifts where staff_id = $1::uuid', [staffId])
    expect(await aSecondLater()).toMatchObject({ canStart: false, canEnd: false, shiftId: null })
  })

  it('follows the clock within a second, both when a shift can be started and when it no longer can', async () => {
    const { staffId } = await connected('RISK')
    const [template, shift] = [crypto.randomUUID(), crypto.randomUUID()]
    const inMinutes = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString()
    await db.query('delete from shifts where staff_id = $1::uuid', [staffId])
    await db.query(
      `insert into shift_templates (id, name, start_time, end_time, early_start_minutes, created_at, updated_at)
       values ($1::uuid, 'Short', '10:00', '10:10', 0, now(), now())`,
      [template],
    )
    await db.query(
      `insert into shifts (id, shift_template_id, staff_id, starts_at, ends_at, created_at, updated_at)
       values ($1::uuid, $2::uuid, $3::uuid, $4::timestamptz, $5::timestamptz, now(), now())`,
      [shift, template, staffId, inMinutes(3), inMinutes(6)],
    )
    expect(await aSecondLater()).toMatchObject({ canStart: false, shiftId: null })
    clock.advance(4 * 60_000)
    expect(await aSecondLater()).toMatchObject({ canStart: true, shiftId: shift })
    clock.advance(3 * 60_000)
    expect(await aSecondLater()).toMatchObject({ canStart: false, shiftId: null })
  })

  it('never returns a state from before a toggle whose response the console has received, whichever process handled it', async () => {
    const { client } = await connected('ADMIN')
    const wrong: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const { shiftId, canStart } = await ask()
      if (shiftId === null) break
      const answer = await client.patch(`/api/v1/admin-shift/status/${shiftId}`)
      expect(answer.status).toBe(200)
      const told = await ask()
      if (JSON.stringify(told) !== JSON.stringify(answer.body.data) || told.canEnd !== canStart) wrong.push(round)
      clock.advance(SHIFT_TOGGLE_WINDOW_MS + 1)
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(0)
  })
})
