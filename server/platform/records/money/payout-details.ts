/** Payout details of users (money, payout detail): checked by the pattern of their method, encrypted, masked, and found again at other users. */
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { EMAIL, PHONE } from '@contract/patterns'
import { maskedDetail } from '@contract/records/money/payout-mask'
import type { PAYOUT_PATTERNS } from '@contract/records/system/payment-method'
import { isoTime } from '@server/platform/db/iso-time'
import { users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import type { PayoutDetail } from '@server/platform/ports/rails'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { paymentMethods } from '@server/platform/records/system/payment-method'

const time = () => timestamp({ precision: 3, withTimezone: true })
/** The details that a user gave last for a method. A withdrawal keeps those that it was requested with. */
export const payout_details = pgTable(
  'payout_details',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    payment_method_id: uuid()
      .notNull()
      .references(() => paymentMethods.id),
    payee: text().notNull(),
    /** Encrypted. */
    sealed: text().notNull(),
    /** The values with their last characters alone, for people. */
    masked: jsonb().notNull(),
    /** Keyed hash of the values: equal for equal details. */
    fingerprint: text().notNull(),
    /** When they replaced others; null: they are the first ones. */
    changed_at: time(),
    created_at: time().notNull(),
  },
  ({ user_id, payment_method_id, fingerprint }) => [
    uniqueIndex('payout_details_of_user').on(user_id, payment_method_id),
    index('payout_details_fingerprint').on(fingerprint),
  ],
)

type Pattern = keyof typeof PAYOUT_PATTERNS
/** A field that the method asks for. */
export interface PayoutField {
  label: string
  pattern: Pattern
  is_required: boolean
}

/** Of each pattern: a value without what does not count, or null where it is none; and what is said of one that is none. */
const PATTERNS: { readonly [P in Pattern]: { read: (text: string) => string | null; otherwise: string } } = {
  IBAN: {
    read(text) {
      const iban = electronicFormatIBAN(text)
      return iban !== null && isValidIBAN(iban) ? iban : null
    },
    otherwise: 'this is no IBAN: its check digits or its length are wrong',
  },
  ACCOUNT: {
    read(text) {
      const number = text.replaceAll(/[\s.-]/g, '').toUpperCase()
      return /^[A-Z0-9]{4,34}$/.test(number) ? number : null
    },
    otherwise: 'an account number has 4 to 34 letters and digits',
  },
  PHONE: {
    read(text) {
      const number = text.replaceAll(/\s/g, '')
      return PHONE.pattern.test(number) ? number : null
    },
    otherwise: PHONE.message,
  },
  EMAIL: {
    read: (text) => (EMAIL.pattern.test(text) ? text.toLowerCase() : null),
    otherwise: EMAIL.message,
  },
  TAG: { read: (text) => (/\s/.test(text) ? null : text), otherwise: 'a tag has no spaces' },
  TEXT: { read: (text) => text, otherwise: '' },
}

/**
 * @param fields of the method @param sent what the user typed, by the labels of the fields
 * @returns the values in the order of the fields, or why they cannot be used
 */
export function readDetails(
  fields: readonly PayoutField[],
  sent: readonly PayoutDetail[],
): { values: PayoutDetail[] } | { errors: string[] } {
  const values: PayoutDetail[] = []
  const errors: string[] = []
  const unknown = sent.find(({ label }) => !fields.some((field) => field.label === label))
  if (unknown) errors.push(`${unknown.label}: the method does not ask for it`)
  for (const { label, pattern, is_required } of fields) {
    const typed = sent.find((each) => each.label === label)?.value.trim() ?? ''
    if (typed === '') {
      if (is_required) errors.push(`${label}: required`)
      continue
    }
    const value = PATTERNS[pattern].read(typed)
    if (value === null) errors.push(`${label}: ${PATTERNS[pattern].otherwise}`)
    else values.push({ label, value })
  }
  return errors.length > 0 ? { errors } : { values }
}

/** Details that were read, as they are stored. */
export interface SealedDetails {
  sealed: string
  masked: PayoutDetail[]
  fingerprint: string
  /** The account that is paid, for lists: the first value. */
  destination: string
}
const destinationOf = ({ masked, payee }: { masked: readonly PayoutDetail[]; payee: string }) =>
  masked[0]?.value ?? payee
/** What is encrypted: the values, in the order of the method's fields. */
export const detailsIn = (unsealed: string): PayoutDetail[] => JSON.parse(unsealed) as PayoutDetail[]

/** @param values none where the method asks for nothing, and the payee alone is known @param seal encrypts @param hash keyed */
export function sealDetails(
  values: readonly PayoutDetail[],
  of: { user: string; payee: string },
  seal: (text: string) => string,
  hash: (text: string) => string,
): SealedDetails {
  const masked = values.map(({ label, value }) => ({ label, value: maskedDetail(value) }))
  return {
    sealed: seal(JSON.stringify(values)),
    masked,
    // Of the values alone, because methods name the same thing differently. Without values nobody else has the same.
    fingerprint: hash(
      `payout ${JSON.stringify(values.length > 0 ? values.map(({ value }) => value).toSorted() : of.user)}`,
    ),
    destination: destinationOf({ masked, payee: of.payee }),
  }
}

/**
 * Keeps the details that a user gave last for a method.
 * @param at ISO time; it is when they were changed, if the user had others
 */
export async function keepDetails(
  tx: Queryable,
  of: { user: string; payment_method: string; payee: string },
  { sealed, masked, fingerprint }: SealedDetails,
  at: string,
): Promise<void> {
  await tx.query(
    `insert into payout_details as d (id, user_id, payment_method_id, payee, sealed, masked, fingerprint, created_at)
     values ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::jsonb, $7::text, $8::timestamptz)
     on conflict (user_id, payment_method_id) do update set payee = excluded.payee, sealed = excluded.sealed, masked = excluded.masked,
       fingerprint = excluded.fingerprint,
       changed_at = case when d.fingerprint <> excluded.fingerprint or d.payee <> excluded.payee then excluded.created_at else d.changed_at end`,
    [uuidV7(), of.user, of.payment_method, of.payee, sealed, JSON.stringify(masked), fingerprint, at],
  )
}

/** What a user has stored for a method. */
export interface StoredDetails extends SealedDetails {
  payee: string
  /** ISO time at which they replaced others; null: they are the first ones. */
  changed_at: string | null
}
/** @returns the details that a user gave last for a method; undefined: none */
export async function storedDetails(
  on: Queryable,
  { user, payment_method }: { user: string; payment_method: string },
): Promise<StoredDetails | undefined> {
  const [row] = await on.query<Omit<StoredDetails, 'destination'>>(
    `select payee, sealed, masked, fingerprint, ${isoTime('changed_at')} as changed_at from payout_details where user_id = $1::uuid and payment_method_id = $2::uuid`,
    [user, payment_method],
  )
  return row && { ...row, destination: destinationOf(row) }
}

/** Whether a method asks for exactly such details, as it is now: it may have been changed since they were stored. */
export const isAskedFor = (fields: readonly PayoutField[], { masked }: Pick<SealedDetails, 'masked'>): boolean =>
  masked.every(({ label }) => fields.some((field) => field.label === label)) &&
  fields.every(({ label, is_required }) => !is_required || masked.some((each) => each.label === label))
