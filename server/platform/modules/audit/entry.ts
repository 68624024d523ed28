/** Audit entries: written in the same statement, or the same transaction, as the change that they record (contract, Writes). */
import type { Clock } from '@server/platform/ports/clock'
import type { Queryable } from '@server/platform/ports/db'
import { createParams, type Params } from '@server/platform/db/params'
import type { Origin } from '@server/platform/operations/call'
import { uuidV7 } from '@server/platform/lib/uuid-v7'

/** Where a change comes from that the platform makes by itself. */
export const OF_THE_PLATFORM: Origin = { ip: '', userAgent: null, requestId: '' }

/** Replaces a secret in an entry. */
export const MASKED = '***'
/** Key in an entry's `after` for the person's answers beside the fields; no field has this name. */
export const ASKED = '$asked'

export interface AuditHead {
  actorId: string | null
  action: string
  subject: string
  origin: Origin
  result?: 'OK' | 'DENIED' | 'FAILED'
  reason?: string
}

const COLUMNS =
  'id, at, actor_id, action, subject_type, subject_id, before, after, reason, ip, user_agent, request_id, result'

/**
 * An `insert` for a statement's `with` list.
 * @param values SQL of the record's id and of the values before and after; `from` the tables that they are read from
 */
export function auditInsert(
  params: Params,
  clock: Clock,
  head: AuditHead,
  values: { id: string; before: string; after: string; from: string },
): string {
  const { origin } = head
  const column = (value: string | null, type: string) => params.add(value, type)
  return `insert into audit_events (${COLUMNS}) select ${[
    column(uuidV7(clock.now()), 'uuid'),
    column(new Date(clock.now()).toISOString(), 'timestamptz'),
    column(head.actorId, 'uuid'),
    column(head.action, 'text'),
    column(head.subject, 'text'),
    values.id,
    values.before,
    values.after,
    column(head.reason ?? null, 'text'),
    column(origin.ip, 'text'),
    column(origin.userAgent, 'text'),
    column(origin.requestId, 'text'),
    column(head.result ?? 'OK', 'text'),
  ].join(', ')} ${values.from}`
}

/** One of several entries in one statement; `before` and `after` hold the changed values. */
export interface AuditRow {
  action: string
  subjectId: string
  before: object | null
  after: object | null
}

/** Writes many entries of one call at once. */
export async function writeAuditRows(
  db: Queryable,
  clock: Clock,
  head: Omit<AuditHead, 'action'>,
  rows: readonly AuditRow[],
): Promise<void> {
  if (rows.length === 0) return
  const params = createParams()
  const entries = rows.map(({ subjectId, ...row }) => ({ ...row, id: uuidV7(clock.now()), subject_id: subjectId }))
  const text = `insert into audit_events (${COLUMNS}) select t.id, ${[
    params.add(new Date(clock.now()).toISOString(), 'timestamptz'),
    params.add(head.actorId, 'uuid'),
    't.action',
    params.add(head.subject, 'text'),
    't.subject_id',
    't.before',
    't.after',
    params.add(head.reason ?? null, 'text'),
    params.add(head.origin.ip, 'text'),
    params.add(head.origin.userAgent, 'text'),
    params.add(head.origin.requestId, 'text'),
    params.add(head.result ?? 'OK', 'text'),
  ].join(
    ', ',
  )} from json_to_recordset(${params.add(JSON.stringify(entries), 'json')}) as t(id uuid, action text, subject_id text, before jsonb, after jsonb)`
  await db.query(text, params.values)
}

/** Writes a single entry, alone or in a transaction. @param subjectId the record, where there is one */
export async function writeAudit(
  db: Queryable,
  clock: Clock,
  head: AuditHead,
  subjectId: string | null,
  after: object | null = null,
): Promise<void> {
  const params = createParams()
  const id = params.add(subjectId, 'text')
  const text = auditInsert(params, clock, head, {
    id,
    before: 'null',
    after: params.add(after && JSON.stringify(after), 'jsonb'),
    from: '',
  })
  await db.query(text, params.values)
}
