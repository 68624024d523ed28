/** Tickets and chats as conversations: locks, assignment and unread messages. Their lists are those of their records. */
import type { Subject } from '@contract/permissions'
import { isoTime } from '@server/platform/db/iso-time'
import type { Queryable } from '@server/platform/ports/db'
import { createParams, type Params } from '@server/platform/db/params'
import { readTogether, type Reading } from '@server/platform/db/reading'
import type { Principal } from '@server/platform/modules/access/principal'

export interface ConversationKind {
  readonly table: 'support_tickets' | 'chats'
  readonly subject: Extract<Subject, 'SupportTickets' | 'QuickChat'>
  /** Column of its messages with its id. */
  readonly messageKey: 'ticket_id' | 'chat_id'
}

export const TICKETS: ConversationKind = {
  table: 'support_tickets',
  subject: 'SupportTickets',
  messageKey: 'ticket_id',
}
export const CHATS: ConversationKind = { table: 'chats', subject: 'QuickChat', messageKey: 'chat_id' }

/** Limits conversations to the stores that the caller may see. */
const inStores = (principal: Principal, params: Params): string =>
  principal.stores ? `c.store_code = any(${params.add(principal.stores, 'text[]')})` : 'true'

/** A locked conversation that is about to be changed. */
export interface Locked {
  id: string
  version: number
  status: string
  assignee_id: string | null
  user_id: string
  unread_count: number
  last_seq: number
  store: string | null
}

/** @returns null where it does not exist, or its store is not visible to the caller */
export async function lockConversation(
  tx: Queryable,
  kind: ConversationKind,
  id: string,
  principal: Principal,
): Promise<Locked | null> {
  const params = createParams()
  const key = params.add(id, 'uuid')
  const [row] = await tx.query<Locked>(
    `select c.id::text as id, c.version, c.status, c.assignee_id::text as assignee_id, c.user_id::text as user_id, c.unread_count, c.last_seq, c.store_code as store
     from ${kind.table} c where c.id = ${key} and ${inStores(principal, params)} for update`,
    params.values,
  )
  return row ?? null
}

/** A conversation that is reassigned. */
export interface Held {
  id: string
  version: number
  store: string | null
  /** Its name for staff: a ticket's number, or the user who writes in a chat. */
  label: string
}

const labelOf = (kind: ConversationKind) =>
  kind === TICKETS
    ? `'ticket ' || c.number`
    : `'the chat with ' || (select u.username from users u where u.id = c.user_id)`

/** Locks those of these conversations that are assigned to a person. */
export const lockHeld = (
  tx: Queryable,
  kind: ConversationKind,
  ids: readonly string[],
  staffId: string,
): Promise<Held[]> =>
  tx.query<Held>(
    `select c.id::text as id, c.version, c.store_code as store, ${labelOf(kind)} as label
     from ${kind.table} c where c.id = any($1::uuid[]) and c.assignee_id = $2::uuid order by c.id for update of c`,
    [ids, staffId],
  )

/** Conversations that need no more work keep their assignee. */
const IS_OPEN: Readonly<Record<ConversationKind['table'], string>> = {
  support_tickets: `c.status not in ('RESOLVED', 'CLOSED')`,
  chats: `c.status <> 'CLOSED'`,
}
/** Condition for the open conversations of a person. @param staffId SQL */
export const openOf = ({ table }: ConversationKind, staffId: string): string =>
  `c.assignee_id = ${staffId} and ${IS_OPEN[table]}`

/** Locks the open conversations that are assigned to a person. */
export const lockOpen = (tx: Queryable, kind: ConversationKind, staffId: string): Promise<Held[]> =>
  tx.query<Held>(
    `select c.id::text as id, c.version, c.store_code as store, ${labelOf(kind)} as label
     from ${kind.table} c where ${openOf(kind, '$1::uuid')} order by c.id for update of c`,
    [staffId],
  )

/** Assigns locked conversations to a person; null: to nobody. @param at ISO time */
export async function giveTo(
  tx: Queryable,
  kind: ConversationKind,
  ids: readonly string[],
  staffId: string | null,
  at: string,
): Promise<void> {
  await tx.query(
    `update ${kind.table} set assignee_id = $2::uuid, updated_at = $3::timestamptz, version = version + 1 where id = any($1::uuid[])`,
    [ids, staffId, at],
  )
}

/** The JSON of a message. `m` is its row. */
export const MESSAGE = `json_build_object('id', m.id, 'seq', m.seq, 'sender', m.sender, 'sender_id', m.sender_id, 'body', m.body, 'client_id', m.client_id, 'createdAt', ${isoTime('m.created_at')})::text`

/** Unread messages by assignee and store: few rows, from which each person's count is calculated. */
export type UnreadGroups = readonly { assignee_id: string | null; store: string | null; n: number }[]

/** @returns the groups, for one statement with other reads */
export const unreadGroups = (kind: ConversationKind): Reading<UnreadGroups> => ({
  sql: () => `select coalesce(json_agg(g order by g.assignee_id, g.store), '[]') from (
    select assignee_id, store_code as store, sum(unread_count)::int as n from ${kind.table} where unread_count > 0 and status <> 'CLOSED' group by 1, 2) g`,
  parse: (value) => value as UnreadGroups,
})

export const readUnreadGroups = async (db: Queryable, kind: ConversationKind): Promise<UnreadGroups> =>
  (await readTogether(db, [unreadGroups(kind)]))[0]

/** Unread messages for one person: those of conversations that are assigned to them or to nobody, in the stores that they may see. */
export const unreadOf = (groups: UnreadGroups, { staffId, stores }: Pick<Principal, 'staffId' | 'stores'>): number =>
  groups
    .filter(
      ({ assignee_id, store }) =>
        (assignee_id === null || assignee_id === staffId) &&
        (stores === null || (store !== null && stores.includes(store))),
    )
    .reduce((sum, { n }) => sum + n, 0)
