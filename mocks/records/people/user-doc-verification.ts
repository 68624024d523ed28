/**
 * Documents of users in the mocks: their status, and the rules for decisions
 * (server/platform/records/people/user-doc-verification.ts).
 */
import {
  ADDRESS_PROOF_DAYS,
  ATTEMPTS_MAX,
  DOC_REFUSAL,
  DOC_SENT_REFUSAL,
  DOC_UNDECIDED_MAX,
  IDENTITY_DOCS,
} from '@contract/records/people/user-doc-verification'
import { fold } from '@contract/search'
import type { Remembered } from '../verbs/history'
import { db, tell } from '../../db'
import { contentsOf } from '../../handlers/files'
import { rootCollator } from '../../lists'
import type { AppSending, Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { rejected } from '../../refusal'

type Body = Readonly<Record<string, unknown>>
const isBefore = (value: unknown, now: number) => typeof value === 'string' && Date.parse(value) <= now

function statusOf({ outcome, claim_until, expires_at }: StoredRecord): unknown {
  const now = Date.now()
  if (outcome === 'PENDING' && typeof claim_until === 'string' && !isBefore(claim_until, now)) return 'IN_REVIEW'
  return outcome === 'VERIFIED' && isBefore(expires_at, now) ? 'EXPIRED' : outcome
}

const isIdentity = ({ doc_type }: StoredRecord) => (IDENTITY_DOCS as readonly unknown[]).includes(doc_type)
/** If the times are equal, the document with the higher id is newer. */
const isNewer = (left: StoredRecord, right: StoredRecord) =>
  `${String(left.submitted_at)} ${left.id}` > `${String(right.submitted_at)} ${right.id}`

/**
 * A user's verification status, derived as on the server (server/platform/records/people/kyc-status.ts).
 * @param documents of all users
 */
export function kycStatusOf(userId: string, documents: readonly StoredRecord[]): string {
  const newest = new Map<unknown, StoredRecord>()
  for (const row of documents) {
    if (row.user !== userId) continue
    const kind = isIdentity(row) ? 'IDENTITY' : row.doc_type
    const known = newest.get(kind)
    if (!known || isNewer(row, known)) newest.set(kind, row)
  }
  const statuses = [...newest.values()].map(statusOf)
  const of = (kind: string) => {
    const row = newest.get(kind)
    return row && statusOf(row)
  }
  if (of('IDENTITY') === 'REJECTED') return 'REJECTED'
  const open = ['EXPIRED', 'RESUBMIT_REQUIRED', 'IN_REVIEW', 'PENDING'].find((status) => statuses.includes(status))
  if (open) return open
  return of('IDENTITY') === 'VERIFIED' && of('PROOF_OF_ADDRESS') === 'VERIFIED' ? 'VERIFIED' : 'NOT_STARTED'
}

const userOf = ({ user }: StoredRecord, rows: RowsOf) => rows('users').find(({ id }) => id === user)
const wordsOf = (name: string) =>
  fold(name)
    .split(/[\s,.'’-]+/)
    .filter(Boolean)
const numberKey = (number: unknown) =>
  typeof number === 'string' && number !== '' ? fold(number.replaceAll(/[\s./-]/g, '')) : null

/** Other users of the store with the same document number. */
function sameNumber(row: StoredRecord, rows: RowsOf) {
  const key = numberKey(row.number ?? row.stated_number)
  const ids = new Set(
    rows('userDocVerification')
      .filter(
        (each) =>
          key !== null &&
          numberKey(each.number) === key &&
          each.user !== row.user &&
          each.store_code === row.store_code,
      )
      .map(({ user }) => user),
  )
  return rows('users')
    .filter(({ id }) => ids.has(id))
    .map(({ id, first_name, last_name }) => ({ id, name: `${String(first_name)} ${String(last_name)}` }))
    .toSorted((a, b) => rootCollator.compare(a.name, b.name))
}

function hintsOf(row: StoredRecord, rows: RowsOf): string[] {
  const user = userOf(row, rows)
  const hints: string[] = []
  if (user && typeof row.stated_name === 'string') {
    const stated = wordsOf(row.stated_name)
    const isStated = wordsOf(`${String(user.first_name)} ${String(user.last_name)}`).every((word) =>
      stated.includes(word),
    )
    hints.push(isStated ? 'NAME_MATCHES' : 'NAME_DIFFERS')
  }
  if (user?.date_of_birth && row.stated_birth_date)
    hints.push(user.date_of_birth === row.stated_birth_date ? 'BIRTH_DATE_MATCHES' : 'BIRTH_DATE_DIFFERS')
  if (sameNumber(row, rows).length > 0) hints.push('NUMBER_USED')
  return hints
}

/** A letter must have been issued recently. @throws 422 at the field */
function requireRecent(issued: unknown, at: string): void {
  if (!issued) throw rejected({ issued_at: [DOC_REFUSAL.issued] })
  const age = Date.parse(at) - Date.parse(issued as string)
  if (age < -DAY_MS || age > (ADDRESS_PROOF_DAYS + 1) * DAY_MS) throw rejected({ issued_at: [DOC_REFUSAL.issuedEarly] })
}
const DAY_MS = 24 * 3600 * 1000

/** @throws 422 if no reason is chosen */
function refusedFor({ reason_codes = [], user_text }: Body, decided_at: string, decided_by: string): Body {
  if ((reason_codes as string[]).length === 0) throw rejected({ reason_codes: [DOC_REFUSAL.codes] })
  return { reason_codes, user_text: user_text || null, decided_at, decided_by }
}

/** Adds a user's document, or finds it where it was sent before. @throws 422 at the field */
function send({ body, at, rows, add }: AppSending): StoredRecord {
  const files = (body.files ?? []) as string[]
  if (files.length === 0) throw rejected({ files: [DOC_SENT_REFUSAL.noFiles] })
  const own = rows('userDocVerification').filter(({ user }) => user === body.user)
  const sameKind = own.filter(({ doc_type }) => doc_type === body.doc_type)
  const same = sameKind.find(
    (row) =>
      (row.outcome === 'PENDING' || row.outcome === 'VERIFIED') &&
      contentsOf(row.files as string[]) === contentsOf(files),
  )
  if (same) return same
  if (own.filter(({ outcome }) => outcome === 'PENDING').length >= DOC_UNDECIDED_MAX)
    throw rejected({ user: [DOC_SENT_REFUSAL.undecided] })
  const attempt_no = Math.min(sameKind.length + 1, ATTEMPTS_MAX)
  return add({ ...body, files, reference: `D-${1_000_000 + db.nextNumber}`, submitted_at: at, attempt_no })
}

export const userDocVerificationBehaviour: Behaviour = {
  appCalls: { send },
  derive: {
    status: statusOf,
    waiting: ({ submitted_at, decided_at }) => ({ from: submitted_at, until: decided_at ?? null }),
    risk_level: (row, rows) => userOf(row, rows)?.risk_level ?? 'LOW',
    country: (row, rows) => userOf(row, rows)?.country ?? null,
    hints: hintsOf,
    number_also_of: sameNumber,
  },
  actions: {
    verify(row, { number, expires_at, issued_at }, _rows, at, { staff }) {
      if (!expires_at && isIdentity(row)) throw rejected({ expires_at: [DOC_REFUSAL.expires] })
      if (isBefore(expires_at, Date.parse(at))) throw rejected({ expires_at: [DOC_REFUSAL.past] })
      if (row.doc_type === 'PROOF_OF_ADDRESS') requireRecent(issued_at, at)
      return {
        number,
        expires_at: expires_at || null,
        issued_at: issued_at || null,
        decided_at: at,
        decided_by: staff.id,
      }
    },
    askAgain: (_row, body, _rows, at, { staff }) => refusedFor(body, at, staff.id),
    reject(row, body, rows, at, { staff }) {
      const values = refusedFor(body, at, staff.id)
      const user = rows('users').find(({ id }) => id === row.user)
      if ((body.reason_codes as string[]).includes('UNDERAGE') && user && user.account_status !== 'SUSPENDED') {
        const entry: Remembered = {
          id: crypto.randomUUID(),
          at,
          by: { id: staff.id, username: staff.username },
          action: 'suspend',
          changes: [{ field: 'account_status', before: String(user.account_status as string), after: 'SUSPENDED' }],
          asked: [],
        }
        db.history.set(user.id, [entry, ...(db.history.get(user.id) ?? [])])
        Object.assign(user, { account_status: 'SUSPENDED', version: user.version + 1, updatedAt: at })
        tell({ type: 'record:changed', payload: { subject: 'Users', id: user.id, version: user.version } })
      }
      return values
    },
    reopen(row, _body, _rows, _at, { staff }) {
      if (row.decided_by === staff.id) throw rejected({ reason: [DOC_REFUSAL.samePerson] })
      return {
        decided_at: null,
        decided_by: null,
        number: null,
        expires_at: null,
        issued_at: null,
        reason_codes: [],
        user_text: null,
      }
    },
  },
}
