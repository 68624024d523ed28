/** The outbox: delivery after the commit, by one of several processes, repeated until it succeeds. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { backoffSeconds, enqueue, lease, markDelivered, purgeOutbox } from '@server/platform/modules/outbox/messages'
import { startOutbox, type Outbox, type OutboxOptions, type Receiver } from '@server/platform/modules/outbox/worker'
import { signedIn } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()

describe.each(databases.everyKind)('the outbox on %s', (kind) => {
  let db: Db
  /** The connections of a second process, where the database supports one. */
  let second: Db
  let agentId: string
  let workers: Outbox[] = []
  let platforms: PitbossServer[] = []
  let errors: string[] = []

  beforeAll(async () => {
    db = await databases.open(kind)
    second = kind === 'PGlite' ? db : await databases.again(db)
    const [agent] = await db.query<{ id: string }>(
      `select id::text as id from staff where role = 'SUPPORT_AGENT' order by id limit 1`,
    )
    agentId = agent!.id
  })
  beforeEach(async () => {
    errors = []
    await db.query('delete from outbox')
  })
  afterEach(async () => {
    await Promise.all(
      [...workers.splice(0), ...platforms.splice(0)].map((each) => ('stop' in each ? each.stop() : each.close())),
    )
  })

  const message = (name: string) => ({
    staff_ids: [agentId],
    at: Date.now(),
    what: {
      keyword: 'TICKET_ASSIGNED' as const,
      keywordId: randomUUID(),
      eventKey: name,
      title: 'Ticket assigned to you',
      description: name,
    },
  })
  const add = (name: string) => db.transaction((tx) => enqueue(tx, 'notification', message(name)))
  const nothing = () => Promise.resolve()
  const work = (on: Db, notification: Receiver<'notification'>, more: Partial<OutboxOptions> = {}) => {
    const worker = startOutbox({
      db: on,
      receivers: {
        notification,
        approvalCancelled: nothing,
        railCall: nothing,
        railLookup: nothing,
        depositAddress: nothing,
        depositLookup: nothing,
        coinQuote: nothing,
        railEvent: nothing,
      },
      onError: (error) => void errors.push(String(error)),
      pollMs: 50,
      idlePollMs: 100,
      ...more,
    })
    workers.push(worker)
    return worker
  }
  const undelivered = async () =>
    (await db.query<{ n: number }>('select count(*)::int as n from outbox where delivered_at is null'))[0]!.n
  const rowOf = async (id: string) =>
    (
      await db.query<{ attempts: number; error: string | null; wait: number; delivered: boolean; leased: boolean }>(
        `select attempts, last_error as error, extract(epoch from due_at - clock_timestamp())::float8 as wait,
           delivered_at is not null as delivered, lease is not null as leased from outbox where id = $1::uuid`,
        [id],
      )
    )[0]!
  /** As if the lease had ended: its process has died. */
  const endLeases = () => db.query('update outbox set due_at = clock_timestamp() where delivered_at is null')

  it('has a message only if the transaction of its change is committed', async () => {
    const seen: string[] = []
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, 'notification', message('rolled back'))
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await add('committed')
    work(db, async ({ payload }) => void seen.push(payload.what.eventKey))
    await expect.poll(undelivered).toBe(0)
    expect(seen).toEqual(['committed'])
  })

  it('gives each message to one of two workers', async () => {
    const seen: string[] = []
    const by = [0, 0]
    for (let index = 0; index < 200; index += 1) await add(`message ${index}`)
    for (const [index, on] of [db, second].entries())
      work(on, async ({ id }) => {
        seen.push(id)
        by[index]! += 1
        await pause(1)
      })
    await expect.poll(undelivered, { timeout: 20_000 }).toBe(0)
    expect([seen.length, new Set(seen).size]).toEqual([200, 200])
    expect(Math.min(...by)).toBeGreaterThan(0)
    expect(errors).toEqual([])
  })

  it('delivers what a process left behind that died between commit and delivery', async () => {
    const id = await add('left behind')
    const seen: string[] = []
    work(second, async (each) => void seen.push(each.id))
    await expect.poll(() => seen).toEqual([id])
  })

  it('delivers again, with the same id, what a process had leased when it died; the late result of that lease changes nothing', async () => {
    const id = await add('leased')
    const dead = randomUUID()
    expect((await lease(db, 'notification', dead, 10)).map((each) => each.id)).toEqual([id])
    const seen: { id: string; attempt: number }[] = []
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    work(second, async (each) => {
      seen.push({ id: each.id, attempt: each.attempt })
      await finished
    })
    await pause(300)
    expect(seen).toEqual([])
    await endLeases()
    await expect.poll(() => seen).toEqual([{ id, attempt: 2 }])
    await markDelivered(db, dead, [id])
    expect((await rowOf(id)).delivered).toBe(false)
    finish()
    await expect.poll(async () => (await rowOf(id)).delivered).toBe(true)
  })

  it('repeats a delivery that fails, later each time, and delivers the others meanwhile', async () => {
    const failing = await add('fails twice')
    const others = [await add('one'), await add('two')]
    const seen: string[] = []
    work(db, async (each) => {
      if (each.id === failing && each.attempt < 3) throw new Error(`refused ${each.attempt}`)
      seen.push(each.id)
    })
    await expect.poll(() => seen).toEqual(others)
    await expect.poll(async () => (await rowOf(failing)).error).toBe('refused 1')
    const row = await rowOf(failing)
    expect([row.attempts, row.delivered, row.leased]).toEqual([1, false, false])
    expect(row.wait).toBeLessThanOrEqual(1)
    await endLeases()
    await expect.poll(async () => (await rowOf(failing)).error).toBe('refused 2')
    await endLeases()
    await expect.poll(() => seen).toEqual([...others, failing])
    await expect.poll(async () => await rowOf(failing)).toMatchObject({ attempts: 3, error: null, delivered: true })
    expect(errors).toEqual(['Error: refused 1', 'Error: refused 2'])
  })

  it('waits between attempts for 1 s, then twice as long, up to 10 minutes', () => {
    expect([1, 2, 5, 40].map((attempt) => backoffSeconds(attempt, 1))).toEqual([1, 2, 16, 600])
    expect(backoffSeconds(1, 0)).toBe(0.5)
  })

  it('ends an attempt that takes too long, and continues with the next message', async () => {
    const hanging = await add('hangs')
    const next = await add('next')
    const seen: string[] = []
    let aborted = 0
    work(
      db,
      async (each, signal) => {
        if (each.id !== hanging) return void seen.push(each.id)
        signal.addEventListener('abort', () => (aborted += 1))
        await new Promise(() => {})
      },
      { attemptMs: 100 },
    )
    await expect.poll(() => seen).toEqual([next])
    expect(aborted).toBe(1)
    expect(await rowOf(hanging)).toMatchObject({ delivered: false, error: 'no response within 100 ms' })
  })

  it('stops after the delivery in progress, and gives back the others', async () => {
    const ids = [await add('first'), await add('second'), await add('third')]
    let finish = () => {}
    const begun: string[] = []
    const worker = work(db, async (each) => {
      begun.push(each.id)
      await new Promise<void>((resolve) => (finish = resolve))
    })
    await expect.poll(() => begun).toEqual([ids[0]])
    const stopped = worker.stop()
    finish()
    await stopped
    const rows = await Promise.all(ids.map(rowOf))
    expect(rows.map(({ delivered, leased, attempts }) => [delivered, leased, attempts])).toEqual([
      [true, false, 1],
      [false, false, 0],
      [false, false, 0],
    ])
    expect(begun).toEqual([ids[0]])
  })

  it('delivers immediately when it is woken, without waiting for the poll', async () => {
    const seen: string[] = []
    const worker = work(db, async (each) => void seen.push(each.id), { pollMs: 60_000, idlePollMs: 60_000 })
    await pause(200)
    const id = await add('woken')
    worker.wake()
    await expect.poll(() => seen, { timeout: 3000 }).toEqual([id])
  })

  it('deletes delivered messages after three days, and never one that is not delivered', async () => {
    const [kept, old, waiting] = [await add('kept'), await add('old'), await add('waiting')]
    await db.query(
      `update outbox set delivered_at = clock_timestamp() - case id when $1::uuid then interval '4 days' else interval '2 days' end where id = any($2::uuid[])`,
      [old!, [old!, kept!]],
    )
    await db.query(`update outbox set created_at = now() - interval '1 year' where id = $1::uuid`, [waiting!])
    await purgeOutbox(db)
    const rows = await db.query<{ id: string }>('select id::text as id from outbox order by id')
    expect(rows.map(({ id }) => id)).toEqual([kept, waiting])
  })

  it('notifies a reader once, also where the process died after storing the notification, or before', async () => {
    const platform = await makePlatform(db)
    platforms.push(platform)
    const agent = await signedIn(platform, 'SUPPORT_AGENT')
    const { id: staffId } = (await agent.get('/api/v1/admin/profile')).body.data as { id: string }
    const name = `once ${randomUUID()}`
    const payload = { ...message(name), staff_ids: [staffId] }
    const count = async () =>
      ((await agent.get('/api/v1/admin-notification?itemNo=50')).body.data as { description: string }[]).filter(
        ({ description }) => description === name,
      ).length
    // Nothing wakes the outbox: as if the process had died after its commit.
    const id = await db.transaction((tx) => enqueue(tx, 'notification', payload))
    await expect.poll(count, { timeout: 15_000 }).toBe(1)
    await expect.poll(async () => (await rowOf(id)).delivered).toBe(true)
    const { unread_count: unread } = (await agent.get('/api/v1/admin-notification')).body as { unread_count: number }
    // As if it had died before it marked the message: the message is delivered again.
    await db.query(
      'update outbox set delivered_at = null, lease = gen_random_uuid(), due_at = clock_timestamp() where id = $1::uuid',
      [id],
    )
    await expect.poll(async () => (await rowOf(id)).delivered, { timeout: 15_000 }).toBe(true)
    expect(await count()).toBe(1)
    expect((await agent.get('/api/v1/admin-notification')).body.unread_count).toBe(unread)
  })
})
