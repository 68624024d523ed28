import {
  ADDRESS_PROOF_DAYS,
  ATTEMPTS_MAX,
  DOC_REFUSAL,
  DOC_SENT_REFUSAL,
  DOC_UNDECIDED_MAX,
  userDocVerification,
} from '@contract/records/people/user-doc-verification'
import { sql } from 'drizzle-orm'
import { index } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import { rejected } from '@server/platform/operations/failure'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall, type ChangedRow, type RuleCall } from '@server/platform/records/source'
import { isNameIn, numberKey } from '../alike'
import { documentExpiry } from './kyc-status'

/** Triggers keep `risk_level` and `country` equal to the user's (migration `document_facts`), so that paths can have indexes. */
export const userDocuments = recordTable(
  userDocVerification,
  'user_documents',
  { user: () => users.id, decided_by: () => staff.id },
  {
    columns: {},
    indexes: ({ number }) => [index('user_documents_number').on(sql.raw(numberKey(number!.name)))],
  },
)

type ActionCall = RuleCall & { id: string }

/** Suspends the account of an under-age user together with the decision. */
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

const DAY_MS = 24 * 3600 * 1000
/**
 * Whether a letter is too old to prove an address. The latest 'today' of all time zones is accepted.
 * @param issued `YYYY-MM-DD` @param at of the decision, ISO 8601
 */
const isTooOld = (issued: string, at: string): boolean =>
  Date.parse(at) - Date.parse(issued) > (ADDRESS_PROOF_DAYS + 1) * DAY_MS

/** Other users of the store with the same normalised document number. */
const SAME_NUMBER = `left join lateral (select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name, o.id) as list,
      string_agg(o.name, ', ' order by o.name, o.id) as names
    from (select distinct p.id, p.first_name || ' ' || p.last_name as name from user_documents t join users p on p.id = t.user_id
      where ${numberKey('t.number')} = ${numberKey('coalesce(u.number, u.stated_number)')}
        and t.user_id <> u.user_id and t.store_code is not distinct from u.store_code limit 5) o) same_number on true`

/** Compares the user's statements with the platform's data. A name matches where all of its words are stated. */
const HINT_LIST = `array_remove(array[
    case when u.stated_name is not null then
      case when ${isNameIn(`account.first_name || ' ' || account.last_name`, 'u.stated_name')}
        then 'NAME_MATCHES' else 'NAME_DIFFERS' end end,
    case when u.stated_birth_date is not null and account.date_of_birth is not null then
      case when u.stated_birth_date = account.date_of_birth then 'BIRTH_DATE_MATCHES' else 'BIRTH_DATE_DIFFERS' end end,
    case when same_number.list is not null then 'NUMBER_USED' end
  ], null)`
const HINTS = {
  value: HINT_LIST,
  key: `nullif(array_to_string(${HINT_LIST}, ','), '')`,
  compared: { sql: HINT_LIST, type: 'text[]' },
} as const

/** The document with the same files, in any order, that was not refused; of the files their content is compared. */
const SAME_FILES = `select d.id::text as id from user_documents d
  where d.user_id = $1::uuid and d.doc_type = $2::text and d.status in ('PENDING', 'VERIFIED')
    and (select array_agg(f.sha256 order by f.sha256) from files f where f.id = any(d.file_ids))
      = (select array_agg(f.sha256 order by f.sha256) from files f
         where f.id = any($3::uuid[]) and f.purpose = '${userDocVerification.name}.files' and f.store = $4::text)
  order by d.submitted_at desc limit 1`

/** Adds a user's document, or finds it where it was sent before. @throws 422 at the field */
async function send({ tx, app, body, sent, at, inTurn, add }: AppRuleCall): Promise<string> {
  const { user, doc_type, files } = body as { user: string; doc_type: string; files: string[] }
  await inTurn(user)
  const [same] = await tx.query<{ id: string }>(SAME_FILES, [user, doc_type, files, app.store])
  if (same) return same.id
  const [earlier] = await tx.query<{ attempts: number; undecided: number }>(
    `select count(*) filter (where doc_type = $2::text)::int as attempts, count(*) filter (where status = 'PENDING')::int as undecided
     from user_documents where user_id = $1::uuid`,
    [user, doc_type],
  )
  if (earlier!.undecided >= DOC_UNDECIDED_MAX) throw rejected({ user: [DOC_SENT_REFUSAL.undecided] })
  return add({
    ...sent,
    submitted_at: { value: at, type: 'timestamptz' },
    attempt_no: { value: Math.min(earlier!.attempts + 1, ATTEMPTS_MAX), type: 'integer' },
  })
}

export default defineSource(userDocVerification, {
  table: userDocuments,
  scope: { store: 'row' },
  derived: {
    hints: { ...HINTS, joins: ['account', 'same_number'] },
    number_also_of: {
      value: `coalesce(same_number.list, '[]'::json)`,
      key: 'same_number.names',
      joins: ['same_number'],
    },
  },
  computed: { status: { EXPIRED: documentExpiry } },
  joins: {
    account: 'join users account on account.id = u.user_id',
    same_number: SAME_NUMBER,
  },
  appCalls: { send },
  actions: {
    verify({ body, at }) {
      const { issued_at: issued } = body as { issued_at?: string | null }
      if (issued && isTooOld(issued, at)) throw rejected({ issued_at: [DOC_REFUSAL.issuedEarly] })
      return Promise.resolve()
    },
    async reject(call) {
      if ((call.body.reason_codes as string[]).includes('UNDERAGE')) await suspendUser(call)
    },
    async reopen({ tx, id, principal }) {
      const [row] = await tx.query<{ by: string | null }>(
        'select decided_by_id::text as by from user_documents where id = $1::uuid',
        [id],
      )
      if (row!.by === principal.staffId) throw rejected({ reason: [DOC_REFUSAL.samePerson] })
    },
  },
})
