/** Demo data of daily work: shifts, tickets, chats, a handover, and the notifications about them. */
import type { NotificationKeyword } from '@contract/entities/notification'
import type { Queryable } from '@server/platform/ports/db'
import { insertRows } from '@server/platform/db/insert-rows'
import type { Random } from './random'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Days before and after today that have shifts; enough ahead for a demo that is kept for weeks. */
const SHIFT_DAYS = { back: 7, ahead: 60 } as const
const TICKETS = 60
const CHATS = 40

const SUBJECTS = [
  'Withdrawal is still pending',
  'Cannot sign in to Lumen Arcade',
  'Deposit does not show in my wallet',
  'Bonus was not credited',
  'Change of my phone number',
  'Load to Orchid Lounge failed',
  'Document was refused',
  'Charged twice for one deposit',
  'Please raise my limit',
  'Spin did not count',
  'Account is locked after a trip',
  'Wrong amount redeemed',
  'Referral bonus of a friend',
  'Close my account',
  'Which coins can I deposit?',
] as const
const USER_LINES = [
  'Hi, can somebody look at this?',
  'I sent the document again.',
  'It has been two hours now.',
  'Can you load 50 to my account please?',
  'Thanks, that worked.',
  'The app says try again later.',
  'I still do not see the credits.',
  'Is there any news?',
  'My name on the bank account is spelled differently.',
  'Please redeem 120 to my wallet.',
] as const
const STAFF_LINES = [
  'Thank you, I am looking into it.',
  'Could you send the receipt?',
  'Finance is checking the payment.',
  'Done: please look again.',
  'I have asked the platform and come back to you.',
] as const
/** Roles that serve users; tickets and chats are assigned to them. */
const SERVING = ['SUPPORT_AGENT', 'SUPPORT_LEAD', 'MANAGER', 'ADMIN', 'SUPER_ADMIN']

interface Person {
  id: string
  role: string
  username: string
  email: string
  is_deleted: boolean
}
interface EndUser {
  id: string
  store: string
}
/** People who exist already. */
export interface People {
  staff: readonly Person[]
  users: readonly EndUser[]
  /** Emails of the demo's sign-ins. */
  signIns: readonly string[]
}

const iso = (at: number) => new Date(Math.floor(at)).toISOString()
const clockTime = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
const TIMES = {
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  started_at: 'timestamptz',
  ended_at: 'timestamptz',
  last_message_at: 'timestamptz',
}

/** Demo accounts have a short shift every hour, so that the button can be tried at any time; others work the three usual shifts. */
function shiftsOf(random: Random, { staff, signIns }: People, anchor: number) {
  const made = { created_at: iso(anchor - 90 * DAY), updated_at: iso(anchor - 90 * DAY) }
  const template = (name: string, hour: number, hours: number, early_start_minutes: number) => ({
    id: random.id(anchor - 90 * DAY),
    name,
    start_time: clockTime(hour),
    end_time: clockTime(hour + hours),
    early_start_minutes,
    ...made,
  })
  const long = [template('Morning', 6, 8, 15), template('Afternoon', 14, 8, 15), template('Night', 22, 8, 15)]
  const short = [0, 4, 8, 12, 16, 20].map((hour) => template(`Desk ${clockTime(hour)}`, hour, 4, 240))
  const startOf = (start: { start_time: string }) => Number(start.start_time.slice(0, 2)) * HOUR

  const shifts = staff.flatMap((person, index) =>
    Array.from({ length: SHIFT_DAYS.back + SHIFT_DAYS.ahead }, (_, number) => number - SHIFT_DAYS.back).flatMap(
      (day) => {
        const isDemo = signIns.includes(person.email)
        // Two days off in seven, at different times for each person.
        if (!isDemo && (day + SHIFT_DAYS.back + index) % 7 < 2) return []
        return (isDemo ? short : [long[index % long.length]!]).map((of) => {
          const starts = anchor + day * DAY + startOf(of)
          const ends = starts + (isDemo ? 4 : 8) * HOUR
          const isPast = ends <= anchor
          const wasMissed = isPast && random.next() < 0.04
          const [begun, over] = [starts + random.integer(-8, 9) * MINUTE, ends + random.integer(-4, 25) * MINUTE]
          return {
            id: random.id(anchor - 30 * DAY),
            shift_template_id: of.id,
            staff_id: person.id,
            starts_at: iso(starts),
            ends_at: iso(ends),
            status: isPast ? (wasMissed ? 'MISSED' : 'ENDED') : 'SCHEDULED',
            started_at: isPast && !wasMissed ? iso(begun) : null,
            ended_at: isPast && !wasMissed ? iso(over) : null,
            created_at: iso(anchor - 30 * DAY),
            updated_at: iso(isPast ? over : anchor - 30 * DAY),
          }
        })
      },
    ),
  )
  return { templates: [...long, ...short], shifts }
}

interface Line {
  sender: 'USER' | 'STAFF'
  body: string
  at: number
}

/** Lines of a conversation, oldest first, the last at `until`; the user writes the first. */
function linesOf(random: Random, count: number, until: number): Line[] {
  return Array.from({ length: count }, (_, index): Line => {
    const isUser = index === 0 || random.next() < 0.6
    return {
      sender: isUser ? 'USER' : 'STAFF',
      body: random.pick(isUser ? USER_LINES : STAFF_LINES),
      at: until - (count - 1 - index) * random.integer(2, 40) * MINUTE,
    }
  })
}

/** Number of the user's messages after the last answer. */
const unreadOf = (lines: readonly Line[]) => lines.length - 1 - lines.findLastIndex((line) => line.sender === 'STAFF')

function conversationsOf(random: Random, { staff, users }: People, anchor: number) {
  const serving = staff.filter((person) => SERVING.includes(person.role) && !person.is_deleted)
  const messages: Record<string, unknown>[] = []
  const base = (count: number, until: number, isOpen: boolean, assigned: boolean) => {
    const user = random.pick(users)
    const lines = linesOf(random, count, until)
    const assignee = assigned ? random.pick(serving).id : null
    const id = random.id(lines[0]!.at)
    return {
      lines,
      user,
      row: {
        id,
        user_id: user.id,
        store_code: user.store,
        assignee_id: assignee,
        unread_count: isOpen ? unreadOf(lines) : 0,
        last_seq: lines.length,
        last_message_at: iso(lines.at(-1)!.at),
        created_at: iso(lines[0]!.at),
        updated_at: iso(lines.at(-1)!.at),
      },
    }
  }
  const keep = (
    key: 'ticket_id' | 'chat_id',
    row: { id: string; user_id: string; assignee_id: string | null },
    lines: readonly Line[],
  ) => {
    for (const [index, line] of lines.entries()) {
      messages.push({
        id: random.id(line.at),
        ticket_id: key === 'ticket_id' ? row.id : null,
        chat_id: key === 'chat_id' ? row.id : null,
        seq: index + 1,
        sender: line.sender,
        sender_id: line.sender === 'USER' ? row.user_id : (row.assignee_id ?? serving[0]!.id),
        body: line.body,
        client_id: random.id(line.at),
        created_at: iso(line.at),
      })
    }
  }
  const tickets = Array.from({ length: TICKETS }, (_, index) => {
    const status = random.weighted([
      ['NEW', 12],
      ['OPEN', 34],
      ['PENDING', 14],
      ['ON_HOLD', 6],
      ['RESOLVED', 14],
      ['CLOSED', 16],
      ['REOPENED', 4],
    ] as const)
    const isOpen = status !== 'CLOSED' && status !== 'RESOLVED'
    const { lines, row } = base(
      random.integer(1, 6),
      anchor - random.integer(5, isOpen ? 2 * 24 * 60 : 14 * 24 * 60) * MINUTE,
      isOpen,
      status !== 'NEW',
    )
    keep('ticket_id', row, lines)
    return {
      ...row,
      status,
      number: `T-${10_001 + index}`,
      subject: random.pick(SUBJECTS),
      priority: random.weighted([
        ['LOW', 20],
        ['MEDIUM', 50],
        ['HIGH', 22],
        ['URGENT', 8],
      ] as const),
      channel: random.weighted([
        ['APP', 40],
        ['CHAT', 25],
        ['EMAIL', 20],
        ['TELEGRAM', 15],
      ] as const),
      escalation_level: isOpen && random.next() < 0.15 ? random.integer(1, 2) : 0,
    }
  })
  const chats = Array.from({ length: CHATS }, () => {
    const status = random.weighted([
      ['WAITING', 12],
      ['ACTIVE', 45],
      ['IDLE', 23],
      ['CLOSED', 20],
    ] as const)
    const { lines, row } = base(
      random.integer(1, 5),
      anchor - random.integer(1, status === 'CLOSED' ? 3000 : 300) * MINUTE,
      status === 'WAITING' || status === 'ACTIVE',
      status !== 'WAITING',
    )
    keep('chat_id', row, lines)
    return { ...row, status, last_message: lines.at(-1)!.body }
  })
  return { tickets, chats, messages, serving }
}

/** Notifications of the last days for each person who serves users; the newest are unread. */
function notificationsOf(
  random: Random,
  people: readonly Person[],
  tickets: readonly { id: string; number: string; subject: string }[],
  handover: { id: string; from: Person; to: readonly Person[]; at: number } | null,
  anchor: number,
) {
  const rows: Record<string, unknown>[] = []
  const stands: Record<string, unknown>[] = []
  for (const person of people) {
    const own: {
      keyword: NotificationKeyword
      keyword_id: string
      title: string
      description: string
      event_key: string
      at: number
    }[] = Array.from({ length: random.integer(9, 14) }, () => {
      const ticket = random.pick(tickets)
      const level = random.integer(1, 2)
      const [escalated, at] = [random.next() < 0.3, anchor - random.integer(20, 6 * 24 * 60) * MINUTE]
      return {
        keyword: escalated ? 'TICKET_ESCALATED' : 'TICKET_ASSIGNED',
        keyword_id: ticket.id,
        title: escalated ? `Ticket escalated to level ${level}` : 'Ticket assigned to you',
        description: `${ticket.number}: ${ticket.subject}`,
        event_key: `ticket ${ticket.id} demo ${at}`,
        at,
      }
    })
    if (handover?.to.some(({ id }) => id === person.id)) {
      own.push({
        keyword: 'SHIFT_HANDOVER',
        keyword_id: handover.id,
        title: 'Shift handover',
        description: `${handover.from.username} hands over to you: 2 items. Two payouts wait for an answer.`,
        event_key: `handover ${handover.id}`,
        at: handover.at,
      })
    }
    const sorted = own.toSorted((a, b) => a.at - b.at)
    const unreadFrom = sorted.length - random.integer(2, 5)
    for (const [index, { at, ...row }] of sorted.entries()) {
      rows.push({
        id: random.id(at),
        staff_id: person.id,
        ...row,
        is_read: index < unreadFrom,
        created_at: iso(at),
        created_revision: index + 1,
        revision: index + 1,
      })
    }
    stands.push({ staff_id: person.id, unread: sorted.length - unreadFrom, revision: sorted.length })
  }
  return { rows, stands }
}

/**
 * Adds shifts, tickets and chats for staff and users who exist already.
 * @param anchor the moment that all dates are relative to, milliseconds since 1970
 */
export async function seedWork(tx: Queryable, random: Random, people: People, anchor: number): Promise<void> {
  const { templates, shifts } = shiftsOf(random, people, anchor)
  await insertRows(tx, 'shift_templates', templates, { types: { ...TIMES, early_start_minutes: 'integer' } })
  await insertRows(tx, 'shifts', shifts, { types: { ...TIMES, shift_template_id: 'uuid', staff_id: 'uuid' } })
  if (people.users.length === 0) return
  const { tickets, chats, messages, serving } = conversationsOf(random, people, anchor)
  const types = {
    ...TIMES,
    user_id: 'uuid',
    assignee_id: 'uuid',
    unread_count: 'integer',
    last_seq: 'integer',
    escalation_level: 'integer',
    seq: 'integer',
    ticket_id: 'uuid',
    chat_id: 'uuid',
    sender_id: 'uuid',
    client_id: 'uuid',
  }
  await insertRows(tx, 'support_tickets', tickets, { types })
  await insertRows(tx, 'chats', chats, { types })
  await insertRows(tx, 'messages', messages, { types })

  const accounts = serving.filter((person) => people.signIns.includes(person.email))
  const from = serving.find((person) => !accounts.includes(person))
  const last = from && shifts.filter((shift) => shift.staff_id === from.id && shift.status === 'ENDED').at(-1)
  const open = tickets.filter((ticket) => ticket.status === 'OPEN').slice(0, 2)
  const handover =
    from && last && accounts.length > 0
      ? { id: random.id(anchor - 30 * MINUTE), from, to: accounts, at: anchor - 30 * MINUTE }
      : null
  if (handover) {
    for (const ticket of open)
      await tx.query('update support_tickets set assignee_id = $2::uuid where id = $1::uuid', [
        ticket.id,
        handover.from.id,
      ])
    const items = open.map((ticket) => ({
      type: 'TICKET',
      id: ticket.id,
      next_action: `Answer ${ticket.number}`,
      urgency: 'HIGH',
    }))
    await tx.query(
      `insert into shift_handovers (id, from_shift_id, from_staff_id, to_staff_ids, summary, items, created_at, updated_at)
       values ($1::uuid, $2::uuid, $3::uuid, $4::uuid[], $5::text, $6::jsonb, $7::timestamptz, $7::timestamptz)`,
      [
        handover.id,
        last!.id,
        handover.from.id,
        accounts.map(({ id }) => id),
        'Two payouts wait for an answer.',
        JSON.stringify(items),
        iso(handover.at),
      ],
    )
  }
  const told = notificationsOf(random, accounts, tickets, handover, anchor)
  await insertRows(tx, 'notifications', told.rows, {
    types: {
      ...TIMES,
      staff_id: 'uuid',
      keyword_id: 'uuid',
      is_read: 'boolean',
      created_revision: 'bigint',
      revision: 'bigint',
    },
  })
  await insertRows(tx, 'notification_stands', told.stands, {
    types: { staff_id: 'uuid', unread: 'integer', revision: 'bigint' },
  })
}
