/**
 * Tables of the reference platform. `npx drizzle-kit generate --config server/db/drizzle.config.ts` makes the migrations from
 * this file; PGlite and PostgreSQL run the same ones. Times have millisecond precision, as they have on the wire, so that a
 * time that was sent is exactly the one that is stored.
 */
import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, index, integer, jsonb, numeric, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ precision: 3, withTimezone: true })
const amount = () => numeric({ precision: 20, scale: 2 }).notNull().default('0')
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const stores = pgTable('stores', {
  code: text().primaryKey(),
  name: text().notNull(),
  /** OWN or THIRD_PARTY */
  kind: text().notNull(),
  is_deleted: boolean().notNull().default(false),
})

export const roles = pgTable('roles', {
  name: text().primaryKey(),
  /** STAFF or USER */
  kind: text().notNull(),
  needs_store: boolean().notNull().default(false),
  /** Order in choosers. */
  position: integer().notNull().default(0),
})

/** Columns that staff and end users share. */
const account = {
  id: uuid().primaryKey(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  username: text().notNull(),
  email: text().notNull(),
  role: text().notNull().references(() => roles.name),
  avatar: text(),
  password_hash: text().notNull(),
  /** true = disabled (spec 4) */
  is_deleted: boolean().notNull().default(false),
  store_code: text().references(() => stores.code),
  third_party_store_code: text().references(() => stores.code),
  /** The store that the record belongs to (contract, Access). */
  store: text().generatedAlwaysAs(sql`coalesce(third_party_store_code, store_code)`),
  created_by: uuid(),
  created_at: time().notNull(),
  updated_at: time().notNull(),
  version: integer().notNull().default(1),
}

export const staff = pgTable(
  'staff',
  {
    ...account,
    last_login_at: time(),
    two_fa_enabled: boolean().notNull().default(false),
    /** Encrypted with the server's secret. */
    two_fa_secret: text(),
    /** The last time step whose code was accepted: a code counts once. */
    two_fa_last_step: bigint({ mode: 'number' }),
    /** Encrypted with the server's secret; the same for all sessions of a person. */
    draft_key: text(),
  },
  (table) => [
    uniqueIndex('staff_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('staff_username_unique').on(sql`lower(${table.username})`),
  ],
)

/** When a member of staff was last seen by the live socket; apart from `staff`, so that its rows are not rewritten for it. */
export const staff_presence = pgTable('staff_presence', {
  staff_id: uuid().primaryKey().references(() => staff.id),
  seen_at: time().notNull(),
})

export const users = pgTable(
  'users',
  {
    ...account,
    phone: text(),
    country: text(),
    account_status: text().notNull().default('ACTIVE'),
    kyc_status: text().notNull().default('NOT_STARTED'),
    risk_level: text().notNull().default('LOW'),
    user_level: text(),
    currency: text().notNull().default('USD'),
    cash_balance: amount(),
    bonus_balance: amount(),
    total_deposit: amount(),
    total_withdrawal: amount(),
    last_active_at: time(),
    tags: text().array().notNull().default(sql`'{}'`),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    index('users_store').on(table.store, table.id),
  ],
)

export const permission_sets = pgTable('permission_sets', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  description: text().notNull().default(''),
  /** Permission[] of the contract */
  entries: jsonb().notNull(),
  assigned_roles: text().array().notNull().default(sql`'{}'`),
  assigned_user_ids: uuid().array().notNull().default(sql`'{}'`),
  /** OWN, LIST or ALL */
  store_scope: text().notNull().default('OWN'),
  store_codes: text().array().notNull().default(sql`'{}'`),
  is_system: boolean().notNull().default(false),
  created_at: time().notNull(),
  updated_at: time().notNull(),
  version: integer().notNull().default(1),
})

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the cookie's value, in hex: the table gives no cookie away. */
    token_hash: text().notNull().unique(),
    staff_id: uuid().notNull().references(() => staff.id),
    created_at: time().notNull(),
    last_used_at: time().notNull(),
    expires_at: time().notNull(),
    revoked_at: time(),
    ip: text(),
    user_agent: text(),
  },
  (table) => [index('sessions_staff').on(table.staff_id)],
)

/** Failed sign-ins, and those under way. Old ones are swept. */
export const sign_in_attempts = pgTable(
  'sign_in_attempts',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the email in lower case. */
    account: text().notNull(),
    address: text().notNull(),
    at: time().notNull(),
  },
  (table) => [index('sign_in_attempts_account').on(table.account, table.address, table.at), index('sign_in_attempts_address').on(table.address, table.at)],
)

/** Who did what to what (contract, Writes). `chain_no`, `prev_hash` and `hash` are filled by the sealing batch. */
export const audit_events = pgTable(
  'audit_events',
  {
    id: uuid().primaryKey(),
    at: time().notNull(),
    actor_id: uuid(),
    action: text().notNull(),
    subject_type: text().notNull(),
    subject_id: text(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
    ip: text(),
    user_agent: text(),
    request_id: text(),
    /** OK, DENIED or FAILED */
    result: text().notNull().default('OK'),
    chain_no: bigint({ mode: 'number' }),
    prev_hash: text(),
    hash: text(),
  },
  (table) => [
    uniqueIndex('audit_events_chain').on(table.chain_no).where(sql`chain_no is not null`),
    index('audit_events_unsealed').on(table.id).where(sql`chain_no is null`),
    index('audit_events_subject').on(table.subject_type, table.subject_id),
  ],
)

/** What the Socket.IO adapter keeps its larger messages in, where several processes share one PostgreSQL. */
export const socket_io_attachments = pgTable('socket_io_attachments', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().unique(),
  created_at: timestamp({ withTimezone: true }).defaultNow(),
  payload: bytea(),
})
