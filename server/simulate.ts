/**
 * Simulates users and colleagues on a running server through its API, signed in as the demo's people: a ticket is assigned or
 * escalated, a shift is handed over, users write messages in tickets and chats.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createRandom, type Random } from './db/random'
import { signInAt, type Caller } from './simulate/caller'

const KINDS = ['assigned', 'escalated', 'handover', 'ticket-message', 'chat-message'] as const
type Kind = (typeof KINDS)[number]

const USAGE = `npm run simulate -- [options]

Plays tickets, handovers and messages against a running server, as the demo's people over its API.

  --host URL      the server (default http://127.0.0.1:4000)
  --to EMAIL      who is told (default support@pitboss.test; may be given as "support" too)
  --kind KINDS    ${KINDS.join(', ')}; several with commas; all by default
  --count N       how many (default 20)
  --rate N        how many a second (default 2; 0 as fast as the server answers)
  --seed N        the same seed plays the same on the same data (default 1)
  --password TEXT of the accounts (default the demo's, which the server tells)
  --json          one line of JSON at the end in the place of words
  --help          this`

/** The simulation cannot start; the message is the line that is printed. */
class CannotBegin extends Error {}

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

interface Options {
  host: string
  to: string
  kinds: Kind[]
  count: number
  rate: number
  seed: number
  password: string | undefined
  json: boolean
}

const whole = (text: string, name: string, min: number): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < min) throw new CannotBegin(`--${name} is a number from ${min}.`)
  return value
}

function readOptions(): Options | null {
  let values
  try {
    values = parseArgs({
      options: {
        host: { type: 'string', default: 'http://127.0.0.1:4000' },
        to: { type: 'string', default: 'support' },
        kind: { type: 'string', default: KINDS.join(',') },
        count: { type: 'string', default: '20' },
        rate: { type: 'string', default: '2' },
        seed: { type: 'string', default: '1' },
        password: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new CannotBegin(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
  if (values.help) return null
  if (!URL.canParse(values.host)) throw new CannotBegin('--host is an address such as http://127.0.0.1:4000.')
  const kinds = values.kind
    .split(',')
    .map((kind) => kind.trim())
    .filter(Boolean)
  const unknown = kinds.find((kind) => !(KINDS as readonly string[]).includes(kind))
  if (unknown !== undefined || kinds.length === 0)
    throw new CannotBegin(`--kind ${unknown ?? ''} is none of ${KINDS.join(', ')}.`)
  return {
    host: values.host.replace(/\/$/, ''),
    to: values.to.includes('@') ? values.to : `${values.to}@pitboss.test`,
    kinds: kinds as Kind[],
    count: Math.floor(whole(values.count, 'count', 1)),
    rate: whole(values.rate, 'rate', 0),
    seed: Math.floor(whole(values.seed, 'seed', 0)),
    password: values.password,
    json: values.json,
  }
}

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

const PLAYS: Record<Kind, (stage: Stage) => Promise<string>> = {
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
      idempotencyKey: randomUUID(),
    })
    return `a user writes in ${ticket.number}`
  },
  async 'chat-message'({ random, colleagues, chats }) {
    const [by, chat] = [random.pick(colleagues), random.pick(chats)]
    await by.expect('POST', `/api/v1/quick-chat/${chat.id}/message`, {
      body: { client_id: randomUUID(), body: random.pick(LINES), sender: 'USER' },
      idempotencyKey: randomUUID(),
    })
    return 'a user writes in a chat'
  },
}

async function prepare(options: Options): Promise<Stage> {
  const { host, to } = options
  const offered = await fetch(`${host}/api/auth/providers`).then(
    async (answer) => ((await answer.json()) as { demo?: { password: string; accounts: { email: string }[] } }).demo,
    () => {
      throw new CannotBegin(`${host} cannot be reached. Start the server first: npm start`)
    },
  )
  const password = options.password ?? offered?.password
  if (!password) throw new CannotBegin(`${host} is no demo: give --password.`)
  const players = ['lead@pitboss.test', 'manager@pitboss.test', 'admin@pitboss.test', 'support@pitboss.test'].filter(
    (email) => email !== to,
  )
  const [receiver, ...colleagues] = await Promise.all(
    [to, ...players].map((email) => signInAt(host, email, password)),
  ).catch((error: unknown) => {
    throw new CannotBegin(error instanceof Error ? error.message : String(error))
  })
  const by = colleagues[0]!
  const list = async <T>(path: string) => (await by.expect<{ data: T[] }>('GET', `${path}?itemNo=200`)).data
  const mine = (entry: { status: string; assignee: { id: string } | null }) =>
    entry.status !== 'CLOSED' && (entry.assignee === null || entry.assignee.id === receiver!.id)
  const tickets = (await list<Ticket>('/api/v1/admin-support-ticket/search')).filter(
    (ticket) => ticket.status !== 'CLOSED',
  )
  const chats = (await list<Chat>('/api/v1/quick-chat')).filter(mine)
  if (tickets.length === 0 || chats.length === 0)
    throw new CannotBegin('There are no open tickets or chats to play with: npm run seed makes some.')
  return { random: createRandom(options.seed), colleagues, toId: receiver!.id, tickets, chats, onShift: new Set() }
}

async function main(): Promise<void> {
  const options = readOptions()
  if (!options) return console.log(USAGE)
  const stage = await prepare(options)
  const done: Partial<Record<Kind, number>> = {}
  const failures: string[] = []
  const began = performance.now()
  for (let index = 0; index < options.count; index += 1) {
    const kind = stage.random.pick(options.kinds)
    if (options.rate > 0)
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, began + (index * 1000) / options.rate - performance.now())),
      )
    try {
      const words = await PLAYS[kind](stage)
      done[kind] = (done[kind] ?? 0) + 1
      if (!options.json) console.log(`${String(index + 1).padStart(String(options.count).length)}  ${words}`)
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
      if (!options.json) console.error(`${index + 1}  failed: ${failures.at(-1)}`)
    }
  }
  const seconds = Number(((performance.now() - began) / 1000).toFixed(2))
  if (options.json)
    console.log(JSON.stringify({ to: options.to, seed: options.seed, done, failures: failures.length, seconds }))
  else console.log(`\n${options.count - failures.length} of ${options.count} in ${seconds} s, told to ${options.to}`)
  if (failures.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error(
    error instanceof CannotBegin
      ? error.message
      : `The play broke off: ${error instanceof Error ? error.message : String(error)}`,
  )
  process.exitCode = 2
})
