/** The messages of tickets and chats. */
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { staff } from '@server/platform/db/schema'
import { chats } from './chat'
import { supportTickets } from './ticket'

/** Each message belongs to exactly one ticket or chat. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    ticket_id: uuid().references(() => supportTickets.id),
    chat_id: uuid().references(() => chats.id),
    seq: integer().notNull(),
    /** USER or STAFF */
    sender: text().notNull(),
    sender_id: uuid().notNull(),
    /** The member of staff who entered the message for the user, if any. */
    entered_by: uuid().references(() => staff.id),
    body: text().notNull(),
    client_id: uuid().notNull(),
    created_at: timestamp({ precision: 3, withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('messages_ticket_seq').on(table.ticket_id, table.seq),
    uniqueIndex('messages_chat_seq').on(table.chat_id, table.seq),
    uniqueIndex('messages_ticket_client').on(table.ticket_id, table.client_id),
    uniqueIndex('messages_chat_client').on(table.chat_id, table.client_id),
    check('messages_of_one', sql`(ticket_id is null) <> (chat_id is null)`),
  ],
)
