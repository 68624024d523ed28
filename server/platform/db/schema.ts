/**
 * Tables of the reference platform. `npx drizzle-kit generate --config server/db/drizzle.config.ts` generates the migrations
 * from this file; PGlite and PostgreSQL run the same ones. drizzle does not support triggers: those that keep an active
 * SUPER_ADMIN exist only in the migration `row_rules`. Times have millisecond precision, as in the API, so that a time that a
 * client received equals the stored one.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
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
import { loweredColumn } from './letter-case'

const time = () => timestamp({ precision: 3, withTimezone: true })
const amount = () => numeric({ precision: 20, scale: 2 }).notNull().default('0')
/** The text that a search looks in: a row's searched fields, folded as the contract does it (search.ts), one per line. @param fields SQL */
const folded = (fields: readonly string[]) =>
  text()
    .notNull()
    .generatedAlwaysAs(sql.raw(`fold(${fields.join(` || E'\\n' || `)})`))
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const stores = pgTable('stores', {
  /** IANA name: days and months of its business begin by this zone (ledger, business day). */
  business_timezone: text().notNull().default('UTC'),
  code: text().primaryKey(),
  name: text().notNull(),
  /** OWN or THIRD_PARTY */
  kind: text().notNull(),
  is_deleted: boolean().notNull().default(false),
  /* As for every record (server/platform/records). */
  id: uuid().notNull().unique().defaultRandom(),
  search_text: folded(['name', 'code']),
  store_code: text().generatedAlwaysAs(sql`code`),
  created_by: uuid(),
  created_at: time().notNull().defaultNow(),
  updated_at: time().notNull().defaultNow(),
  version: integer().notNull().default(1),
})

export const roles = pgTable('roles', {
  name: text().primaryKey(),
  /** STAFF or USER */
  kind: text().notNull(),
  needs_store: boolean().notNull().default(false),
  /** Order in select lists. */
  position: integer().notNull().default(0),
})

/** Columns that staff and end users share. */
const account = {
  id: uuid().primaryKey(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  username: text().notNull(),
  email: text().notNull(),
  role: text()
    .notNull()
    .references(() => roles.name),
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

/** Searched fields of an account (contract, search.ts). */
const ACCOUNT_SEARCHED = ['first_name', 'last_name', 'email', 'username']

export const staff = pgTable(
  'staff',
  {
    ...account,
    search_text: folded(ACCOUNT_SEARCHED),
    last_login_at: time(),
    two_fa_enabled: boolean().notNull().default(false),
    /** Encrypted with the server's secret. */
    two_fa_secret: text(),
    /** The last time step whose code was accepted: each code is valid once. */
    two_fa_last_step: bigint({ mode: 'number' }),
    /** An issued secret that is not confirmed yet, encrypted likewise, and its time. */
    two_fa_pending_secret: text(),
    two_fa_pending_at: time(),
    /** Encrypted with the server's secret; the same for all sessions of a person. */
    draft_key: text(),
    /** Incremented by whatever ends all sessions of the account. A session is valid only while it has the current number. */
    session_epoch: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('staff_email_unique').on(loweredColumn(table.email)),
    uniqueIndex('staff_username_unique').on(loweredColumn(table.username)),
    index('staff_search').using('gin', table.search_text.op('gin_trgm_ops')),
  ],
)

/** Recovery codes: each replaces a two-factor code once. */
export const recovery_codes = pgTable(
  'recovery_codes',
  {
    staff_id: uuid()
      .notNull()
      .references(() => staff.id),
    /** HMAC-SHA-256 of person and code, in hex: the table gives no code away. */
    code_hash: text().notNull(),
    created_at: time().notNull(),
    used_at: time(),
  },
  (table) => [primaryKey({ columns: [table.staff_id, table.code_hash] })],
)

/** When a member of staff last had a live socket; apart from `staff`, so that its rows are not rewritten for it. */
export const staff_presence = pgTable('staff_presence', {
  staff_id: uuid()
    .primaryKey()
    .references(() => staff.id),
  seen_at: time().notNull(),
})

/** A person's own settings, name → text; a write replaces single names. */
export const staff_preferences = pgTable('staff_preferences', {
  staff_id: uuid()
    .primaryKey()
    .references(() => staff.id),
  entries: jsonb().notNull(),
  updated_at: time().notNull(),
})

export const users = pgTable(
  'users',
  {
    ...account,
    search_text: folded([...ACCOUNT_SEARCHED, String.raw`regexp_replace(coalesce(phone, ''), '\D', '', 'g')`]),
    phone: text(),
    country: text(),
    date_of_birth: date(),
    account_status: text().notNull().default('ACTIVE'),
    risk_level: text().notNull().default('LOW'),
    /** Id of a row of user_levels, which are never deleted. */
    user_level_id: uuid(),
    /** The level was set by staff and does not change automatically. */
    level_pinned: boolean().notNull().default(false),
    /** The level stays until a higher one is reached. */
    level_kept: boolean().notNull().default(false),
    currency: text().notNull().default('USD'),
    cash_balance: amount(),
    bonus_balance: amount(),
    locked_balance: amount(),
    /** What the user owes after a reversal of spent money. */
    receivable: amount(),
    total_deposit: amount(),
    total_withdrawal: amount(),
    last_active_at: time(),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    pinned_note: text(),
    /** The user who invited this one. */
    referred_by_id: uuid(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(loweredColumn(table.email)),
    uniqueIndex('users_username_unique').on(loweredColumn(table.username)),
    index('users_store').on(table.store, table.id),
    index('users_level').on(table.user_level_id),
    index('users_search').using('gin', table.search_text.op('gin_trgm_ops')),
  ],
)

export const permission_sets = pgTable('permission_sets', {
  id: uuid().primaryKey(),
  name: text().notNull().unique(),
  description: text(),
  /** Permission[] of the contract */
  entries: jsonb().notNull(),
  assigned_roles: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  assigned_user_ids: uuid()
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** { policy, up_to }[]; no `up_to`: no limit. */
  approval_limits: jsonb()
    .notNull()
    .default(sql`'[]'`),
  /** OWN, LIST or ALL */
  store_scope: text().notNull().default('OWN'),
  store_codes: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  is_system: boolean().notNull().default(false),
  /* As for every record (server/platform/records). */
  search_text: folded(['name']),
  /** Null: of no store. */
  store_code: text(),
  created_by: uuid(),
  created_at: time().notNull(),
  updated_at: time().notNull(),
  version: integer().notNull().default(1),
})

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the cookie's value, in hex, so that the table reveals no cookie. */
    token_hash: text().notNull().unique(),
    staff_id: uuid()
      .notNull()
      .references(() => staff.id),
    created_at: time().notNull(),
    last_used_at: time().notNull(),
    expires_at: time().notNull(),
    revoked_at: time(),
    /** The account's `session_epoch` at the sign-in. */
    epoch: integer().notNull().default(0),
    /** When the person last confirmed their identity (contract, Writes: step-up). */
    stepped_up_at: time(),
    ip: text(),
    user_agent: text(),
  },
  (table) => [index('sessions_staff').on(table.staff_id)],
)

/** Failed sign-ins, and those in progress. Old ones are deleted. */
export const sign_in_attempts = pgTable(
  'sign_in_attempts',
  {
    id: uuid().primaryKey(),
    /** SHA-256 of the email in lower case. */
    account: text().notNull(),
    address: text().notNull(),
    at: time().notNull(),
  },
  (table) => [
    index('sign_in_attempts_account').on(table.account, table.address, table.at),
    index('sign_in_attempts_address').on(table.address, table.at),
  ],
)

/** Audit log: who did what to which record (contract, Writes). `chain_no`, `prev_hash` and `hash` are filled when a batch is sealed. */
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
    uniqueIndex('audit_events_chain')
      .on(table.chain_no)
      .where(sql`chain_no is not null`),
    index('audit_events_unsealed')
      .on(table.id)
      .where(sql`chain_no is null`),
    index('audit_events_subject').on(table.subject_type, table.subject_id),
  ],
)

/** Encryption keys, one per record, for the erasable fields in its audit entries; erasing a record deletes its key. */
export const erasure_keys = pgTable('erasure_keys', {
  record_id: uuid().primaryKey(),
  /** Encrypted with the server's secret. */
  key: text().notNull(),
})

/**
 * State of a person's notifications. Every change of one of them locks its row, so that `revision` grows in the order of the
 * commits, and the count is kept up to date instead of counted again.
 */
export const notification_stands = pgTable('notification_stands', {
  staff_id: uuid()
    .primaryKey()
    .references(() => staff.id),
  unread: integer().notNull().default(0),
  revision: bigint({ mode: 'number' }).notNull().default(0),
})

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    staff_id: uuid()
      .notNull()
      .references(() => staff.id),
    keyword: text().notNull(),
    keyword_id: uuid(),
    /** Name and id of the record that it leads to, where that is not the one of `keyword_id`. */
    about_record: text(),
    about_id: uuid(),
    title: text().notNull(),
    description: text().notNull().default(''),
    /** The event that it reports: the same event is stored once for each person. */
    event_key: text().notNull(),
    is_read: boolean().notNull().default(false),
    is_removed: boolean().notNull().default(false),
    created_at: time().notNull(),
    /** The person's revision when it was created, and when it last changed. */
    created_revision: bigint({ mode: 'number' }).notNull(),
    revision: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    uniqueIndex('notifications_event').on(table.staff_id, table.event_key),
    index('notifications_list')
      .on(table.staff_id, table.created_revision)
      .where(sql`not is_removed`),
    index('notifications_revision').on(table.staff_id, table.revision),
    index('notifications_keyword').on(table.keyword_id),
  ],
)

export const shift_templates = pgTable('shift_templates', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** Local time, HH:MM */
  start_time: text().notNull(),
  end_time: text().notNull(),
  timezone: text().notNull().default('UTC'),
  /** A shift may be started this long before it begins. */
  early_start_minutes: integer().notNull().default(15),
  is_deleted: boolean().notNull().default(false),
  created_at: time().notNull(),
  updated_at: time().notNull(),
  version: integer().notNull().default(1),
})

/** One person's shift (screens.md, shift). */
export const shifts = pgTable(
  'shifts',
  {
    id: uuid().primaryKey(),
    shift_template_id: uuid()
      .notNull()
      .references(() => shift_templates.id),
    staff_id: uuid()
      .notNull()
      .references(() => staff.id),
    starts_at: time().notNull(),
    ends_at: time().notNull(),
    /** SHIFT_STATUSES of the contract */
    status: text().notNull().default('SCHEDULED'),
    started_at: time(),
    ended_at: time(),
    /** The last press of the shift button: a second press right after it is ignored. */
    toggled_at: time(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('shifts_open')
      .on(table.staff_id, table.starts_at)
      .where(sql`status in ('SCHEDULED', 'STARTED', 'HANDOVER_PENDING')`),
    // A person has at most one running shift.
    uniqueIndex('shifts_one_running')
      .on(table.staff_id)
      .where(sql`status in ('STARTED', 'HANDOVER_PENDING')`),
  ],
)

export const shift_handovers = pgTable('shift_handovers', {
  id: uuid().primaryKey(),
  from_shift_id: uuid()
    .notNull()
    .references(() => shifts.id),
  from_staff_id: uuid()
    .notNull()
    .references(() => staff.id),
  /** The staff to whom it was offered; the first to accept takes it over. */
  to_staff_ids: uuid().array().notNull(),
  /** HANDOVER_STATUSES of the contract */
  status: text().notNull().default('SENT'),
  summary: text().notNull().default(''),
  items: jsonb().notNull(),
  accepted_by: uuid().references(() => staff.id),
  accepted_at: time(),
  created_at: time().notNull(),
  updated_at: time().notNull(),
  version: integer().notNull().default(1),
})

/** Secrets that people have revealed within the last hour: their number is limited (records/verbs/reveal.ts). */
export const reveals = pgTable(
  'reveals',
  {
    id: uuid().primaryKey().defaultRandom(),
    staff_id: uuid()
      .notNull()
      .references(() => staff.id),
    /** Of any record with a secret. */
    record_id: uuid().notNull(),
    at: time().notNull(),
  },
  (table) => [index('reveals_staff').on(table.staff_id, table.at)],
)

/**
 * The idempotency keys of completed writes, each with the response to repeat (modules/idempotency). The row is written by the
 * statement, or in the transaction, of the write itself.
 */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is: a person, or the key of an app. */
    staff_id: uuid().notNull(),
    /** Id of the operation. */
    operation: text().notNull(),
    key: text().notNull(),
    /** HMAC-SHA-256 of parameters, query and body, in hex; not stored in clear, because a body may contain a password. */
    request_hash: text().notNull(),
    /** HMAC-SHA-256 of the person's rights and stores at that time, in hex. */
    access_hash: text().notNull(),
    /** The response's `data` as JSON text; encrypted with the server's secret where `is_sealed`. */
    data: text().notNull(),
    is_sealed: boolean().notNull(),
    /** The other parts of the response: message, version, unread_count, revision. */
    extras: jsonb().notNull(),
    created_at: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.staff_id, table.operation, table.key] }),
    index('idempotency_keys_created').on(table.created_at),
  ],
)

/** Keys of the users' apps (modules/apps): a key is shown once, on creation; only its hash is stored. */
export const app_keys = pgTable('app_keys', {
  id: uuid().primaryKey(),
  store_code: text()
    .notNull()
    .references(() => stores.code),
  /** SHA-256 in hex; enough, because a key is 32 random bytes, which nobody can guess. */
  key_hash: text().notNull().unique(),
  /** The first characters of the key. */
  hint: text().notNull(),
  created_at: time().notNull(),
  last_used_at: time(),
  revoked_at: time(),
})

/**
 * Uploaded files, in the database so that every process can read them. Images are decoded and encoded again before they are
 * stored. A record references a file by its id; `attach_files` (in the migration `files`) marks it as the record's.
 */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    /** The record's field for which it was uploaded, as `record.field`. */
    purpose: text().notNull(),
    /** public or private */
    visibility: text().notNull(),
    /** Id of its record; null until one references it. */
    record_id: uuid(),
    content_type: text().notNull(),
    byte_size: integer().notNull(),
    /** Pixels; null for documents. */
    width: integer(),
    height: integer(),
    /** Of `bytes`, in hex. */
    sha256: text().notNull(),
    bytes: bytea().notNull(),
    /** A small WebP of an image. */
    thumbnail: bytea(),
    /** The original file name. */
    name: text(),
    /** Who uploaded it: a person, or the key of an app. */
    created_by: uuid().notNull(),
    store: text(),
    created_at: time().notNull(),
    attached_at: time(),
  },
  (table) => [
    index('files_unattached')
      .on(table.created_at)
      .where(sql`attached_at is null`),
    index('files_unattached_of_person')
      .on(table.created_by)
      .where(sql`attached_at is null`),
    index('files_record').on(table.record_id),
    index('files_content').on(table.sha256),
  ],
)

/**
 * Version history of versioned records: their content since they were first active. Whatever is granted under a version
 * references `(record_id, version_no)`.
 */
export const record_versions = pgTable(
  'record_versions',
  {
    record_id: uuid().notNull(),
    version_no: integer().notNull(),
    /** Name of the record's definition. */
    record: text().notNull(),
    /** Values as in a row, by field. */
    values: jsonb().notNull(),
    created_by: uuid(),
    created_at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.record_id, table.version_no] })],
)

/**
 * Messages that are delivered after the commit of the change that they report (modules/outbox). A message that is not delivered
 * is due at `due_at`: while it is being delivered, this is the end of the lease.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    topic: text().notNull(),
    payload: jsonb().notNull(),
    created_at: time()
      .notNull()
      .default(sql`clock_timestamp()`),
    due_at: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    attempts: integer().notNull().default(0),
    /** The lease of the process that is delivering it. */
    lease: uuid(),
    last_error: text(),
    delivered_at: time(),
  },
  (table) => [
    index('outbox_due')
      .on(table.topic, table.due_at, table.id)
      .where(sql`delivered_at is null`),
    index('outbox_delivered')
      .on(table.delivered_at)
      .where(sql`delivered_at is not null`),
  ],
)

/** Larger messages of the Socket.IO adapter, where several processes share one PostgreSQL. */
export const socket_io_attachments = pgTable('socket_io_attachments', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().unique(),
  created_at: timestamp({ withTimezone: true }).defaultNow(),
  payload: bytea(),
})
