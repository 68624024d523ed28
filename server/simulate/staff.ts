/** What colleagues of a person do in a simulation: assigning and escalating tickets, handing over shifts, and what users write in them. */
import { randomUUID } from 'node:crypto'
import type { Random } from '../db/random'
import type { Caller } from './caller'
import type { Play } from './play'

export const STAFF_KINDS = ['assigned', 'escalated', 'handover', 'ticket-message', 'chat-message'] as const
export type StaffKind = (typeof STAFF_KINDS)[number]

const LINES = [
  'Hi, can somebody look at this?',
  'It has been two hours now.',
  'Is there any news?',
  'Can you load 50 to my account please?',
  'I sent the document again.',
  'Thanks, that worked.',
] as const
const REASONS = [
  'The user has waited since this morning',
  'The amount is above my limit',
  'The platform does not answer',
  'A second complaint about the same',
] as const

/** The fields of a ticket that are used here. */
export interface Ticket {
  id: string
  version: number
  number: string
  status: string
  escalation_level: number
  assignee: { id: string } | null
}
interface Chat {
  id: string
  status: string
  assignee: { id: string } | null
}

/** The people and records of a simulation. */
interface Stage {
  random: Random
  /** Colleagues of the person: they assign and escalate, and enter what users say. */
  colleagues: Caller[]
  toId: string
  tickets: Ticket[]
  chats: Chat[]
  onShift: Set<Caller>
}

/** Retries a change with the newest version of a ticket, because others may change it too. */
async function changeTicket(
  by: Caller,
  ticket: Ticket,
  change: (version: number) => Promise<{ status: number; body: { data?: Ticket; current?: Ticket; message?: string } }>,
): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { status, body } = await change(ticket.version)
    const now = body.data ?? body.current
    if (now) Object.assign(ticket, now)
    if (status === 200) return
    if (status !== 409) throw new Error(`${by.email}: ${body.message ?? `status ${status}`}`)
  }
  throw new Error(`${ticket.number} is changed by others all the time`)
}

const assign = (by: Caller, ticket: Ticket, assignee: string | null) =>
  changeTicket(by, ticket, (ifMatch) =>
    by.send('PATCH', `/api/v1/support-ticket/assignee/${ticket.id}`, { body: { assignee }, ifMatch }),
  )

const PLAYS: Record<StaffKind, (stage: Stage) => Promise<string>> = {
  async assigned({ random, colleagues, toId, tickets }) {
    const [by, ticket] = [random.pick(colleagues), random.pick(tickets)]
    // A ticket can only be assigned to somebody who does not have it.
    if (ticket.assignee?.id === toId) await assign(by, ticket, null)
    await assign(by, ticket, toId)
    return `${by.name} assigns ${ticket.number}`
  },
  async escalated(stage) {
    const { random, colleagues, toId, tickets } = stage
    const open = tickets.filter((ticket) => ticket.escalation_level < 3)
    if (open.length === 0) return `${await PLAYS.assigned(stage)} (nothing is left to escalate)`
    const [by, ticket] = [random.pick(colleagues), random.pick(open)]
    const [level, reason] = [ticket.escalation_level + 1, random.pick(REASONS)]
    await changeTicket(by, ticket, (ifMatch) =>
      by.send('PATCH', `/api/v1/support-ticket/escalate/${ticket.id}`, {
        body: { level: Math.max(level, ticket.escalation_level + 1), assignee: toId, reason },
        ifMatch,
      }),
    )
    return `${by.name} escalates ${ticket.number} to level ${level}`
  },
  async handover({ random, colleagues, toId, tickets, onShift }) {
    const by = random.pick(colleagues)
    if (!onShift.has(by)) {
      const { body } = await by.send<{ data: { canStart: boolean; canEnd: boolean; shiftId: string | null } }>(
        'GET',
        '/api/v1/admin-shift/status',
      )
      if (body.data.canStart) await by.expect('PATCH', `/api/v1/admin-shift/status/${body.data.shiftId}`)
      else if (!body.data.canEnd) return `${by.name} has no shift to hand over`
      onShift.add(by)
    }
    const own = tickets.filter((ticket) => ticket.assignee?.id === by.id).slice(0, 3)
    const items = own.map((ticket) => ({
      type: 'TICKET',
      id: ticket.id,
      next_action: `Answer ${ticket.number}`,
      urgency: 'MEDIUM',
    }))
    await by.expect('POST', '/api/v1/shift-handover', {
      body: {
        to_staff_ids: [toId],
        summary: random.pick(['Two payouts wait for an answer.', 'Nothing urgent.', 'The bank calls back at 16:00.']),
        items,
      },
    })
    return `${by.name} hands over ${items.length} ${items.length === 1 ? 'ticket' : 'tickets'}`
  },
  async 'ticket-message'({ random, colleagues, tickets }) {
    const [by, ticket] = [random.pick(colleagues), random.pick(tickets)]
    await by.expect('POST', `/api/v1/support-ticket/${ticket.id}/message`, {
      body: { client_id: randomUUID(), body: random.pick(LINES), sender: 'USER' },
    })
    return `a user writes in ${ticket.number}`
  },
  async 'chat-message'({ random, colleagues, chats }) {
    const [by, chat] = [random.pick(colleagues), random.pick(chats)]
    await by.expect('POST', `/api/v1/quick-chat/${chat.id}/message`, {
      body: { client_id: randomUUID(), body: random.pick(LINES), sender: 'USER' },
    })
    return 'a user writes in a chat'
  },
}

/**
 * @param to the person who is told; @param colleagues who act
 * @returns a play for each kind; null where there are no open tickets or chats
 */
export async function prepareStaff(
  random: Random,
  to: Caller,
  colleagues: Caller[],
): Promise<Record<StaffKind, Play> | null> {
  const by = colleagues[0]!
  const list = async <T>(path: string) => (await by.expect<{ data: T[] }>('GET', `${path}?itemNo=200`)).data
  const tickets = (await list<Ticket>('/api/v1/admin-support-ticket/search')).filter(
    ({ status }) => status !== 'CLOSED',
  )
  const chats = (await list<Chat>('/api/v1/quick-chat')).filter(
    ({ status, assignee }) => status !== 'CLOSED' && (assignee === null || assignee.id === to.id),
  )
  if (tickets.length === 0 || chats.length === 0) return null
  const stage: Stage = { random, colleagues, toId: to.id, tickets, chats, onShift: new Set() }
  return Object.fromEntries(STAFF_KINDS.map((kind) => [kind, () => PLAYS[kind](stage)])) as Record<StaffKind, Play>
}
