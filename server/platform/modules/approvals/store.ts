/** Approvals in the database. Its triggers (migration `approvals`) enforce every rule; here are the statements and their refusals. */
import { POLICIES } from '@contract/approval-policies'
import type { Approval, ApprovalPolicy, ApprovalRefusal } from '@contract/entities/approval'
import type { Subject } from '@contract/permissions'
import type { RecordKey } from '@contract/records/records'
import { isoTime } from '@server/platform/db/iso-time'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import type { Json } from '@server/platform/operations/call'
import { uuidV7 } from '@server/platform/lib/uuid-v7'

/** What is requested. */
export interface ApprovalRequest {
  policy: ApprovalPolicy
  /** What has an effect when it is approved: `adjustment` and its id. */
  subjectType: string
  subjectId: string
  /** Whoever decides needs the right to update this. */
  permission: Subject
  /** The record that people know it by, and its store. */
  about: { record: RecordKey; id: string; store: string | null }
  /** A sentence. */
  title: string
  details: readonly { label: string; value: string }[]
  /** With two decimals. */
  amount: string
  currency: string
  /** The inputs of the action, for its effect. */
  asked: Readonly<Record<string, unknown>>
  requestedBy: string
  /** ISO time. */
  at: string
}

/** Constraint of the database → why a person may not decide. */
const REFUSALS: Readonly<Record<string, ApprovalRefusal>> = {
  approval_settled: 'SETTLED',
  approval_own: 'OWN',
  approval_decided: 'DECIDED',
  approval_right: 'RIGHT',
  approval_limit: 'LIMIT',
}
/** @returns why the database refused a request or a decision; null for any other error */
export function refusalIn(error: unknown): ApprovalRefusal | null {
  const state = sqlState(error)
  return state?.code === '23514' ? (REFUSALS[state.constraint ?? ''] ?? null) : null
}

/** The row that it waits at, or the record that stands for it. */
const ROW = `(select json_build_object('record', coalesce(s.record, a.record), 'id', case when s.record is null then a.record_id else a.row_id end)
  from approval_subjects s where s.subject_type = a.subject_type)`

export interface StoredApproval {
  id: string
  status: Approval['status']
  needs_step_up: boolean
  /** What it waits at, as its notifications lead there. */
  row: { record: string; id: string }
}

/** Stores a request. @throws the driver's error with the constraint `approval_right` or `approval_limit` for whoever acts alone without it */
export async function insertApproval(tx: Queryable, request: ApprovalRequest): Promise<StoredApproval> {
  // Consoles would not be told of it.
  if (!POLICIES[request.policy].subjects.some((subject) => subject === request.permission))
    throw new Error(`approvals of ${request.policy} are not decided by the right to ${request.permission}`)
  const [row] = await tx.query<StoredApproval>(
    `insert into approvals as a (id, policy, subject_type, subject_id, permission_subject, record, record_id, store_code, title, details, amount,
       currency, requested_by, requested_at, expires_at, required, needs_step_up, status, asked)
     values ($1::uuid, $2::text, $3::text, $4::uuid, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::jsonb, $11::text::numeric,
       $12::text, $13::uuid, $14::timestamptz, $14::timestamptz, 0, false, 'PENDING', $15::jsonb)
     returning id::text as id, status, needs_step_up, ${ROW} as row`,
    [
      uuidV7(Date.parse(request.at)),
      request.policy,
      request.subjectType,
      request.subjectId,
      request.permission,
      request.about.record,
      request.about.id,
      request.about.store,
      request.title,
      JSON.stringify(request.details),
      request.amount,
      request.currency,
      request.requestedBy,
      request.at,
      JSON.stringify(request.asked),
    ],
  )
  return row!
}

/** The tiers of a policy, and what was requested under it. Amounts are decimal texts with two places; null: no such tier. */
export interface ApprovalTerms {
  amount: string
  currency: string
  required: number
  needs_step_up: boolean
  status: Approval['status']
  subject_type: string
  subject_id: string
  asked: Readonly<Record<string, unknown>>
  alone_up_to: string | null
  one_up_to: string | null
}
/** @returns what was requested, with the tiers of its policy */
export async function readTerms(on: Queryable, id: string): Promise<ApprovalTerms> {
  const [row] = await on.query<ApprovalTerms>(
    `select a.amount::text as amount, a.currency, a.required, a.needs_step_up, a.status, a.subject_type, a.subject_id::text as subject_id, a.asked,
       p.alone_up_to::text as alone_up_to, p.one_up_to::text as one_up_to
     from approvals a join approval_policies p on p.policy = a.policy where a.id = $1::uuid`,
    [id],
  )
  return row!
}

/** @returns the highest amount that a person may decide alone under a policy, with two places; null: any */
export async function readOwnLimit(on: Queryable, staffId: string, policy: ApprovalPolicy): Promise<string | null> {
  const [row] = await on.query<{ limit: string | null }>(
    `select case when coalesce(bool_or(l->>'up_to' is null), false) then null
       else coalesce(max((l->>'up_to')::numeric), 0)::numeric(17, 2)::text end as limit
     from staff s join permission_sets p on s.role = any (p.assigned_roles) or s.id = any (p.assigned_user_ids),
       jsonb_array_elements(p.approval_limits) l
     where s.id = $1::uuid and l->>'policy' = $2::text`,
    [staffId, policy],
  )
  return row!.limit
}

/** @returns ids of the staff who may decide an approval now */
export async function decidersOf(on: Queryable, id: string, at: string): Promise<string[]> {
  const rows = await on.query<{ id: string }>(
    `select s.id::text as id from staff s, approvals a
     where a.id = $1::uuid and not s.is_deleted and approval_refusal(a, s.id, $2::timestamptz) is null`,
    [id, at],
  )
  return rows.map((row) => row.id)
}

const person = (alias: string) => `json_build_object('id', ${alias}.id, 'username', ${alias}.username)`
const CODES = `'{${Object.entries(REFUSALS)
  .map(([constraint, code]) => `"${constraint}":"${code}"`)
  .join(',')}}'::jsonb`

/** An approval's JSON for a reader ($1) at a time ($2). One that is not settled yet but too old is shown as expired. */
const APPROVAL = `json_build_object('id', a.id, 'version', a.version, 'policy', a.policy, 'title', a.title, 'details', a.details,
  'record', a.record, 'record_id', a.record_id, 'row', ${ROW}, 'amount', a.amount::text, 'currency', a.currency,
  'requested_by', (select ${person('s')} from staff s where s.id = a.requested_by),
  'requested_at', ${isoTime('a.requested_at')}, 'expires_at', ${isoTime('a.expires_at')}, 'required', a.required,
  'decisions', (select coalesce(json_agg(json_build_object('by', ${person('s')}, 'decision', d.decision, 'reason', d.reason, 'at', ${isoTime('d.at')})
    order by d.at, s.id), '[]') from approval_decisions d join staff s on s.id = d.staff_id where d.approval_id = a.id),
  'status', case when a.status = 'PENDING' and a.expires_at <= greatest($2::timestamptz, now()) then 'EXPIRED' else a.status end,
  'settled_at', ${isoTime('a.settled_at')}, 'needs_step_up', a.needs_step_up,
  'refusal', ${CODES}->>approval_refusal(a, $1::uuid, $2::timestamptz))::text`

/** Number of approvals in a list. */
const LIST_MAX = 200

/** @returns JSON of the approvals that a person may decide, and their number */
export async function readDecidable(
  on: Queryable,
  staffId: string,
  at: string,
): Promise<{ json: Json<Approval[]>; total: number }> {
  const [row] = await on.query<{ json: string; total: number }>(
    `with mine as (select a.* from approvals a where a.status = 'PENDING' and approval_refusal(a, $1::uuid, $2::timestamptz) is null)
     select coalesce('[' || string_agg(x.j, ',' order by x.expires_at, x.id) || ']', '[]') as json, (select count(*)::int from mine) as total
     from (select ${APPROVAL} as j, a.expires_at, a.id from approvals a where a.id in (select id from mine order by expires_at, id limit ${LIST_MAX})) x`,
    [staffId, at],
  )
  return { json: row!.json, total: row!.total }
}

/**
 * @param about id of a record: what waits at it or about it, whoever may decide; only what the reader may see (`isVisible` in routes.ts)
 * @returns JSON of these approvals, those that expire first at the top
 */
export async function readWaiting(
  on: Queryable,
  { staffId, subjects, stores }: { staffId: string; subjects: readonly Subject[]; stores: readonly string[] | null },
  about: string,
  at: string,
): Promise<{ json: Json<Approval[]>; total: number }> {
  const [row] = await on.query<{ json: string; total: number }>(
    `select coalesce('[' || string_agg(${APPROVAL}, ',' order by a.expires_at, a.id) || ']', '[]') as json, count(*)::int as total
     from approvals a where (a.record_id = $3::uuid or a.row_id = $3::uuid) and a.status = 'PENDING' and a.expires_at > greatest($2::timestamptz, now())
       and (a.requested_by = $1::uuid or (a.permission_subject = any($4::text[]) and ($5::text[] is null or a.store_code = any($5::text[]))))`,
    [staffId, at, about, [...subjects], stores && [...stores]],
  )
  return { json: row!.json, total: row!.total }
}

/** What decides who may see an approval, and what it is about. */
export interface ApprovalHead extends StoredApproval {
  permission_subject: Subject
  store_code: string | null
  requested_by: string
  title: string
  version: number
  subject_type: string
  subject_id: string
  asked: Readonly<Record<string, unknown>>
  row_id: string
  record: RecordKey
  record_id: string
  refusal: ApprovalRefusal | null
}

/**
 * @param options `lock`: the approval and the row that it waits at stay locked until the transaction ends, so that decisions and changes
 *   wait for each other
 * @returns null where there is no such approval
 */
export async function readHead(
  on: Queryable,
  id: string,
  staffId: string,
  at: string,
  { lock = false } = {},
): Promise<ApprovalHead | null> {
  // The lock is a statement of its own: the next one sees what others have committed while this one waited.
  if (lock) await on.query('select lock_approval($1::uuid)', [id])
  const [row] = await on.query<Omit<ApprovalHead, 'refusal'> & { refusal: string | null }>(
    `select a.id::text as id, a.permission_subject, a.store_code, a.requested_by::text as requested_by, a.title, a.version, a.status,
       a.needs_step_up, ${ROW} as row, a.subject_type, a.subject_id::text as subject_id, a.asked, a.row_id::text as row_id, a.record, a.record_id::text as record_id,
       approval_refusal(a, $2::uuid, $3::timestamptz) as refusal
     from approvals a where a.id = $1::uuid`,
    [id, staffId, at],
  )
  return row ? { ...row, refusal: row.refusal === null ? null : REFUSALS[row.refusal]! } : null
}

/** @returns JSON of an approval that exists, for a reader */
export async function readApproval(
  on: Queryable,
  id: string,
  staffId: string,
  at: string,
): Promise<{ json: Json<Approval>; version: number; status: Approval['status'] }> {
  const [row] = await on.query<{ json: string; version: number; status: Approval['status'] }>(
    `select ${APPROVAL} as json, a.version, a.status from approvals a where a.id = $3::uuid`,
    [staffId, at, id],
  )
  return row!
}

/** Stores a decision, which settles the approval where it is the last required one. @throws the driver's error; see `refusalIn` */
export async function insertDecision(
  tx: Queryable,
  id: string,
  {
    staffId,
    decision,
    reason,
    at,
  }: { staffId: string; decision: 'APPROVED' | 'REJECTED'; reason: string | null; at: string },
): Promise<void> {
  await tx.query(
    `insert into approval_decisions (approval_id, staff_id, decision, reason, at)
     values ($1::uuid, $2::uuid, $3::text, $4::text, $5::timestamptz)`,
    [id, staffId, decision, reason, at],
  )
}

/** An approval that has just expired. */
export interface Expired extends Pick<
  ApprovalHead,
  | 'id'
  | 'permission_subject'
  | 'store_code'
  | 'requested_by'
  | 'title'
  | 'version'
  | 'subject_type'
  | 'subject_id'
  | 'asked'
  | 'row_id'
  | 'row'
  | 'record'
  | 'record_id'
> {}

/** Settles approvals that are too old. @param at the server's time, ISO @returns them */
export const settleExpired = (tx: Queryable, at: string): Promise<Expired[]> =>
  tx.query<Expired>(
    `update approvals a set status = 'EXPIRED', settled_at = $1::timestamptz
     where a.id in (select id from approvals where status = 'PENDING' and expires_at <= greatest($1::timestamptz, now())
       order by expires_at limit 100 for update skip locked)
     returning a.id::text as id, a.permission_subject, a.store_code, a.requested_by::text as requested_by, a.title, a.version, a.subject_type,
       a.subject_id::text as subject_id, a.asked, a.row_id::text as row_id, ${ROW} as row, a.record, a.record_id::text as record_id`,
    [at],
  )
