/** Columns and indexes of tickets and chats in addition to the fields of their records. */
import { sql } from 'drizzle-orm'
import { index, integer } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import type { Beside } from '@server/platform/records/record-table'

/** Columns that the fields `user` and `assignee` refer to. */
export const PEOPLE = { user: () => users.id, assignee: () => staff.id }

/** @param table its name */
export const conversationTable = (table: string): Beside => ({
  /** Number of the newest message. */
  columns: { last_seq: integer().notNull().default(0) },
  indexes: ({ assignee_id, store_code }) => [
    index(`${table}_unread`)
      .on(assignee_id!, store_code!)
      .where(sql`unread_count > 0`),
  ],
})
