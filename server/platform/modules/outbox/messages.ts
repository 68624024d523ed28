/** Messages of the outbox: rows that are committed together with the change that they report, and delivered afterwards. */
import type { Queryable } from '@server/platform/ports/db'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Happening } from '@server/platform/modules/notifications/store'

/** Thrown by a receiver: the message waits for something that is nobody's mistake, and is repeated later without a report. */
export class NotYet extends Error {}

/** What each topic's messages contain. */
export interface Payloads {
  /** Members of staff are notified of an event. `at`: when it happened, milliseconds since 1970. */
  notification: { staff_ids: readonly string[]; at: number; what: Happening }
  /** A change has cancelled an approval (a trigger adds the message). `by`: the member of staff who made it; null: the platform. */
  approvalCancelled: { id: string; by: string | null }
  /** An attempt is sent to its rail. */
  railCall: { attempt: string }
  /** The rail of an attempt is asked what became of it. `nth`: of the look-ups that follow each other; null: a person asked for it. */
  railLookup: { attempt: string; nth: number | null }
  /** The wallet service of a crypto deposit is asked for its address. */
  depositAddress: { deposit: string }
  /** It is asked what was paid there. `nth`: of the look-ups that follow each other; null: a person asked for it. */
  depositLookup: { deposit: string; nth: number | null }
  /** The wallet service of a coin is asked for its rate and its balance. */
  coinQuote: { coin: string }
  /** An event of a rail has its effect. */
  railEvent: { event: string }
}
export type Topic = keyof Payloads

/** A message that is about to be delivered. */
export interface Message<T extends Topic = Topic> {
  /** The same in each attempt: a receiver that has seen it before drops the message. */
  id: string
  topic: T
  payload: Payloads[T]
  /** The number of this attempt, from 1. */
  attempt: number
}

/**
 * Adds a message in the transaction of the change that it reports: neither exists without the other. Wake the outbox after the
 * commit; otherwise the message waits for the next poll.
 * @param options `inSeconds`: when it is delivered, from now on
 * @returns its id, the reference by which a receiver recognises a repeated delivery
 */
export async function enqueue<T extends Topic>(
  tx: Queryable,
  topic: T,
  payload: Payloads[T],
  { inSeconds = 0 }: { inSeconds?: number } = {},
): Promise<string> {
  const id = uuidV7()
  await tx.query(
    `insert into outbox (id, topic, payload, due_at)
     values ($1::uuid, $2::text, $3::jsonb, clock_timestamp() + $4::float8 * interval '1 second')`,
    [id, topic, JSON.stringify(payload), inSeconds],
  )
  return id
}

/** Seconds until a message that is being delivered may be taken by another process, because this one has probably died. */
export const LEASE_SECONDS = 30
/** Seconds before the second attempt; doubled for each further one up to the maximum. */
const FIRST_BACKOFF_S = 1
const MAX_BACKOFF_S = 600
/** Delivered messages are kept for this long, so that a delivery can be looked up. */
const KEPT_DAYS = 3
/** Number of messages that one statement deletes. */
const PURGE_BATCH = 1000
/** An error is stored up to this length. */
const ERROR_LENGTH = 500

/**
 * Takes messages that are due, the oldest first, and leases them. Several processes may do this at the same time: each
 * message goes to one of them. All times are the database's.
 * @param lease identifies this lease
 */
export async function lease<T extends Topic>(
  db: Queryable,
  topic: T,
  leaseId: string,
  limit: number,
): Promise<Message<T>[]> {
  const rows = await db.query<Message<T>>(
    `with taken as (
       update outbox o set lease = $2::uuid, attempts = attempts + 1, due_at = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
       where o.id in (
         select id from outbox where topic = $1::text and delivered_at is null and due_at <= clock_timestamp()
         order by due_at, id limit $3::int for update skip locked)
       returning o.id, o.topic, o.payload, o.attempts)
     select id::text as id, topic, payload, attempts as attempt from taken order by id`,
    [topic, leaseId, limit],
  )
  return rows
}

/** Marks messages as delivered, unless the lease has ended and another process has them. */
export async function markDelivered(db: Queryable, leaseId: string, ids: readonly string[]): Promise<void> {
  await db.query(
    `update outbox set delivered_at = clock_timestamp(), lease = null, last_error = null
     where id = any($2::uuid[]) and lease = $1::uuid and delivered_at is null`,
    [leaseId, ids],
  )
}

/** @returns seconds until the next attempt; @param random from 0 up to 1 */
export const backoffSeconds = (attempt: number, random: number): number =>
  Math.min(FIRST_BACKOFF_S * 2 ** (attempt - 1), MAX_BACKOFF_S) * (0.5 + random / 2)

/** Stores why a delivery failed, and when it is repeated. */
export async function postpone(
  db: Queryable,
  leaseId: string,
  { id, attempt }: Pick<Message, 'id' | 'attempt'>,
  error: unknown,
): Promise<void> {
  const text = error instanceof Error ? error.message : String(error)
  await db.query(
    `update outbox set lease = null, last_error = $3::text, due_at = clock_timestamp() + $4::float8 * interval '1 second'
     where id = $2::uuid and lease = $1::uuid and delivered_at is null`,
    [leaseId, id, text.slice(0, ERROR_LENGTH), backoffSeconds(attempt, Math.random())],
  )
}

/** Gives back messages whose delivery was not begun. */
export async function giveBack(db: Queryable, leaseId: string, ids: readonly string[]): Promise<void> {
  await db.query(
    `update outbox set lease = null, attempts = attempts - 1, due_at = clock_timestamp()
     where id = any($2::uuid[]) and lease = $1::uuid and delivered_at is null`,
    [leaseId, ids],
  )
}

/** Deletes messages that were delivered some days ago, in batches. A message that is not delivered is never deleted. */
export async function purgeOutbox(db: Queryable): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ count: number }>(
      `with expired as (delete from outbox where id in (
         select id from outbox where delivered_at < clock_timestamp() - interval '${KEPT_DAYS} days'
         order by delivered_at limit ${PURGE_BATCH} for update skip locked) returning 1)
       select count(*)::int as count from expired`,
    )
    if (row!.count < PURGE_BATCH) return
  }
}
