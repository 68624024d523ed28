/** Documents of users in the mocks: their status, and the rules of decisions (server/records/people/user-doc-verification.ts). */
import { DOC_REFUSAL, IDENTITY_DOCS } from '@contract/records/people/user-doc-verification'
import type { HistoryEntry } from '@contract/entities/history'
import { db, tell } from './db'
import type { Behaviour, StoredRecord } from './records'
import { rejected } from './refusal'

type Body = Readonly<Record<string, unknown>>
const isBefore = (value: unknown, now: number) => typeof value === 'string' && Date.parse(value) <= now

function statusOf({ outcome, claim_until, expires_at }: StoredRecord): unknown {
  const now = Date.now()
  if (outcome === 'PENDING' && typeof claim_until === 'string' && !isBefore(claim_until, now)) return 'IN_REVIEW'
  return outcome === 'VERIFIED' && isBefore(expires_at, now) ? 'EXPIRED' : outcome
}

/** @throws 422 where no reason is chosen */
function refusedFor({ reason_codes = [], user_text }: Body, decided_at: string, decided_by: string): Body {
  if ((reason_codes as string[]).length === 0) throw rejected({ reason_codes: [DOC_REFUSAL.codes] })
  return { reason_codes, user_text: user_text || null, decided_at, decided_by }
}

export const DOCUMENT_BEHAVIOUR: Behaviour = {
  derive: { status: statusOf },
  actions: {
    verify(row, { number, expires_at }, _rows, at, { staff }) {
      if (!expires_at && (IDENTITY_DOCS as readonly unknown[]).includes(row.doc_type))
        throw rejected({ expires_at: [DOC_REFUSAL.expires] })
      if (isBefore(expires_at, Date.parse(at))) throw rejected({ expires_at: [DOC_REFUSAL.past] })
      return { number, expires_at: expires_at || null, decided_at: at, decided_by: staff.id }
    },
    askAgain: (_row, body, _rows, at, { staff }) => refusedFor(body, at, staff.id),
    reject(row, body, rows, at, { staff }) {
      const values = refusedFor(body, at, staff.id)
      const user = rows('users').find(({ id }) => id === row.user)
      if ((body.reason_codes as string[]).includes('UNDERAGE') && user && user.account_status !== 'SUSPENDED') {
        const entry: HistoryEntry = {
          id: crypto.randomUUID(),
          at,
          by: { id: staff.id, username: staff.username },
          action: 'suspend',
          changes: [{ field: 'account_status', before: String(user.account_status as string), after: 'SUSPENDED' }],
        }
        db.history.set(user.id, [entry, ...(db.history.get(user.id) ?? [])])
        Object.assign(user, { account_status: 'SUSPENDED', version: user.version + 1, updatedAt: at })
        tell({ type: 'record:changed', payload: { subject: 'Users', id: user.id, version: user.version } })
      }
      return values
    },
    reopen(row, _body, _rows, _at, { staff }) {
      if (row.decided_by === staff.id) throw rejected({ reason: [DOC_REFUSAL.samePerson] })
      return { decided_at: null, decided_by: null, number: null, expires_at: null, reason_codes: [], user_text: null }
    },
  },
}
