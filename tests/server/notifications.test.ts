import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import type { Notification } from '@contract/entities/notification'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { notify } from '@server/platform/modules/notifications/store'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { consoleSocket, heardBy, opened, pause, type LiveSocket } from './kit/live'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const LIST = '/api/v1/admin-notification'

describe.each(databases.kinds)('notifications on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let base: string
  let lead: TestClient
  let agent: TestClient
  let agentId: string
  const sockets: LiveSocket[] = []

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    base = await platform.start({ port: 0 })
  })
  beforeEach(async () => {
    ;[lead, agent] = [await signedIn(platform, 'SUPPORT_LEAD'), await signedIn(platform, 'SUPPORT_AGENT')]
    agentId = (await agent.get('/api/v1/admin/profile')).body.data.id
    await agent.patch('/api/v1/notification/read/all')
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })
  afterAll(() => platform.close())

  const connect = async (client: TestClient) => {
    const socket = await opened(consoleSocket(base, { access_token: client.token, client: 'admin' }))
    sockets.push(socket)
    return socket
  }
  const tell = (eventKey: string = randomUUID()) =>
    db.transaction((tx) =>
      notify(tx, { now: Date.now }, [agentId], {
        keyword: 'TICKET_ASSIGNED',
        keywordId: randomUUID(),
        eventKey,
        title: 'Ticket assigned to you',
        description: eventKey,
      }),
    )
  const page = async (query = '') =>
    (await agent.get(`${LIST}${query}`)).body as {
      data: Notification[]
      total_count: number
      unread_count: number
      revision: number
    }
  /** The pushes of this test: those of an earlier test may still be in flight, and reach a socket that connects meanwhile. */
  const newsFor = async (socket: LiveSocket) => {
    const before = new Set((await page('?since=0')).data.map(({ id }) => id))
    return heardBy(socket, 'notification:admin_notification_response', ({ data }) => !before.has(data.id))
  }
  /** The stored count equals the actual number. */
  const expectExact = async () => {
    const [row] = await db.query<{ kept: number; counted: number }>(
      `select s.unread as kept, (select count(*)::int from notifications n where n.staff_id = s.staff_id and not is_read and not is_removed) as counted from notification_stands s where staff_id = $1::uuid`,
      [agentId],
    )
    expect(row!.kept).toBe(row!.counted)
    expect((await page()).unread_count).toBe(row!.counted)
  }

  it('stores an event once per person, however often and by however many processes it is reported', async () => {
    const before = await page()
    const told = await Promise.all(Array.from({ length: 8 }, () => tell('the same event')))
    expect(told.flat()).toEqual([agentId])
    const after = await page()
    expect([after.total_count, after.unread_count]).toEqual([before.total_count + 1, before.unread_count + 1])
    await expectExact()
  })

  it('stores nothing where the transaction of the event is rolled back', async () => {
    const before = await page()
    const failing = db.transaction(async (tx) => {
      await notify(tx, { now: Date.now }, [agentId], {
        keyword: 'TICKET_ASSIGNED',
        keywordId: randomUUID(),
        eventKey: 'undone',
        title: 'Never',
        description: '',
      })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await page()).toEqual(before)
  })

  it('are pushed only to the sockets of their receiver, once and in order', async () => {
    const [one, two, other] = [await connect(agent), await connect(agent), await connect(lead)]
    const [ones, twos, others] = await Promise.all([one, two, other].map(newsFor))
    for (let index = 0; index < 20; index += 1) await tell(`in order ${index} ${kind}`)
    await expect.poll(() => ones!.length, { timeout: 5000 }).toBe(20)
    await pause(1200)
    expect(ones!.map(({ data }) => data.description)).toEqual(
      Array.from({ length: 20 }, (_, index) => `in order ${index} ${kind}`),
    )
    expect(twos).toEqual(ones)
    expect(others).toEqual([])
    expect(ones!.at(-1)!.unread_count).toBe((await page()).unread_count)
  })

  it('that arrive while a page loads are in the page, pushed, or both, and the higher revision has the correct count', async () => {
    const heard = await newsFor(await connect(agent))
    const known = (await page()).revision
    const pages: Awaited<ReturnType<typeof page>>[] = []
    await Promise.all([
      ...Array.from({ length: 30 }, async () => void pages.push(await page('?page=1&itemNo=5'))),
      ...Array.from({ length: 30 }, () => tell()),
    ])
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(30)
    const news = [...pages, ...heard].toSorted((left, right) => right.revision - left.revision)
    const { data, unread_count } = await page(`?since=${known}`)
    expect(data.length).toBe(30)
    expect(news[0]!.unread_count).toBe(unread_count)
    expect(new Set(heard.map((push) => push.data.id)).size).toBe(30)
    await expectExact()
  })

  it('are marked as read while new ones arrive: only new ones stay unread, and the count is exact', async () => {
    const socket = await connect(agent)
    const [changed, all] = [
      heardBy(socket, 'notification:changed'),
      heardBy(socket, 'notification:admin_all_notification_response'),
    ]
    for (let index = 0; index < 10; index += 1) await tell()
    const { revision } = await page()
    await Promise.all([
      ...Array.from({ length: 20 }, () => tell()),
      agent.patch(`/api/v1/notification/read/all?up_to=${revision}`),
      ...Array.from({ length: 20 }, () => tell()),
    ])
    expect((await page()).unread_count).toBe(40)
    await expectExact()
    await Promise.all([...Array.from({ length: 20 }, () => tell()), agent.patch('/api/v1/notification/read/all')])
    await expectExact()
    await agent.patch('/api/v1/notification/read/all')
    expect((await page()).unread_count).toBe(0)
    await expect.poll(() => changed.at(-1)?.unread_count, { timeout: 5000 }).toBe(0)
    // A push that was on its way can bring the count of 0 before this one arrives.
    await expect.poll(() => all.at(-1), { timeout: 5000 }).toMatchObject({ success: true, unread_count: 0 })
  })

  it('are updated in another tab when one is read, and ten concurrent reads count once', async () => {
    await tell()
    await tell()
    const [{ id }] = (await page()).data as [Notification]
    const changed = heardBy(await connect(agent), 'notification:changed', ({ ids }) => ids?.includes(id) ?? false)
    const answers = await Promise.all(Array.from({ length: 10 }, () => agent.patch(`${LIST}/${id}`)))
    expect(answers.map(({ status, body }) => [status, body.unread_count])).toEqual(
      Array.from({ length: 10 }, () => [200, 1]),
    )
    await expect.poll(() => changed.length, { timeout: 5000 }).toBe(1)
    expect(changed[0]).toMatchObject({ ids: [id], unread_count: 1 })
    await expectExact()
  })

  it('that changed while a person was offline are returned by since', async () => {
    await tell('before')
    const { revision, data } = await page()
    await tell('one')
    await agent.patch(`${LIST}/${data[0]!.id}`)
    await tell('two')
    const missed = await page(`?since=${revision}`)
    expect(missed.data.map(({ description, is_read }) => [description, is_read])).toEqual([
      ['two', false],
      ['one', false],
      ['before', true],
    ])
    expect((await page(`?since=${missed.revision}`)).data).toEqual([])
  })

  it('are sent for assigned and escalated tickets, but not to the person who does it, and not for a refused change', async () => {
    const heard = await newsFor(await connect(agent))
    const tickets = (await lead.get('/api/v1/admin-support-ticket/search?itemNo=60')).body.data as {
      id: string
      version: number
      number: string
      assignee: { id: string } | null
      escalation_level: number
    }[]
    const ticket = tickets.find(({ assignee, escalation_level }) => assignee?.id !== agentId && escalation_level === 0)!
    const assign = (client: TestClient, assignee: string | null, ifMatch: number) =>
      client.patch(`/api/v1/support-ticket/assignee/${ticket.id}`, { assignee }, { ifMatch })
    const answers = await Promise.all(Array.from({ length: 5 }, () => assign(lead, agentId, ticket.version)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    expect((await assign(lead, agentId, ticket.version + 1)).status).toBe(200)
    expect(
      (
        await lead.patch(
          `/api/v1/support-ticket/escalate/${ticket.id}`,
          { level: 2, reason: 'Waits since this morning' },
          { ifMatch: ticket.version + 2 },
        )
      ).status,
    ).toBe(200)
    expect(
      (
        await lead.patch(
          `/api/v1/support-ticket/escalate/${ticket.id}`,
          { level: 2, reason: 'Again' },
          { ifMatch: ticket.version + 3 },
        )
      ).status,
    ).toBe(422)
    expect((await assign(agent, null, ticket.version + 3)).status).toBe(200)
    expect((await assign(agent, agentId, ticket.version + 4)).status).toBe(200)
    const content = (
      await db.query<{ id: string }>(`select id::text as id from staff where email = 'content@pitboss.test'`)
    )[0]!.id
    expect((await assign(lead, content, ticket.version + 5)).body.errors).toHaveProperty('assignee')
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(2)
    await pause(1200)
    expect(heard.map(({ data }) => [data.keyword, data.keyword_id])).toEqual([
      ['TICKET_ASSIGNED', ticket.id],
      ['TICKET_ESCALATED', ticket.id],
    ])
    const entries = await db.query<{ action: string }>(
      `select action from audit_events where subject_id = $1::text order by id`,
      [ticket.id],
    )
    expect(entries.map(({ action }) => action)).toEqual(['assign', 'assign', 'escalate', 'assign', 'assign'])
  })

  it('are delivered within about a second also where no process announced them', async () => {
    const heard = await newsFor(await connect(agent))
    await tell('as if the process had died after its commit')
    await expect
      .poll(() => heard.map(({ data }) => data.description), { timeout: 5000 })
      .toEqual(['as if the process had died after its commit'])
  })

  it('are limited to 200 per response, with the total number', async () => {
    const { revision } = await page()
    await db.transaction(async (tx) => {
      for (let index = 0; index < 250; index += 1)
        await notify(tx, { now: Date.now }, [agentId], {
          keyword: 'TICKET_ASSIGNED',
          keywordId: randomUUID(),
          eventKey: `many ${index}`,
          title: 'Ticket assigned to you',
          description: `many ${index}`,
        })
    })
    const all = await page(`?itemNo=${FULL_LIST_ITEM_NO}`)
    expect([all.data.length, all.data[0]!.description]).toEqual([200, 'many 249'])
    expect(all.total_count).toBeGreaterThanOrEqual(250)
    const next = await page(`?page=2&itemNo=${FULL_LIST_ITEM_NO}`)
    expect(next.data[0]!.description).toBe('many 49')
    const missed = await page(`?since=${revision}`)
    expect([missed.data.length, missed.total_count]).toEqual([200, 250])
  })
})
