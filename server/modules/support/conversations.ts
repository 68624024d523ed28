/** Tickets and chats as the database holds them: what one may see of them, their messages, and what nobody has read yet. */
import { DEFAULT_PAGE_SIZE } from '@contract/constants'
import { CHAT_FIELDS } from '@contract/http/chat'
import { TICKET_FIELDS } from '@contract/http/support'
import { EVERYTHING, rightsOn, type Subject } from '@contract/permissions'
import type { Db, Queryable } from '@server/db/db'
import { createParams, type Params } from '@server/db/params'
import { forbidden } from '@server/http/failure'
import type { Principal } from '@server/modules/access/principal'

const iso = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export interface ConversationKind {
  readonly table: 'support_tickets' | 'chats'
  readonly subject: Extract<Subject, 'SupportTickets' | 'QuickChat'>
  /** Column of its messages that names it. */
  readonly messageKey: 'ticket_id' | 'chat_id'
  /** Field of the contract → its SQL. `c` is the row, `u` its user, `a` whom it is assigned to. */
  readonly fields: Readonly<Record<string, string>>
  readonly searched: readonly string[]
}

const shared = {
  user: `json_build_object('id', u.id, 'username', u.username)`,
  assignee: `case when a.id is null then null else json_build_object('id', a.id, 'username', a.username) end`,
  status: 'c.status',
  unread_count: 'c.unread_count',
  last_message_at: iso('c.last_message_at'),
  createdAt: iso('c.created_at'),
  updatedAt: iso('c.updated_at'),
}
const ticketFields: Record<(typeof TICKET_FIELDS)[number], string> = {
  ...shared,
  number: 'c.number',
  subject: 'c.subject',
  priority: 'c.priority',
  channel: 'c.channel',
  escalation_level: 'c.escalation_level',
}
const chatFields: Record<(typeof CHAT_FIELDS)[number], string> = { ...shared, last_message: 'c.last_message' }

export const TICKETS: ConversationKind = {
  table: 'support_tickets',
  subject: 'SupportTickets',
  messageKey: 'ticket_id',
  fields: ticketFields,
  searched: ['number', 'subject'],
}
export const CHATS: ConversationKind = {
  table: 'chats',
  subject: 'QuickChat',
  messageKey: 'chat_id',
  fields: chatFields,
  searched: ['last_message'],
}

/** What orders them; the JSON of a person or a time as text sorts by nothing that means anything. */
const SORT_KEY: Readonly<Record<string, string>> = {
  user: 'u.username',
  assignee: 'a.username',
  last_message_at: 'c.last_message_at',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
}

export interface ConversationQuery {
  page?: number
  itemNo?: number
  search?: string
  sort_by?: string
  sort_order?: 'asc' | 'desc'
  fields?: string[]
  id?: string[]
  status?: string
  assignee_id?: string
}

const FROM = (kind: ConversationKind) =>
  `from ${kind.table} c join users u on u.id = c.user_id left join staff a on a.id = c.assignee_id`

/** Those of the stores that the caller sees. */
export const inStores = (principal: Principal, params: Params): string =>
  principal.stores ? `c.store = any(${params.add(principal.stores, 'text[]')})` : 'true'

function readable(kind: ConversationKind, principal: Principal): string[] {
  const { read } = rightsOn(principal.access, kind.subject)
  const names = Object.keys(kind.fields)
  return read.includes(EVERYTHING) ? names : names.filter((name) => read.includes(name))
}

/** The JSON of a row, as text: id and version, and of the fields those that the caller may read. */
function rowJson(kind: ConversationKind, principal: Principal, asked?: readonly string[]): string {
  const names = readable(kind, principal).filter((name) => asked?.includes(name) ?? true)
  const columns = ['c.id', ...names.map((name) => `${kind.fields[name]!} as "${name}"`), 'c.version'].join(', ')
  return `(select row_to_json(t) from (select ${columns}) t)::text`
}

/** @returns a page as the text of a JSON array. @throws 403 where a field is asked for that may not be read */
export async function readConversations(
  db: Db,
  kind: ConversationKind,
  query: ConversationQuery,
  principal: Principal,
): Promise<{ json: string; total_count: number }> {
  const allowed = readable(kind, principal)
  const mustRead = (name: string) => {
    if (!allowed.includes(name)) throw forbidden(`You may not read ${name} of ${kind.subject}.`)
  }
  const params = createParams()
  const conditions = [inStores(principal, params)]
  if (query.id) conditions.push(`c.id = any(${params.add(query.id, 'uuid[]')})`)
  if (query.status) {
    mustRead('status')
    conditions.push(`c.status = ${params.add(query.status, 'text')}`)
  }
  if (query.assignee_id) {
    mustRead('assignee')
    conditions.push(`c.assignee_id = ${params.add(query.assignee_id, 'uuid')}`)
  }
  if (query.search) {
    const pattern = params.add(`%${query.search.replace(/[\\%_]/g, '\\$&')}%`, 'text')
    const texts = kind.searched
      .filter((name) => allowed.includes(name))
      .map((name) => `${kind.fields[name]!} ilike ${pattern}`)
    if (allowed.includes('user')) texts.push(`u.username ilike ${pattern}`)
    conditions.push(texts.length === 0 ? 'false' : `(${texts.join(' or ')})`)
  }
  if (query.sort_by) mustRead(query.sort_by)
  const direction = (query.sort_order ?? (query.sort_by ? 'asc' : 'desc')) === 'desc' ? 'desc' : 'asc'
  const key = query.sort_by ? `${SORT_KEY[query.sort_by] ?? kind.fields[query.sort_by]!} ${direction} nulls last, ` : ''
  const size = query.itemNo ?? DEFAULT_PAGE_SIZE
  const offset = Math.min(((query.page ?? 1) - 1) * size, Number.MAX_SAFE_INTEGER)
  const where = `where ${conditions.join(' and ')}`
  const [row] = await db.query<{ rows: string; total: number }>(
    `select coalesce((select string_agg(x.j, ',') from (select ${rowJson(kind, principal, query.fields)} as j ${FROM(kind)} ${where}
       order by ${key}c.id ${direction} limit ${params.add(size, 'bigint')} offset ${params.add(offset, 'bigint')}) x), '') as rows,
       (select count(*)::int ${FROM(kind)} ${where}) as total`,
    params.values,
  )
  return { json: `[${row!.rows}]`, total_count: row!.total }
}

/** A conversation that is to be changed, under a lock. */
export interface Locked {
  id: string
  version: number
  status: string
  assignee_id: string | null
  user_id: string
  unread_count: number
  last_seq: number
  store: string | null
  /** Tickets only. */
  number: string
  subject: string
  escalation_level: number
}

/** @returns null where it is not there, or of a store that the caller does not see */
export async function lockConversation(
  tx: Queryable,
  kind: ConversationKind,
  id: string,
  principal: Principal,
): Promise<Locked | null> {
  const params = createParams()
  const key = params.add(id, 'uuid')
  const own =
    kind === TICKETS ? 'c.number, c.subject, c.escalation_level' : `'' as number, '' as subject, 0 as escalation_level`
  const [row] = await tx.query<Locked>(
    `select c.id::text as id, c.version, c.status, c.assignee_id::text as assignee_id, c.user_id::text as user_id, c.unread_count, c.last_seq, c.store, ${own}
     from ${kind.table} c where c.id = ${key} and ${inStores(principal, params)} for update`,
    params.values,
  )
  return row ?? null
}

/** A conversation that changes hands. */
export interface Held {
  id: string
  version: number
  store: string | null
  /** What staff know it by: a ticket's number, or the user who writes in a chat. */
  label: string
}

/** Of these conversations, those that a person holds, under a lock. */
export const lockHeld = (
  tx: Queryable,
  kind: ConversationKind,
  ids: readonly string[],
  staffId: string,
): Promise<Held[]> =>
  tx.query<Held>(
    `select c.id::text as id, c.version, c.store, ${kind === TICKETS ? `'ticket ' || c.number` : `'the chat with ' || (select u.username from users u where u.id = c.user_id)`} as label
     from ${kind.table} c where c.id = any($1::uuid[]) and c.assignee_id = $2::uuid order by c.id for update of c`,
    [ids, staffId],
  )

/** Gives locked conversations to somebody. @param at ISO time */
export async function giveTo(
  tx: Queryable,
  kind: ConversationKind,
  ids: readonly string[],
  staffId: string,
  at: string,
): Promise<void> {
  await tx.query(
    `update ${kind.table} set assignee_id = $2::uuid, updated_at = $3::timestamptz, version = version + 1 where id = any($1::uuid[])`,
    [ids, staffId, at],
  )
}

/** @returns the JSON of one, as the caller may see it */
export async function readConversation(
  db: Queryable,
  kind: ConversationKind,
  id: string,
  principal: Principal,
): Promise<string> {
  const [row] = await db.query<{ j: string }>(
    `select ${rowJson(kind, principal)} as j ${FROM(kind)} where c.id = $1::uuid`,
    [id],
  )
  return row!.j
}

/** The JSON of a message. `m` is its row. */
export const MESSAGE = `json_build_object('id', m.id, 'seq', m.seq, 'sender', m.sender, 'sender_id', m.sender_id, 'body', m.body, 'client_id', m.client_id, 'createdAt', ${iso('m.created_at')})::text`

/** Unread messages by whom they are assigned to and by store: few rows, and each person's count is made of them. */
export type UnreadGroups = readonly { assignee_id: string | null; store: string | null; n: number }[]

export const readUnreadGroups = (db: Queryable, kind: ConversationKind): Promise<UnreadGroups> =>
  db.query<{ assignee_id: string | null; store: string | null; n: number }>(
    `select assignee_id::text as assignee_id, store, sum(unread_count)::int as n from ${kind.table} where unread_count > 0 and status <> 'CLOSED' group by 1, 2`,
  )

/** What waits for one person: the unread messages of what is his own or nobody's, in the stores that he sees. */
export const unreadOf = (groups: UnreadGroups, { staffId, stores }: Pick<Principal, 'staffId' | 'stores'>): number =>
  groups
    .filter(
      ({ assignee_id, store }) =>
        (assignee_id === null || assignee_id === staffId) &&
        (stores === null || (store !== null && stores.includes(store))),
    )
    .reduce((sum, { n }) => sum + n, 0)
