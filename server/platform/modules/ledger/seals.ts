/**
 * Seals transfers: an audit entry holds the digests of a batch of them, and the chain over the audit entries protects it
 * (modules/audit/sealer.ts). So a transfer that is changed, removed or added by hand is found, even if its numbers and balances
 * and those of all later ones are adjusted to match.
 */
import type { HashText } from '@server/platform/lib/secrets'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Queryable } from '@server/platform/ports/db'

/** Transfers in one seal. */
export const SEAL_SIZE = 2000
/** Hexadecimal digits that a seal keeps of each digest, to name the transfer that differs; its hash covers the full digests. */
const KEPT_DIGITS = 8
const SUBJECT = 'Ledger'
const ACTION = 'seal'
/** The subject ids of seals sort as text in the order of their first transfers. */
const NUMBER_DIGITS = 16
/** Separates the fields in `TRANSFER_TEXT`. Only the reason, the last one, could contain it. */
export const FIELD_END = '\u001f'

/** The fields of `TRANSFER_TEXT`, in order. */
export const TRANSFER_FIELDS = [
  'no',
  'debit_id',
  'credit_id',
  'amount',
  'currency',
  'purpose',
  'debit_seq',
  'debit_balance',
  'credit_seq',
  'credit_balance',
  'source_type',
  'source_id',
  'line',
  'user_id',
  'actor_type',
  'actor_id',
  'reverses',
  'debit_entry',
  'credit_entry',
  'at',
  'reason',
] as const
/** SQL of a transfer (`t`) as one text that does not depend on time zone or driver. */
export const TRANSFER_TEXT = `array_to_string(array[${TRANSFER_FIELDS.map((field) =>
  field === 'at' ? `to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')` : `t.${field}::text`,
).join(', ')}], E'\\x1f', '')`

/** What a seal holds. */
interface SealContent {
  /** The numbers of its transfers, ascending: first and last of each uninterrupted run. */
  runs: [number, number][]
  /** The beginning of each digest, joined. */
  digests: string
  /** Of all digests. */
  hash: string
}

/** A transfer whose row is gone has no text. */
const digestOf = (hash: HashText, text: string | null) => hash(text ?? '')

const runsOf = (numbers: readonly number[]): [number, number][] => {
  const runs: [number, number][] = []
  for (const no of numbers) {
    const last = runs.at(-1)
    if (last && last[1] === no - 1) last[1] = no
    else runs.push([no, no])
  }
  return runs
}

/**
 * Seals the transfers that wait longest.
 * @param tx a transaction in which nobody else seals
 * @param after the last number of the batch before, where that was full: the database then does not search again among the rows that
 *   it has just removed; 0 for those with the lowest numbers
 * @returns how many, `SEAL_SIZE` where more may wait, and the last number
 */
export async function sealTransfers(
  tx: Queryable,
  hash: HashText,
  after: number,
): Promise<{ count: number; last: number }> {
  const rows = await tx.query<{ no: number; text: string | null }>(
    `with due as (delete from unsealed_transfers where no in (select no from unsealed_transfers where no > $1::bigint order by no limit ${SEAL_SIZE}) returning no)
     select due.no::float8 as no, case when t.no is not null then ${TRANSFER_TEXT} end as text
     from due left join transfers t on t.no = due.no order by due.no`,
    [after],
  )
  if (rows.length === 0) return { count: 0, last: 0 }
  const digests = rows.map(({ text }) => digestOf(hash, text))
  const content: SealContent = {
    runs: runsOf(rows.map(({ no }) => no)),
    digests: digests.map((digest) => digest.slice(0, KEPT_DIGITS)).join(''),
    hash: hash(digests.join('')),
  }
  await tx.query(
    `insert into audit_events (id, at, action, subject_type, subject_id, after)
     values ($1::uuid, clock_timestamp(), '${ACTION}', '${SUBJECT}', $2::text, $3::jsonb)`,
    [uuidV7(), String(rows[0]!.no).padStart(NUMBER_DIGITS, '0'), JSON.stringify(content)],
  )
  return { count: rows.length, last: rows.at(-1)!.no }
}

/** A seal whose transfers are being compared, in ascending order. */
interface OpenSeal {
  content: SealContent
  run: number
  next: number
  place: number
  digests: string[]
}

/** Seals that are read at once. */
const READ = 100

/** Compares transfers with their seals. */
export interface SealComparison {
  /** Reads the seals of the transfers up to a number, before they are compared. */
  readUpTo(no: number): Promise<void>
  /**
   * @param no of the next transfer, in ascending order; @param isWaiting whether it waits to be sealed
   * @returns what is wrong, or null
   */
  compare(no: number, text: string, isWaiting: boolean): string | null
  /** After the last transfer. @returns what is wrong, or null */
  end(): Promise<string | null>
}

/** @returns a comparison that has at most a few seals in memory */
export function compareWithSeals(db: Queryable, hash: HashText): SealComparison {
  let open: OpenSeal[] = []
  let read: { id: string; content: SealContent }[] = []
  let last = ''
  let isRead = false

  async function upcoming() {
    if (read.length === 0 && !isRead) {
      read = await db.query(
        `select subject_id as id, after as content from audit_events
         where subject_type = '${SUBJECT}' and action = '${ACTION}' and subject_id > $1::text order by subject_id limit ${READ}`,
        [last],
      )
      isRead = read.length < READ
      last = read.at(-1)?.id ?? last
    }
    return read[0]
  }
  async function readUpTo(no: number) {
    for (let first = await upcoming(); first && first.content.runs[0]![0] <= no; first = await upcoming()) {
      open.push({ content: first.content, run: 0, next: first.content.runs[0]![0], place: 0, digests: [] })
      read.shift()
    }
  }
  const isMissing = (no: number) => `transfer ${no}: is missing; it was removed after it was posted`
  function take(seal: OpenSeal, digest: string): boolean {
    const kept = seal.content.digests.slice(seal.place * KEPT_DIGITS, (seal.place + 1) * KEPT_DIGITS)
    seal.digests.push(digest)
    seal.place += 1
    const [, end] = seal.content.runs[seal.run]!
    if (seal.next < end) seal.next += 1
    else seal.next = seal.content.runs[(seal.run += 1)]?.[0] ?? Number.POSITIVE_INFINITY
    return digest.startsWith(kept)
  }

  return {
    readUpTo,
    compare(no, text, isWaiting) {
      let seal: OpenSeal | undefined
      for (const each of open) {
        if (each.next < no) return isMissing(Math.min(...open.map(({ next }) => next)))
        if (each.next === no) seal ??= each
      }
      if (!seal) return isWaiting ? null : `transfer ${no}: no seal contains it; it was added without post_transfers`
      if (!take(seal, digestOf(hash, text)))
        return `transfer ${no}: differs from its seal; it was changed after it was posted`
      if (seal.next === Number.POSITIVE_INFINITY) {
        open = open.filter((each) => each !== seal)
        if (hash(seal.digests.join('')) !== seal.content.hash)
          return `transfers ${seal.content.runs[0]![0]} to ${no}: at least one differs from its seal`
      }
      return null
    },
    async end() {
      await readUpTo(Number.MAX_SAFE_INTEGER)
      const missing = Math.min(...open.map(({ next }) => next))
      return Number.isFinite(missing) ? isMissing(missing) : null
    },
  }
}
