import { DOC_REFUSAL, IDENTITY_DOCS, userDocVerification } from '@contract/records/people/user-doc-verification'
import { staff, users } from '@server/db/schema'
import { rejected } from '@server/http/failure'
import { claimDerived, claimJoins, IS_CLAIMED } from '../claims'
import { recordTable } from '../record-table'
import { defineSource, type ChangedRow, type RuleCall } from '../source'
import type { Columns } from '../writes'

export const userDocuments = recordTable(userDocVerification, 'user_documents', {
  user: () => users.id,
  decided_by: () => staff.id,
})

type ActionCall = RuleCall & { id: string }

const decidedBy = ({ principal, at }: ActionCall): Columns => ({
  decided_by_id: { value: principal.staffId, type: 'uuid', field: 'decided_by' },
  decided_at: { value: at, type: 'timestamptz' },
})

/** What a user is told: at least one reason. @throws 422 at the field */
function reasons(call: ActionCall): Columns {
  const { reason_codes: codes = [], user_text: said } = call.body as { reason_codes?: string[]; user_text?: string }
  if (codes.length === 0) throw rejected({ reason_codes: [DOC_REFUSAL.codes] })
  return {
    ...decidedBy(call),
    reason_codes: { value: codes, type: 'text[]' },
    user_text: { value: said || null, type: 'text' },
  }
}

/** Who is too young may not play on: the account is suspended with the decision. */
async function suspendUser({ tx, id, at, changed, audit }: ActionCall): Promise<void> {
  const rows = await tx.query<ChangedRow & { before: string }>(
    `update users n set account_status = 'SUSPENDED', version = n.version + 1, updated_at = $2::timestamptz
     from users o where o.id = n.id and o.account_status <> 'SUSPENDED'
       and n.id = (select d.user_id from user_documents d where d.id = $1::uuid)
     returning n.id::text as id, n.version, n.store as store_code, o.account_status as before`,
    [id, at],
  )
  changed('users', rows)
  await audit(
    'users',
    rows.map(({ id: subjectId, before }) => ({
      action: 'suspend',
      subjectId,
      before: { account_status: before },
      after: { account_status: 'SUSPENDED' },
    })),
  )
}

export default defineSource(userDocVerification, {
  table: userDocuments,
  scope: { store: 'row' },
  derived: {
    ...claimDerived,
    status: {
      value: `case when u.outcome = 'PENDING' and ${IS_CLAIMED} then 'IN_REVIEW'
        when u.outcome = 'VERIFIED' and u.expires_at <= statement_timestamp() then 'EXPIRED' else u.outcome end`,
    },
  },
  joins: claimJoins,
  actions: {
    async verify(call) {
      const { tx, id, body, at } = call
      const [row] = await tx.query<{ doc_type: (typeof IDENTITY_DOCS)[number] }>(
        'select doc_type from user_documents where id = $1::uuid',
        [id],
      )
      const expires = (body.expires_at as string | null | undefined) || null
      if (expires === null && IDENTITY_DOCS.includes(row!.doc_type))
        throw rejected({ expires_at: [DOC_REFUSAL.expires] })
      if (expires !== null && Date.parse(expires) <= Date.parse(at)) throw rejected({ expires_at: [DOC_REFUSAL.past] })
      return {
        ...decidedBy(call),
        number: { value: body.number as string, type: 'text' },
        expires_at: { value: expires, type: 'timestamptz' },
      }
    },
    askAgain: (call) => Promise.resolve().then(() => reasons(call)),
    async reject(call) {
      const columns = reasons(call)
      if ((call.body.reason_codes as string[]).includes('UNDERAGE')) await suspendUser(call)
      return columns
    },
    async reopen({ tx, id, principal }) {
      const [row] = await tx.query<{ by: string | null }>(
        'select decided_by_id::text as by from user_documents where id = $1::uuid',
        [id],
      )
      if (row!.by === principal.staffId) throw rejected({ reason: [DOC_REFUSAL.samePerson] })
      return {
        decided_by_id: { value: null, type: 'uuid', field: 'decided_by' },
        decided_at: { value: null, type: 'timestamptz' },
        expires_at: { value: null, type: 'timestamptz' },
        number: { value: null, type: 'text' },
        reason_codes: { value: [], type: 'text[]' },
        user_text: { value: null, type: 'text' },
      }
    },
  },
})
