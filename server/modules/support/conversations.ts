/** Tickets and chats in the database: lists of them, their messages, and unread counts. */
import { DEFAULT_PAGE_SIZE } from '@contract/constants'
import { CHAT_FIELDS } from '@contract/http/chat'
import { TICKET_FIELDS } from '@contract/http/support'
import { EVERYTHING, rightsOn, type Subject } from '@contract/permissions'
import type { Db, Queryable } from '@server/db/db'
import { orderOf, streamList, type RowBatches } from '@server/db/list-stream'
import { createParams, type Params } from '@server/db/params'
import { readTogether, type Reading } from '@server/db/reading'
import { searchConditions, type Searched } from '@server/db/search'
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
  readonly searched: Searched
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

/** Usernames have no accents. */
const SEARCHED_USER = { user: 'lower(u.username)' }

export const TICKETS: ConversationKind = {
  table: 'support_tickets',
  subject: 'SupportTickets',
  messageKey: 'ticket_id',
  fields: ticketFields,
  searched: {
    id: 'c.id',
    column: 'c.search_text',
    fields: { number: 'fold(c.number)', subject: 'fold(c.subject)' },
    joined: SEARCHED_USER,
  },
}
export const CHATS: ConversationKind = {
  table: 'chats',
  subject: 'QuickChat',
  messageKey: 'chat_id',
  fields: chatFields,
  searched: {
    id: 'c.id',
    column: 'c.search_text',
    fields: { last_message: 'fold(c.last_message)' },
    joined: SEARCHED_USER,
  },
}

/** What a field sorts by where that is not text, or not the field's own value. */
const SORT_KEY: Readonly<Record<string, { key: string; type: string }>> = {
  user: { key: 'u.username', type: 'text' },
  assignee: { key: 'a.username', type: 'text' },
  escalation_level: { key: 'c.escalation_level', type: 'int' },
  unread_count: { key: 'c.unread_count', type: 'int' },
  last_message_at: { key: 'c.last_message_at', type: 'timestamptz' },
  createdAt: { key: 'c.created_at', type: 'timestamptz' },
  updatedAt: { key: 'c.updated_at', type: 'timestamptz' },
}
/** A list of more rows than this is streamed. */
const ONE_PIECE = 1000

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

const sourceOf = (kind: ConversationKind) =>
  `${kind.table} c join users u on u.id = c.user_id left join staff a on a.id = c.assignee_id`

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

/** What a query asks for, with the caller's rights. @throws 403 where it names a field that the caller may not read */
function planOf(kind: ConversationKind, query: ConversationQuery, principal: Principal) {
  const allowed = readable(kind, principal)
  const mustRead = (name: string) => {
    if (!allowed.includes(name)) throw forbidden(`You may not read ${name} of ${kind.subject}.`)
  }
  const params = createParams()
  const where = [inStores(principal, params)]
  if (query.id) where.push(`c.id = any(${params.add(query.id, 'uuid[]')})`)
  if (query.status) {
    mustRead('status')
    where.push(`c.status = ${params.add(query.status, 'text')}`)
  }
  if (query.assignee_id) {
    mustRead('assignee')
    where.push(`c.assignee_id = ${params.add(query.assignee_id, 'uuid')}`)
  }
  if (query.search) where.push(...searchConditions(kind.searched, query.search, allowed, params))
  const { sort_by: sortBy } = query
  if (sortBy) mustRead(sortBy)
  const limit = query.itemNo ?? DEFAULT_PAGE_SIZE
  return {
    json: rowJson(kind, principal, query.fields),
    source: sourceOf(kind),
    where,
    values: params.values,
    id: 'c.id',
    sort: sortBy ? (SORT_KEY[sortBy] ?? { key: kind.fields[sortBy]!, type: 'text' }) : null,
    descending: (query.sort_order ?? (sortBy ? 'asc' : 'desc')) === 'desc',
    limit,
    offset: Math.min(((query.page ?? 1) - 1) * limit, Number.MAX_SAFE_INTEGER),
    // Users are joined for the search alone: every conversation has one.
    counted: query.search ? sourceOf(kind) : `${kind.table} c`,
  }
}

/** A page as the text of a JSON array; or the rows of a long list, with its total to be asked for after the last one. */
export type Conversations =
  { json: string; total_count: number } | { rows: RowBatches; total: (sent: number) => Promise<number> }

/**
 * @param call `streamed`: a stream is wanted for a short list too; `signal` ends it
 * @throws 403 where the query names a field that the caller may not read
 */
export async function readConversations(
  db: Db,
  kind: ConversationKind,
  query: ConversationQuery,
  call: { principal: Principal; streamed: boolean; readonly signal: AbortSignal },
): Promise<Conversations> {
  const plan = planOf(kind, query, call.principal)
  const where = `where ${plan.where.join(' and ')}`
  const count = `select count(*)::int as total from ${plan.counted} ${where}`
  if (call.streamed || plan.limit > ONE_PIECE) {
    const total = async (sent: number) =>
      plan.offset === 0 && sent < plan.limit ? sent : (await db.query<{ total: number }>(count, plan.values))[0]!.total
    return { rows: streamList(db, plan, call.signal), total }
  }
  const params = createParams()
  params.values.push(...plan.values)
  const [row] = await db.query<{ rows: string; total: number }>(
    `select coalesce((select string_agg(x.j, ',') from (select ${plan.json} as j from ${plan.source} ${where} ${orderOf(plan)}
       limit ${params.add(plan.limit, 'bigint')} offset ${params.add(plan.offset, 'bigint')}) x), '') as rows, (${count}) as total`,
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
    `select ${rowJson(kind, principal)} as j from ${sourceOf(kind)} where c.id = $1::uuid`,
    [id],
  )
  return row!.j
}

/** The JSON of a message. `m` is its row. */
export const MESSAGE = `json_build_object('id', m.id, 'seq', m.seq, 'sender', m.sender, 'sender_id', m.sender_id, 'body', m.body, 'client_id', m.client_id, 'createdAt', ${iso('m.created_at')})::text`

/** Unread messages by whom they are assigned to and by store: few rows, and each person's count is made of them. */
export type UnreadGroups = readonly { assignee_id: string | null; store: string | null; n: number }[]

/** @returns the groups, for one statement with other reads */
export const unreadGroups = (kind: ConversationKind): Reading<UnreadGroups> => ({
  sql: () => `select coalesce(json_agg(g order by g.assignee_id, g.store), '[]') from (
    select assignee_id, store, sum(unread_count)::int as n from ${kind.table} where unread_count > 0 and status <> 'CLOSED' group by 1, 2) g`,
  parse: (value) => value as UnreadGroups,
})

export const readUnreadGroups = async (db: Queryable, kind: ConversationKind): Promise<UnreadGroups> =>
  (await readTogether(db, [unreadGroups(kind)]))[0]

/** What waits for one person: the unread messages of what is his own or nobody's, in the stores that he sees. */
export const unreadOf = (groups: UnreadGroups, { staffId, stores }: Pick<Principal, 'staffId' | 'stores'>): number =>
  groups
    .filter(
      ({ assignee_id, store }) =>
        (assignee_id === null || assignee_id === staffId) &&
        (stores === null || (store !== null && stores.includes(store))),
    )
    .reduce((sum, { n }) => sum + n, 0)
