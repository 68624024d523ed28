/** Notifications, shifts, handovers and unread counts (spec 4, 7). */
import assert from 'node:assert/strict'
import {
  FULL_LIST_ITEM_NO,
  NOTIFICATION_PAGE_SIZE,
  NOTIFICATIONS_MAX,
  SHIFT_TOGGLE_WINDOW_MS,
} from '@contract/constants'
import type { Notification } from '@contract/entities/notification'
import type { Handover, ShiftDetails } from '@contract/entities/shift'
import type { UnreadCounts } from '@contract/entities/support'
import { catalogue, operationById } from '@contract/http/catalogue'
import type { RowOf } from '@contract/records/record'
import type { admin as adminRecord } from '@contract/records/people/admin'
import type { ticket as ticketRecord } from '@contract/records/support/ticket'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { can, type Subject } from '@contract/permissions'
import type { CountReply, NotificationPushed, ShiftDetailsReply } from '@contract/socket'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client, Sending } from '../client'
import type { Case, Environment } from '../environment'
import { eventually } from '../eventually'
import { connected, next } from './socket'
import { hearChanges } from '../../kit/hear-changes'

type Ticket = RowOf<typeof ticketRecord>
type Staff = RowOf<typeof adminRecord>

const LIST = '/api/v1/admin-notification'
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

interface Page {
  rows: Notification[]
  total_count: number
  unread_count: number
  revision: number
}
async function page(client: Client, query: Sending['query'] = {}): Promise<Page> {
  const reply = await client.send('GET', LIST, { query })
  const rows = checkSuccess<Notification[]>(reply, catalogue['notifications.list'])
  const { total_count, unread_count, revision } = reply.json as Omit<Page, 'rows'>
  for (const value of [total_count, unread_count, revision])
    assert.ok(Number.isInteger(value) && value >= 0, reply.text.slice(-120))
  return { rows, total_count, unread_count, revision }
}

const idOf = async (client: Client) =>
  checkSuccess<{ id: string }>(await client.send('GET', '/api/v1/admin/profile'), catalogue['profile.get']).id

/** This many accounts that may work on tickets. */
async function workers(on: Environment, count: number): Promise<Client[]> {
  const found: Client[] = []
  for (const { role } of on.accounts) {
    const client = await on.as(role)
    const access = await on.accessOf(client)
    if (can(access, 'update', 'SupportTickets') && can(access, 'read', 'SupportTickets')) found.push(client)
    if (found.length === count) return found
  }
  throw on.cannot(`fewer than ${count} given accounts may work on tickets`)
}

const ticketsOf = async (client: Client) =>
  checkSuccess<Ticket[]>(
    await client.send('GET', '/api/v1/admin-support-ticket/search', { query: { itemNo: 5 } }),
    operationById('ticket.list'),
  )

/** Assigns a ticket to a person who did not have it, so that they are notified. */
async function giveTicket(giver: Client, to: string): Promise<Ticket> {
  const [ticket] = await ticketsOf(giver)
  assert.ok(ticket, 'there is a ticket')
  const assign = async (assignee: string | null, version: number) =>
    checkSuccess<Ticket>(
      await giver.send('PATCH', `/api/v1/support-ticket/assignee/${ticket.id}`, {
        body: { assignee },
        ifMatch: version,
      }),
      operationById('ticket.assign'),
    )
  const free = ticket.assignee?.id === to ? await assign(null, ticket.version) : ticket
  return assign(to, free.version)
}

/** Assigns a ticket to a person, and waits for their notification. @returns their newest notifications with it */
async function giveAndNotify(giver: Client, receiver: Client, to: string): Promise<Page> {
  const { revision } = await page(receiver)
  await giveTicket(giver, to)
  return eventually(
    () => page(receiver),
    (now) => now.revision > revision,
  )
}

const readOne = (client: Client, id: string) => client.send('PATCH', `${LIST}/${id}`)
const readAll = (client: Client, query: Sending['query'] = {}) =>
  client.send('PATCH', '/api/v1/notification/read/all', { query })
const detailsOf = async (client: Client) =>
  checkSuccess<ShiftDetails>(await client.send('GET', '/api/v1/admin-shift/status'), catalogue['shift.details'])
const toggle = (client: Client, id: string) => client.send('PATCH', `/api/v1/admin-shift/status/${id}`)
const accept = (client: Client, id: string) => client.send('PATCH', `/api/v1/shift-handover/accept/${id}`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Ensures that a person has a running shift. */
export async function onShift(on: Environment, client: Client): Promise<ShiftDetails> {
  const details = await detailsOf(client)
  if (details.canEnd) return details
  if (!details.canStart || details.shiftId === null)
    throw on.cannot('an account without a shift that can be started now')
  return checkSuccess<ShiftDetails>(await toggle(client, details.shiftId), catalogue['shift.toggle'])
}

/** Ensures that a person has a running shift with another name. */
export async function onShiftBut(on: Environment, client: Client, name: string): Promise<void> {
  while ((await onShift(on, client)).shift?.name === name) {
    await pause(SHIFT_TOGGLE_WINDOW_MS + 100)
    const { shiftId } = await detailsOf(client)
    checkSuccess(await toggle(client, shiftId!), catalogue['shift.toggle'])
  }
}

const notificationCases: readonly Case[] = [
  {
    name: 'without a query the ten newest notifications are returned, newest first; pages are consecutive',
    async run(on) {
      const client = await on.as(on.accounts[0]!.role)
      const { rows, total_count } = await page(client)
      assert.equal(rows.length, Math.min(NOTIFICATION_PAGE_SIZE.store, total_count))
      assert.deepEqual(
        rows.map(({ createdAt }) => createdAt),
        rows
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .toReversed(),
      )
      const two = [
        await page(client, { page: 1, itemNo: NOTIFICATION_PAGE_SIZE.panel }),
        await page(client, { page: 2, itemNo: NOTIFICATION_PAGE_SIZE.panel }),
      ]
      assert.deepEqual(
        two.flatMap(({ rows: some }) => some.map(({ id }) => id)),
        rows.slice(0, 10).map(({ id }) => id),
      )
      const most = await page(client, { itemNo: FULL_LIST_ITEM_NO })
      assert.equal(most.rows.length, Math.min(NOTIFICATIONS_MAX, most.total_count))
      for (const query of [{ page: 0 }, { itemNo: 0 }, { since: 'x' }, { since: -1 }, { id: 'x' }])
        checkFailure(await client.send('GET', LIST, { query }), 400, JSON.stringify(query))
    },
  },
  {
    name: 'assigning a ticket notifies only the assignee, in the list and over the socket',
    writes: true,
    async run(on) {
      const [giver, receiver] = await workers(on, 2)
      const [own, to] = [await idOf(giver!), await idOf(receiver!)]
      assert.notEqual(own, to)
      const before = await page(receiver!)
      await connected(on, receiver!, (socket) =>
        connected(on, giver!, async (other) => {
          const heard: unknown[] = []
          other.on('notification:admin_notification_response', (payload) => heard.push(payload))
          const pushed = next<NotificationPushed>(socket, 'notification:admin_notification_response')
          const ticket = await giveTicket(giver!, to)
          const { success, data, unread_count, revision } = await pushed
          assert.deepEqual(
            [success, data.keyword, data.keyword_id, data.is_read],
            [true, 'TICKET_ASSIGNED', ticket.id, false],
          )
          const after = await page(receiver!)
          assert.deepEqual(after.rows[0], data)
          assert.deepEqual([after.unread_count, after.revision], [unread_count, revision])
          assert.equal(unread_count, before.unread_count + 1)
          assert.deepEqual(
            (await page(receiver!, { since: before.revision })).rows,
            [data],
            'since returns what was missed',
          )
          await pause(100)
          assert.deepEqual(heard, [])
        }),
      )
    },
  },
  {
    name: 'escalating a ticket raises its level, assigns it to the colleague and notifies them; the level cannot be lowered',
    writes: true,
    async run(on) {
      const [giver, receiver] = await workers(on, 2)
      const to = await idOf(receiver!)
      const list = await giver!.send('GET', '/api/v1/admin-support-ticket/search', { query: { itemNo: 100 } })
      const ticket = checkSuccess<Ticket[]>(list, operationById('ticket.list')).find(
        ({ escalation_level, assignee }) => escalation_level === 0 && assignee?.id !== to,
      )
      if (!ticket) throw on.cannot('there is no ticket that was not escalated')
      const escalate = (level: number, ifMatch: number) =>
        giver!.send('PATCH', operationById('ticket.escalate').path.replace(':id', ticket.id), {
          body: { level, assignee: to, reason: 'The user has waited since this morning' },
          ifMatch,
        })
      const raised = checkSuccess<Ticket>(await escalate(2, ticket.version), operationById('ticket.escalate'))
      assert.deepEqual([raised.escalation_level, raised.assignee?.id, raised.version], [2, to, ticket.version + 1])
      const [told] = (
        await eventually(
          () => page(receiver!),
          ({ rows }) => rows[0]?.keyword_id === ticket.id,
        )
      ).rows
      assert.deepEqual([told?.keyword, told?.keyword_id], ['TICKET_ESCALATED', ticket.id])
      checkRejected(await escalate(1, raised.version), 'level')
    },
  },
  {
    name: 'reading a notification once or twice lowers the unread count by one; reading all sets it to 0; notifications after up_to stay unread',
    writes: true,
    async run(on) {
      const [giver, receiver] = await workers(on, 2)
      const to = await idOf(receiver!)
      const { rows, unread_count } = await giveAndNotify(giver!, receiver!, to)
      for (const _again of [1, 2]) {
        const reply = await readOne(receiver!, rows[0]!.id)
        assert.equal(checkSuccess<Notification>(reply, catalogue['notifications.read']).is_read, true)
        assert.equal((reply.json as Page).unread_count, unread_count - 1)
      }
      checkFailure(await readOne(giver!, rows[0]!.id), 404, 'of somebody else')
      const known = await page(receiver!)
      await giveAndNotify(giver!, receiver!, to)
      const some = await readAll(receiver!, { up_to: known.revision })
      checkSuccess(some, catalogue['notifications.readAll'])
      assert.equal((some.json as Page).unread_count, 1)
      const all = await readAll(receiver!)
      checkSuccess(all, catalogue['notifications.readAll'])
      assert.equal((all.json as Page).unread_count, 0)
      assert.ok((await page(receiver!, { itemNo: 100 })).rows.every(({ is_read }) => is_read))
    },
  },
]

const shiftCases: readonly Case[] = [
  {
    name: 'ten concurrent toggles of a shift toggle it once; the socket returns the same state with the number of its request',
    writes: true,
    async run(on) {
      const [client] = await workers(on, 1)
      const before = await detailsOf(client!)
      if (before.shiftId === null) throw on.cannot('an account without a shift')
      await pause(SHIFT_TOGGLE_WINDOW_MS + 100)
      const replies = await Promise.all(Array.from({ length: 10 }, () => toggle(client!, before.shiftId!)))
      for (const reply of replies) checkSuccess(reply, catalogue['shift.toggle'])
      const after = await detailsOf(client!)
      assert.equal(after.canEnd && after.shiftId === before.shiftId, before.canStart)
      await connected(on, client!, async (socket) => {
        const told = next<ShiftDetailsReply>(socket, 'shift_handover:user_shift_details_response')
        socket.emit('shift_handover:user_shift_details', { request: 41 })
        assert.deepEqual(await told, { success: true, data: after, request: 41 })
      })
    },
  },
  {
    name: 'the list of staff shows who is on shift; consoles that read it are told of a start and an end',
    writes: true,
    async run(on) {
      const reader = await on.whoMay(['read', 'Admins'])
      const client = await on.as(on.accounts.at(-2)!.role)
      const { shiftId, canStart } = await detailsOf(client)
      if (shiftId === null) throw on.cannot('an account without a shift')
      const id = await idOf(client)
      await connected(on, reader, async (socket) => {
        const told = new Promise<void>((resolve) => {
          hearChanges(socket, (change) => change.id === id && change.derived && resolve())
        })
        const { shift } = checkSuccess<ShiftDetails>(await toggle(client, shiftId), catalogue['shift.toggle'])
        await Promise.race([told, pause(5000).then(() => assert.fail('consoles are not told who is on shift'))])
        const { on_shift, current_shift } = checkSuccess<Staff>(
          await reader.send('GET', `/api/v1/admin/${id}`),
          operationById('admin.get'),
        )
        assert.deepEqual([on_shift, current_shift], canStart ? [true, shift!.name] : [false, null])
      })
    },
  },
  {
    name: 'another person’s shift is 404',
    writes: true,
    async run(on) {
      const [own, other] = await workers(on, 2)
      const { shiftId } = await detailsOf(other!)
      if (shiftId === null) throw on.cannot('an account without a shift')
      checkFailure(await toggle(own!, shiftId), 404)
      checkFailure(await toggle(own!, NOBODY), 404)
    },
  },
  {
    name: 'of two people who accept a handover one succeeds; the other gets the name and the time, and the first one’s entry is removed from the list',
    writes: true,
    async run(on) {
      const [from, one, two, none] = await workers(on, 4)
      await onShift(on, from!)
      const sent = checkSuccess<Handover>(
        await from!.send('POST', '/api/v1/shift-handover', {
          body: { to_staff_ids: [await idOf(one!), await idOf(two!)], summary: 'Two payouts wait.', items: [] },
        }),
        catalogue['shift.handOver'],
      )
      const entryOf = async (client: Client) =>
        (await page(client)).rows.find(({ keyword_id }) => keyword_id === sent.id)
      assert.deepEqual(
        [(await entryOf(one!))?.keyword, (await entryOf(two!))?.keyword],
        ['SHIFT_HANDOVER', 'SHIFT_HANDOVER'],
      )
      const readOne = (client: Client) => client.send('GET', `/api/v1/shift-handover/${sent.id}`)
      for (const client of [from!, one!])
        assert.deepEqual(checkSuccess(await readOne(client), catalogue['shift.handover']), sent)
      checkFailure(await readOne(none!), 404, 'a handover of others')
      checkFailure(await accept(none!, sent.id), 404, 'whom it was not sent to')
      checkFailure(await accept(from!, sent.id), 403, 'who sent it')

      const replies = await Promise.all(
        [one!, two!].map(async (client) => ({ client, reply: await accept(client, sent.id) })),
      )
      const [winner, loser] = replies.toSorted((left, right) => left.reply.status - right.reply.status)
      const { accepted_by } = checkSuccess<Handover>(winner!.reply, catalogue['shift.accept'])
      assert.equal((winner!.reply.json as { message: string }).message, 'Shift Accepted Successfully')
      const { current, message } = checkFailure(loser!.reply, 409)
      assert.deepEqual((current as Handover).accepted_by, accepted_by)
      assert.ok((current as Handover).accepted_at && message.includes(accepted_by!.username), message)
      checkSuccess(await accept(winner!.client, sent.id), catalogue['shift.accept'])
      assert.equal(await entryOf(winner!.client), undefined, 'it left the list')
      assert.equal(await entryOf(loser!.client), undefined, 'there is nothing to accept any more')
    },
  },
]

const takeOverCase: Case = {
  name: 'a person who may not work on tickets cannot accept a handover with a ticket; a colleague who may receives the ticket',
  writes: true,
  async run(on) {
    const [from, fit] = await workers(on, 2)
    const unfit = await (async () => {
      for (const { role } of on.accounts) {
        const client = await on.as(role)
        if (!can(await on.accessOf(client), 'update', 'SupportTickets')) return client
      }
      throw on.cannot('every given account may work on tickets')
    })()
    await onShift(on, from!)
    const ticket = await giveTicket(fit!, await idOf(from!))
    const holder = async () => (await ticketsOf(fit!)).find(({ id }) => id === ticket.id)?.assignee?.id
    const sent = checkSuccess<Handover>(
      await from!.send('POST', '/api/v1/shift-handover', {
        body: {
          to_staff_ids: [await idOf(unfit), await idOf(fit!)],
          items: [{ type: 'TICKET', id: ticket.id, next_action: 'Answer it', urgency: 'HIGH' }],
        },
      }),
      catalogue['shift.handOver'],
    )
    const { message } = checkFailure(await accept(unfit, sent.id), 422)
    assert.ok(message.includes(ticket.number), message)
    assert.equal(await holder(), await idOf(from!))
    checkSuccess(await accept(fit!, sent.id), catalogue['shift.accept'])
    assert.equal(await holder(), await idOf(fit!))
  },
}

const unreadCases: readonly Case[] = [
  ...(
    [
      ['QuickChat', 'quick_chat', 'quick-chat', '/api/v1/quick-chat'],
      ['SupportTickets', 'support_tickets', 'support-ticket', '/api/v1/admin-support-ticket/search'],
    ] as const
  ).map(([subject, field, base, list]): Case => ({
    name: `${subject}: the unread count rises with a user’s message, once for a message sent twice, and falls when it is read`,
    writes: true,
    async run(on) {
      const client = await on.whoMay(['read', subject], ['update', subject])
      const count = async () =>
        checkSuccess<UnreadCounts>(
          await client.send('GET', '/api/v1/admin/profile/unread'),
          catalogue['unread.counts'],
        )[field]!
      const own = await idOf(client)
      const reply = await client.send('GET', list, { query: { itemNo: 100 } })
      const open = (
        reply.json as { data: { id: string; status: string; unread_count: number; assignee: { id: string } | null }[] }
      ).data.find(({ status, assignee }) => status !== 'CLOSED' && (assignee === null || assignee.id === own))
      if (!open) throw on.cannot('nothing open that is nobody’s')
      const before = await count()
      const body = { client_id: NOBODY, body: `Contract ${on.unique()}`, sender: 'USER' }
      for (const _again of [1, 2]) {
        const sent = await client.send('POST', `/api/v1/${base}/${open.id}/message`, {
          body,
          headers: { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() },
        })
        checkSuccess(sent, catalogue[subject === 'QuickChat' ? 'chat.postMessage' : 'support.postMessage'])
        assert.equal(await count(), before + 1)
      }
      checkSuccess(
        await client.send('PATCH', `/api/v1/${base}/${open.id}/read`),
        catalogue[subject === 'QuickChat' ? 'chat.read' : 'support.read'],
      )
      assert.equal(await count(), before - open.unread_count)
    },
  })),
  {
    name: 'the socket responds to quick_chat:message_count with an acknowledgement and to support_ticket:message_count with its event, with the counts of the API',
    async run(on) {
      const client = await on.whoMay(['read', 'QuickChat'], ['read', 'SupportTickets'])
      const counts = checkSuccess<UnreadCounts>(
        await client.send('GET', '/api/v1/admin/profile/unread'),
        catalogue['unread.counts'],
      )
      await connected(on, client, async (socket) => {
        assert.deepEqual(await socket.timeout(3000).emitWithAck('quick_chat:message_count'), {
          success: true,
          data: counts.quick_chat,
        })
        const told = next<CountReply>(socket, 'support_ticket:message_count_response')
        socket.emit('support_ticket:message_count')
        assert.deepEqual(await told, { success: true, data: counts.support_tickets })
      })
    },
  },
  {
    name: 'a count without the right to read is left out, and is an error over the socket',
    async run(on) {
      for (const { role } of on.accounts) {
        const client = await on.as(role)
        const access = await on.accessOf(client)
        const counts = checkSuccess<UnreadCounts>(
          await client.send('GET', '/api/v1/admin/profile/unread'),
          catalogue['unread.counts'],
        )
        for (const [subject, field] of [
          ['QuickChat', 'quick_chat'],
          ['SupportTickets', 'support_tickets'],
        ] as const)
          assert.equal(counts[field] !== undefined, can(access, 'read', subject as Subject), `${role} ${subject}`)
        if (!can(access, 'read', 'QuickChat')) {
          await connected(on, client, async (socket) =>
            assert.deepEqual(await socket.timeout(3000).emitWithAck('quick_chat:message_count'), {
              success: false,
              data: 0,
            }),
          )
        }
      }
    },
  },
]

export const workCases: readonly Case[] = [...notificationCases, ...shiftCases, takeOverCase, ...unreadCases]
