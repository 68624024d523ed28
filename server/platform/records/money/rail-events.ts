/** The inbox of rails' events: an event is stored before it is acknowledged, and has its effect once (money, Events). */
import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ precision: 3, withTimezone: true })
export const rail_events = pgTable(
  'rail_events',
  {
    id: uuid().primaryKey(),
    rail: text().notNull(),
    /** The rail's own; a repetition has the same. */
    event_id: text().notNull(),
    /** As it was signed. */
    body: text().notNull(),
    received_at: time().notNull(),
    /** Null: it has had no effect yet. */
    applied_at: time(),
    /** What it led to, or why it led to nothing. */
    outcome: text(),
  },
  ({ rail, event_id }) => [uniqueIndex('rail_events_event').on(rail, event_id)],
)
