import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { ANCHOR, testDatabases } from './kit/databases'
import { consoleSocket, heardBy, opened } from './kit/live'
import { createTestClock, makePlatform } from './kit/platform'

const databases = await testDatabases()
const HOUR = 3_600_000

describe.each(databases.kinds)('shifts on %s', (kind) => {
  // The demo's shifts are relative to the anchor: half past nine of that day.
  const clock = createTestClock(ANCHOR + 9.5 * HOUR)
  let db: Db
  let platform: PitbossServer
  let base: string

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db, { clock })
    base = await platform.start({ port: 0 })
  })
  afterAll(() => platform.close())

  const details = async (client: TestClient) =>
    (await client.get('/api/v1/admin-shift/status')).body.data as {
      canStart: boolean
      canEnd: boolean
      shiftId: string | null
    }
  const toggle = (client: TestClient, id: string) => client.patch(`/api/v1/admin-shift/status/${id}`)
  const idOf = async (client: TestClient) => (await client.get('/api/v1/admin/profile')).body.data.id as string
  const later = () => clock.advance(SHIFT_TOGGLE_WINDOW_MS + 1)
  const entriesOf = async (id: string) =>
    (
      await db.query<{ action: string }>('select action from audit_events where subject_id = $1::text order by id', [
        id,
      ])
    ).map(({ action }) => action)
  async function started(role: string): Promise<TestClient> {
    const client = await signedIn(platform, role)
    const { shiftId, canStart } = await details(client)
    if (canStart) await toggle(client, shiftId!)
    return client
  }

  it('are started once by ten clicks within a second, and ended once by ten later ones', async () => {
    const client = await signedIn(platform, 'FINANCE')
    const { canStart, shiftId } = await details(client)
    expect(canStart).toBe(true)
    const clicks = await Promise.all(Array.from({ length: 10 }, () => toggle(client, shiftId!)))
    for (const { status, body } of clicks)
      expect([status, body.data]).toEqual([200, expect.objectContaining({ canStart: false, canEnd: true, shiftId })])
    expect(await entriesOf(shiftId!)).toEqual(['start'])
    later()
    const ends = await Promise.all(Array.from({ length: 10 }, () => toggle(client, shiftId!)))
    for (const { status, body } of ends) expect([status, body.data.canEnd]).toEqual([200, false])
    expect(await entriesOf(shiftId!)).toEqual(['start', 'end'])
    later()
    expect((await toggle(client, shiftId!)).body.message).toBe('This shift has been ended already.')
    // The next one may be started some time before it begins.
    expect(await details(client)).toMatchObject({ canStart: true, canEnd: false })
  })

  it('cannot be started while another one is running, too early, or by another person', async () => {
    const client = await started('RISK')
    const own = await db.query<{ id: string; starts_at: string }>(
      `select id::text as id from shifts where staff_id = $1::uuid and status = 'SCHEDULED' and starts_at > $2::timestamptz order by starts_at`,
      [await idOf(client), new Date(clock.now()).toISOString()],
    )
    const second = await toggle(client, own[0]!.id)
    expect([second.status, second.body.message]).toEqual([409, 'Another shift of yours is running. End it first.'])
    expect((await toggle(client, own.at(-1)!.id)).body.message).toMatch(
      /^This shift begins at .+ It can be started from /,
    )
    const other = await signedIn(platform, 'CONTENT_EDITOR')
    expect((await toggle(other, own[0]!.id)).status).toBe(404)
  })

  it('return the current state to the poll of each second, with the number of its request', async () => {
    const client = await signedIn(platform, 'ADMIN')
    const { shiftId } = await details(client)
    const socket = await opened(consoleSocket(base, { access_token: client.token, client: 'admin' }))
    const heard = heardBy(socket, 'shift_handover:user_shift_details_response')
    socket.emit('shift_handover:user_shift_details', { request: 1 })
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(1)
    await toggle(client, shiftId!)
    socket.emit('shift_handover:user_shift_details', { request: 2 })
    socket.emit('shift_handover:user_shift_details')
    for (const nonsense of [null, 'x', { request: 'x' }, { request: 1.5 }])
      (socket as unknown as { emit(event: string, payload: unknown): void }).emit(
        'shift_handover:user_shift_details',
        nonsense,
      )
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(7)
    expect(heard[0]).toMatchObject({ success: true, request: 1, data: { canStart: true, shiftId } })
    expect(heard[1]).toMatchObject({ success: true, request: 2, data: { canEnd: true, shiftId } })
    for (const reply of heard.slice(2)) expect(reply).not.toHaveProperty('request')
    socket.disconnect()
  })

  it('return nothing to start or end for a person without a shift', async () => {
    const client = await signedIn(platform, 'CONTENT_EDITOR')
    await db.query('delete from shifts where staff_id = $1::uuid', [await idOf(client)])
    expect(await details(client)).toMatchObject({ canStart: false, canEnd: false, shiftId: null })
  })

  describe('a handover', () => {
    const accept = (client: TestClient, id: string) => client.patch(`/api/v1/shift-handover/accept/${id}`)
    const handOver = async (from: TestClient, to: TestClient[], items: object[] = []) =>
      from.post('/api/v1/shift-handover', {
        to_staff_ids: await Promise.all(to.map(idOf)),
        summary: 'Two payouts wait',
        items,
      })
    const entryOf = async (client: TestClient, id: string) =>
      ((await client.get('/api/v1/admin-notification?itemNo=100')).body.data as { keyword_id: string | null }[]).find(
        ({ keyword_id }) => keyword_id === id,
      )

    it('requires a running shift, and an existing colleague', async () => {
      const [from, to] = [await signedIn(platform, 'THIRD_PARTY_ADMIN'), await signedIn(platform, 'SUPPORT_LEAD')]
      expect((await handOver(from, [to])).body.message).toContain('no running shift')
      const { shiftId } = await details(from)
      await toggle(from, shiftId!)
      expect((await handOver(from, [from])).body.errors).toEqual({ to_staff_ids: ['Choose a colleague'] })
      // A partner cannot hand over to people of another store.
      expect((await handOver(from, [to])).status).toBe(422)
    })

    it('that several accept at once goes to one of them, with its work; the others get the name and the time', async () => {
      const from = await started('MANAGER')
      const to = [
        await signedIn(platform, 'SUPPORT_LEAD'),
        await signedIn(platform, 'SUPPORT_AGENT'),
        await signedIn(platform, 'SUPER_ADMIN'),
      ]
      const fromId = await idOf(from)
      const [ticket, foreign] = await db.query<{ id: string }>(
        `select id::text as id from support_tickets where status = 'OPEN' order by id limit 2`,
      )
      await db.query('update support_tickets set assignee_id = $2::uuid where id = $1::uuid', [ticket!.id, fromId])
      await db.query('update support_tickets set assignee_id = null where id = $1::uuid', [foreign!.id])
      const item = (id: string) => ({ type: 'TICKET', id, next_action: 'Answer it', urgency: 'HIGH' })
      const { id } = (await handOver(from, to, [item(ticket!.id), item(foreign!.id)])).body.data
      expect((await details(from)).canEnd).toBe(true)
      for (const client of to) expect(await entryOf(client, id)).toBeDefined()
      const answers = await Promise.all(
        [...to, ...to].map(async (client) => ({ client, ...(await accept(client, id)) })),
      )
      const winners = new Set(answers.filter(({ status }) => status === 200).map(({ client }) => client))
      expect(winners.size).toBe(1)
      const [winner] = [...winners] as [TestClient]
      const winnerId = await idOf(winner)
      for (const { client, status, body } of answers) {
        if (client === winner) continue
        expect([status, body.code, body.current.accepted_by.id]).toEqual([409, 'STALE', winnerId])
        expect(body.message).toContain(body.current.accepted_by.username)
        expect(Date.parse(body.current.accepted_at)).toBeGreaterThan(0)
      }
      for (const client of to) expect(await entryOf(client, id)).toBeUndefined()
      const held = await db.query<{ id: string; assignee_id: string | null }>(
        'select id::text as id, assignee_id::text as assignee_id from support_tickets where id = any($1::uuid[])',
        [[ticket!.id, foreign!.id]],
      )
      expect(held.find((row) => row.id === ticket!.id)!.assignee_id).toBe(winnerId)
      expect(held.find((row) => row.id === foreign!.id)!.assignee_id).toBeNull()
      expect((await entriesOf(id)).filter((action) => action === 'accept-handover')).toHaveLength(1)
      const wrong = await db.query(
        `select staff_id from notification_stands s where unread <> (select count(*) from notifications n where n.staff_id = s.staff_id and not is_read and not is_removed)`,
      )
      expect(wrong).toEqual([])
    })

    describe('with tickets and chats', () => {
      const item = (type: string, id: string) => ({ type, id, next_action: 'Answer it', urgency: 'HIGH' })
      const holderOf = async (table: string, id: string) =>
        (
          await db.query<{ holder: string }>(`select assignee_id::text as holder from ${table} where id = $1::uuid`, [
            id,
          ])
        )[0]!.holder
      /** Assigns a ticket or chat of a store to a person. */
      async function given(table: 'support_tickets' | 'chats', to: string, store: string): Promise<string> {
        const [row] = await db.query<{ id: string }>(
          `update ${table} set assignee_id = $1::uuid where id = (select id from ${table} where status <> 'CLOSED' order by (store_code = $2::text) desc, id limit 1)
           returning id::text as id`,
          [to, store],
        )
        await db.query(`update ${table} set store_code = $2::text where id = $1::uuid`, [row!.id, store])
        return row!.id
      }

      it.each([
        ['a ticket without the right to work on tickets', 'support_tickets', 'TICKET', 'FINANCE', 'NORTHGATE'],
        ['a chat without the right to work on chats', 'chats', 'CHAT', 'FINANCE', 'NORTHGATE'],
        ['a ticket of a store that the person may not see', 'support_tickets', 'TICKET', 'THIRD_PARTY_ADMIN', 'HARBOR'],
      ] as const)(
        'cannot be accepted with %s: nothing is reassigned, and a colleague can still accept it',
        async (_what, table, type, role, store) => {
          const from = await started('MANAGER')
          const [unfit, fit] = [await signedIn(platform, role), await signedIn(platform, 'SUPPORT_LEAD')]
          const fromId = await idOf(from)
          const id = await given(table, fromId, store)
          const handover = (await handOver(from, [unfit, fit], [item(type, id)])).body.data
          const refused = await accept(unfit, handover.id)
          expect([refused.status, refused.body.code]).toEqual([422, 'REJECTED'])
          expect(refused.body.message).toMatch(/^You may not work on .+ of this handover\./)
          expect(await holderOf(table, id)).toBe(fromId)
          expect((await from.get(`/api/v1/shift-handover/${handover.id}`)).body.data.status).toBe('SENT')
          expect((await accept(fit, handover.id)).status).toBe(200)
          expect(await holderOf(table, id)).toBe(await idOf(fit))
        },
      )

      it('cannot be accepted by a person who has just been disabled', async () => {
        const from = await started('MANAGER')
        const to = await signedIn(platform, 'SUPPORT_LEAD')
        const toId = await idOf(to)
        const id = await given('support_tickets', await idOf(from), 'NORTHGATE')
        const { id: handoverId } = (await handOver(from, [to], [item('TICKET', id)])).body.data
        expect((await to.get('/api/v1/admin/profile')).status).toBe(200)
        await db.query('update staff set is_deleted = true where id = $1::uuid', [toId])
        try {
          expect((await accept(to, handoverId)).status).toBe(422)
          expect(await holderOf('support_tickets', id)).toBe(await idOf(from))
        } finally {
          await db.query('update staff set is_deleted = false where id = $1::uuid', [toId])
        }
      })

      it('does not reassign work that is no longer the sender’s, and records who took over what', async () => {
        const from = await started('MANAGER')
        const to = await signedIn(platform, 'SUPPORT_LEAD')
        const other = await idOf(await signedIn(platform, 'SUPPORT_AGENT'))
        const kept = await given('support_tickets', await idOf(from), 'NORTHGATE')
        const gone = await given('chats', await idOf(from), 'NORTHGATE')
        const { id } = (await handOver(from, [to], [item('TICKET', kept), item('CHAT', gone)])).body.data
        const before = { kept: await entriesOf(kept), gone: await entriesOf(gone) }
        await db.query('update chats set assignee_id = $2::uuid where id = $1::uuid', [gone, other])
        expect((await accept(to, id)).status).toBe(200)
        expect([await holderOf('support_tickets', kept), await holderOf('chats', gone)]).toEqual([
          await idOf(to),
          other,
        ])
        expect(await entriesOf(kept)).toEqual([...before.kept, 'assign'])
        expect(await entriesOf(gone)).toEqual(before.gone)
      })
    })

    it('is visible only to its sender and its receivers', async () => {
      const from = await started('MANAGER')
      const to = await signedIn(platform, 'SUPPORT_LEAD')
      const { id } = (await handOver(from, [to])).body.data
      const stranger = await signedIn(platform, 'FINANCE')
      for (const answer of [await accept(stranger, id), await stranger.get(`/api/v1/shift-handover/${id}`)])
        expect(answer.status).toBe(404)
      expect((await accept(from, id)).status).toBe(403)
      for (const client of [from, to]) expect((await client.get(`/api/v1/shift-handover/${id}`)).body.data.id).toBe(id)
    })
  })
})
