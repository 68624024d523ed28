/**
 * Tables of approvals (ledger.md). Triggers in the migration `approvals` enforce who decides and when; they compute how many must
 * approve, the status and the expiry, whatever a statement says.
 */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { staff, users } from './schema'

const money = () => numeric({ precision: 17, scale: 2 })
const time = () => timestamp({ withTimezone: true, precision: 3 })

/** The tiers: up to which amount nobody else, or one other person, must approve; above, two. */
export const approval_policies = pgTable('approval_policies', {
  policy: text().primaryKey(),
  /** Null: never without another person. */
  alone_up_to: money(),
  /** Null: without an upper limit. */
  one_up_to: money(),
  /** From this amount on whoever decides confirms who they are. Null: never. */
  step_up_from: money(),
})

/**
 * What may be approved, by type. The database finds there the row that an approval waits at: a change of this row cancels the
 * approval (trigger `cancel_approvals` of its table), and whoever changed it last does not decide.
 */
export const approval_subjects = pgTable('approval_subjects', {
  subject_type: text().primaryKey(),
  /** Holds what has an effect when it is approved. */
  subject_table: text().notNull(),
  /** Its column with the id of the row that the approval waits at: its own, or that of the grant that is extended. */
  row_column: text().notNull(),
  row_table: text().notNull(),
  /** Name of the row's record. Null: the row is shown in no list, and `record` and `record_id` of the approval stand for it. */
  record: text(),
  /** `subject_type` of the row's audit entries. Null: only its requester writes it. */
  audited_as: text(),
  /** Names of the actions in these entries whose authors never decide about the row, whoever has changed it since. */
  written_by: text().array().notNull().default([]),
})

export const approvals = pgTable(
  'approvals',
  {
    id: uuid().primaryKey(),
    policy: text()
      .notNull()
      .references(() => approval_policies.policy),
    /** What has an effect when it is approved: `adjustment` and its id. */
    subject_type: text()
      .notNull()
      .references(() => approval_subjects.subject_type),
    subject_id: uuid().notNull(),
    /** The row that it waits at, found by the database (`approval_subjects`). */
    row_id: uuid().notNull(),
    /** Whoever decides needs the right to update this subject. */
    permission_subject: text().notNull(),
    /** The record that people know it by: `users` and its id. */
    record: text().notNull(),
    record_id: uuid().notNull(),
    store_code: text(),
    title: text().notNull(),
    /** { label, value }[] */
    details: jsonb().notNull(),
    amount: money().notNull(),
    currency: text().notNull(),
    requested_by: uuid()
      .notNull()
      .references(() => staff.id),
    /** Who changed the row last before the request, if that is somebody else. The database finds them in the audit. */
    edited_by: uuid().references(() => staff.id),
    requested_at: time().notNull(),
    expires_at: time().notNull(),
    required: integer().notNull(),
    needs_step_up: boolean().notNull(),
    status: text().notNull(),
    settled_at: time(),
    /** The inputs of the action, for its effect. */
    asked: jsonb().notNull().default({}),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('approvals_amount', sql`amount >= 0`),
    check('approvals_required', sql`required between 0 and 2`),
    check('approvals_status', sql`status in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED')`),
    uniqueIndex('approvals_pending')
      .on(table.subject_type, table.subject_id)
      .where(sql`status = 'PENDING'`),
    // What was decided about a record, for its history.
    index('approvals_record').on(table.record_id),
    index('approvals_row').on(table.row_id),
    index('approvals_expiring')
      .on(table.expires_at)
      .where(sql`status = 'PENDING'`),
  ],
)

/** Each person decides an approval once. */
export const approval_decisions = pgTable(
  'approval_decisions',
  {
    approval_id: uuid()
      .notNull()
      .references(() => approvals.id),
    staff_id: uuid()
      .notNull()
      .references(() => staff.id),
    decision: text().notNull(),
    reason: text(),
    at: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.approval_id, table.staff_id] }),
    check('approval_decisions_decision', sql`decision in ('APPROVED', 'REJECTED')`),
  ],
)

/** Adjustments of users' money. The transfers of one have its id as their source. */
export const adjustments = pgTable(
  'adjustments',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    direction: text().notNull(),
    account: text().notNull(),
    amount: money().notNull(),
    reason_code: text().notNull(),
    note: text().notNull(),
    requested_by: uuid()
      .notNull()
      .references(() => staff.id),
    created_at: time().notNull(),
  },
  (table) => [
    check('adjustments_amount', sql`amount > 0`),
    check('adjustments_direction', sql`direction in ('UP', 'DOWN')`),
    check('adjustments_account', sql`account = 'CASH'`),
    index('adjustments_user').on(table.user_id),
  ],
)
