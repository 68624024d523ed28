/** Claims in the mocks: the lease is stored in the row, and its validity is decided by the clock. */
import { CLAIM_MINUTES, claimedByOther, claimFirst, takenOver } from '@contract/records/claims'
import type { RecordDefinition } from '@contract/records/record'
import type { Answer, Caller } from '../call'
import { db } from '../db'
import { addNotification } from '../notifications'
import type { StoredRecord } from '../records/behaviour'
import { stale } from '../refusal'

/** The data that the claim functions need about a record and its caller. */
export interface ClaimStore {
  record: RecordDefinition
  caller: Caller
  /** In milliseconds since 1970. */
  now: number
  /** The row as the caller may see it. */
  sent: (row: StoredRecord) => object
  /** Writes the history. @param before username of the previous holder */
  remember: (row: StoredRecord, action: string, before: string | null, after: string | null) => void
  announce: (row: StoredRecord) => void
}

/** Id of the current holder of the record's claim; null: nobody. */
const holderOf = ({ claimed_by, claim_until }: StoredRecord, now: number): string | null =>
  typeof claim_until === 'string' && Date.parse(claim_until) > now ? (claimed_by as string) : null

/** The holder's name in rows and histories. */
const usernameOf = (staffId: string | null): string | null =>
  db.staff.find(({ id }) => id === staffId)?.username ?? null

/** A field of a claim, as it is sent. */
export function claimValue(row: StoredRecord, field: 'claimed_by' | 'claim_until'): unknown {
  const holder = holderOf(row, Date.now())
  if (holder === null) return null
  return field === 'claimed_by' ? { id: holder, username: usernameOf(holder) } : row.claim_until
}

/** @throws 409 with the current row, which shows the holder of the claim */
function refuse({ record, now, sent }: ClaimStore, row: StoredRecord): never {
  const [one] = record.noun
  const holder = holderOf(row, now)
  throw stale(sent(row), holder === null ? claimFirst(one) : claimedByOther(usernameOf(holder) ?? '', one))
}

const answered = ({ sent }: ClaimStore, row: StoredRecord): Answer<unknown> => ({
  data: sent(row) as never,
  message: 'Successfully Updated',
})

/**
 * Claims a record, renews the caller's own claim, or with a note takes over another person's.
 * @throws 409 without a note
 */
export function claim(
  store: ClaimStore,
  row: StoredRecord,
  { note }: Readonly<Record<string, unknown>>,
): Answer<unknown> {
  const { record, caller, now, remember, announce } = store
  const me = caller.staff.id
  const holder = holderOf(row, now)
  const why = typeof note === 'string' ? note.trim() : ''
  if (holder !== null && holder !== me && why === '') refuse(store, row)
  Object.assign(row, { claimed_by: me, claim_until: new Date(now + CLAIM_MINUTES * 60_000).toISOString() })
  if (holder !== me) remember(row, holder === null ? 'claim' : 'takeOver', usernameOf(holder), usernameOf(me))
  if (holder !== null && holder !== me)
    addNotification(holder, {
      keyword: 'CLAIM_TAKEN_OVER',
      keyword_id: row.id,
      title: takenOver(caller.staff.username, record.noun[0]),
      description: why,
    })
  announce(row)
  return answered(store, row)
}

/**
 * Releases the caller's claim, or with `after_seconds` shortens it; an expired one counts as released.
 * @throws 409 if another person has it
 */
export function release(
  store: ClaimStore,
  row: StoredRecord,
  { after_seconds: seconds }: Readonly<Record<string, unknown>>,
): Answer<unknown> {
  const me = store.caller.staff.id
  const holder = holderOf(row, store.now)
  if (holder !== null && holder !== me) refuse(store, row)
  if (typeof seconds === 'number') {
    if (holder !== me) return answered(store, row)
    const until = Math.min(Date.parse(row.claim_until as string), store.now + seconds * 1000)
    row.claim_until = new Date(until).toISOString()
    store.announce(row)
    return answered(store, row)
  }
  Object.assign(row, { claimed_by: null, claim_until: null })
  if (holder === me) {
    store.remember(row, 'release', usernameOf(me), null)
    store.announce(row)
  }
  return answered(store, row)
}

/** @throws 409 with the row if the caller does not have its claim */
export function requireClaim(store: ClaimStore, row: StoredRecord): void {
  if (holderOf(row, store.now) !== store.caller.staff.id) refuse(store, row)
}
