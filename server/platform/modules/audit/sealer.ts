/**
 * Seals audit entries: each gets a number, the hash of the previous entry and its own hash, so that a change, removal or
 * insertion can be detected. A background batch does this, because a chain within each write would make all writes wait for one another.
 * Transfers of the ledger are sealed first: their seal is one of the entries (modules/ledger/seals.ts).
 */
import type { HashText } from '@server/platform/lib/secrets'
import { later } from '@server/platform/lib/timers'
import type { Db, Queryable } from '@server/platform/ports/db'
import { SEAL_SIZE, sealTransfers } from '@server/platform/modules/ledger/seals'

const BATCH = 500
/** One batch per interval, so that a burst of writes is sealed afterwards and not slowed down. */
const SEAL_EVERY_MS = 500
/** While nothing is written the interval grows up to this, milliseconds. */
const SEAL_AT_LEAST_EVERY_MS = 8000
/** Lock id: only one process seals at a time. */
const SEAL_LOCK = 7_402_114
/** `prev_hash` of the first entry. */
export const CHAIN_START = '0'.repeat(64)

/** The content of an entry as one text that does not depend on time zone or driver. */
const CONTENT = `jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor_id, action, subject_type, subject_id, before, after, reason, ip, user_agent, request_id, result)::text`

const linkOf = (chainNo: number, previous: string, content: string) => `${chainNo}\n${previous}\n${content}`

/** What a batch sealed. */
interface Sealed {
  /** Number of entries. */
  count: number
  /** More may wait. */
  isFull: boolean
  /** The number of the last transfer, where more transfers may wait; otherwise 0. */
  after: number
}

/** Seals a batch. @param after of the batch before it */
async function sealBatch(tx: Queryable, hash: HashText, after: number): Promise<Sealed> {
  const [lock] = await tx.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1::bigint) as free', [SEAL_LOCK])
  if (!lock!.free) return { count: 0, isFull: false, after: 0 }
  const transfers = await sealTransfers(tx, hash, after)
  const hasMore = transfers.count === SEAL_SIZE
  const entries = await tx.query<{ id: string; content: string }>(
    `select id::text as id, ${CONTENT} as content from audit_events where chain_no is null order by id limit ${BATCH}`,
  )
  if (entries.length === 0) return { count: 0, isFull: false, after: 0 }
  const [last] = await tx.query<{ chain_no: number; hash: string }>(
    'select chain_no::float8 as chain_no, hash from audit_events where chain_no is not null order by chain_no desc limit 1',
  )
  let [chainNo, previous] = [last?.chain_no ?? 0, last?.hash ?? CHAIN_START]
  const sealed = entries.map(({ id, content }) => {
    chainNo += 1
    const link = { id, chain_no: chainNo, prev_hash: previous, hash: hash(linkOf(chainNo, previous, content)) }
    previous = link.hash
    return link
  })
  await tx.query(
    `update audit_events e set chain_no = l.chain_no, prev_hash = l.prev_hash, hash = l.hash
     from json_to_recordset($1::json) as l(id uuid, chain_no bigint, prev_hash text, hash text) where e.id = l.id`,
    [JSON.stringify(sealed)],
  )
  return { count: sealed.length, isFull: sealed.length === BATCH || hasMore, after: hasMore ? transfers.last : 0 }
}

/** Seals all unsealed transfers and entries. @returns how many entries it sealed */
export async function sealAudit(db: Db, hash: HashText): Promise<number> {
  let sum = 0
  let last = 0
  for (;;) {
    const { count, isFull, after } = await db.transaction((tx) => sealBatch(tx, hash, last))
    sum += count
    last = after
    if (!isFull) return sum
  }
}

/**
 * Verifies the chain.
 * @returns the number of the first entry that does not match its seal, or null where all match
 */
export async function firstBrokenLink(db: Queryable, hash: HashText): Promise<number | null> {
  let [expected, previous] = [0, CHAIN_START]
  for (;;) {
    const entries = await db.query<{ chain_no: number; prev_hash: string; hash: string; content: string }>(
      `select chain_no::float8 as chain_no, prev_hash, hash, ${CONTENT} as content from audit_events where chain_no > $1::bigint order by chain_no limit 5000`,
      [expected],
    )
    for (const entry of entries) {
      expected += 1
      if (
        entry.chain_no !== expected ||
        entry.prev_hash !== previous ||
        entry.hash !== hash(linkOf(expected, previous, entry.content))
      )
        return expected
      previous = entry.hash
    }
    if (entries.length === 0) return null
  }
}

/** Starts the background batch. @returns stops it; entries that are unsealed then are sealed after the next start */
export function startSealing(
  db: Db,
  hash: HashText,
  onError: (error: unknown, what: string) => void,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  let cancel: () => void
  let pause = SEAL_EVERY_MS
  let last = 0
  const seal = () => {
    running = db
      .transaction((tx) => sealBatch(tx, hash, last))
      .then(({ count, after }) => {
        last = after
        pause = count > 0 ? SEAL_EVERY_MS : Math.min(pause * 2, SEAL_AT_LEAST_EVERY_MS)
      })
      .catch((error: unknown) => onError(error, 'sealing the audit'))
      .finally(() => {
        if (!stopped) cancel = later(seal, pause)
      })
  }
  cancel = later(seal, pause)
  return async () => {
    stopped = true
    cancel()
    await running
  }
}
