/** Approvals (contract/http/approvals.ts): what the caller may decide, and their decision. */
import { ERROR_CODE } from '@contract/errors'
import { POLICIES, TO_APPROVE } from '@contract/approval-policies'
import {
  APPROVAL_CHANGED,
  APPROVAL_REFUSAL,
  DECISION_MESSAGE,
  type Approval,
  type ApprovalRefusal,
} from '@contract/entities/approval'
import { can, canRead } from '@contract/permissions'
import { RECORDS, type RecordKey } from '@contract/records/records'
import type { Db, Queryable } from '@server/platform/ports/db'
import { retriedTransaction } from '@server/platform/db/retry'
import type { Call, Json, RoutesOf } from '@server/platform/operations/call'
import { forbidden, HttpFailure, notFound, stale } from '@server/platform/operations/failure'
import type { Clock } from '@server/platform/ports/clock'
import type { Live } from '@server/platform/live/live'
import type { Principal } from '@server/platform/modules/access/principal'
import { OF_THE_PLATFORM, writeAudit, writeAuditRows } from '@server/platform/modules/audit/entry'
import { notify } from '@server/platform/modules/notifications/store'
import { enqueue } from '@server/platform/modules/outbox/messages'
import type { Outbox, Receiver } from '@server/platform/modules/outbox/worker'
import { requireStepUp } from '@server/platform/modules/two-factor/step-up'
import { actsAs } from './actor'
import type { Changed, EffectsByType } from './effects'
import {
  insertDecision,
  readApproval,
  readDecidable,
  readHead,
  readWaiting,
  refusalIn,
  settleExpired,
  type ApprovalHead,
} from './store'
import { repeat } from '@server/platform/lib/background'

const SUBJECT = 'Approval'
/** No id of a member of staff. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Expired approvals are settled this often, milliseconds; they are shown as expired, and refused, at once. */
const SETTLE_EVERY_MS = 60_000

export interface ApprovalsDeps {
  db: Db
  clock: Clock
  live: Live
  outbox: Pick<Outbox, 'wake'>
  effects: EffectsByType
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
  onError: (error: unknown, what: string) => void
}

/** The requester sees it, and whoever may read what it is about. Anybody else gets 404. */
const isVisible = (head: ApprovalHead, { staffId, access, stores }: Principal): boolean =>
  head.requested_by === staffId ||
  (can(access, 'read', head.permission_subject) &&
    (stores === null || (head.store_code !== null && stores.includes(head.store_code))))

/**
 * The details of an approval repeat values of its row: they are for its requester, for whoever may decide, and for whoever reads all
 * fields of such rows. Other readers learn that it waits.
 */
function shownTo({ staffId, access }: Principal, approval: Approval): Approval {
  const { subject, allFields } = RECORDS[approval.row.record as RecordKey]
  const readsAll = () => Object.keys(allFields).every((field) => canRead(access, subject, field))
  const mayDecide = POLICIES[approval.policy].subjects.some((each) => can(access, 'update', each))
  return approval.requested_by.id === staffId || mayDecide || readsAll() ? approval : { ...approval, details: [] }
}

/** @returns what follows from a status; undefined: nothing */
const effectOf = (effects: EffectsByType, subjectType: string, status: Approval['status']) => {
  if (status === 'PENDING') return undefined
  return status === 'APPROVED' ? effects[subjectType]!.approved : effects[subjectType]?.refused
}

const DECISION = { approve: 'APPROVED', reject: 'REJECTED' } as const

/**
 * @param effect rows that show other values because of a decision
 * @returns them, and the rows whose histories show the decision: the record that the approval is about, and the row that it waits at
 */
function shownBy(
  effects: EffectsByType,
  { record, record_id, subject_type, row_id }: Pick<ApprovalHead, 'record' | 'record_id' | 'subject_type' | 'row_id'>,
  effect: readonly Changed[],
): Changed[] {
  const row = effects[subject_type]?.record
  const histories: Changed[] = [{ record, ids: [record_id] }, ...(row ? [{ record: row, ids: [row_id] }] : [])]
  const isTold = (of: Changed) => effect.some((each) => each.record === of.record && each.ids.includes(of.ids[0]!))
  return [...effect, ...histories.filter((each) => !isTold(each))]
}

export function createApprovalsRoutes({
  db,
  clock,
  live,
  outbox,
  effects,
  changed,
  onError,
}: ApprovalsDeps): RoutesOf<'approvals'> {
  const nowIso = () => new Date(clock.now()).toISOString()

  /** 409 with the approval as it is now, or 403 with what is missing. */
  async function refused(on: Queryable, id: string, refusal: ApprovalRefusal, staffId: string, at: string) {
    if (refusal !== 'SETTLED' && refusal !== 'DECIDED') return forbidden(APPROVAL_REFUSAL[refusal])
    const { json } = await readApproval(on, id, staffId, at)
    return stale(json, APPROVAL_REFUSAL[refusal])
  }

  async function decide(
    { principal, origin, key, params: { id }, body, ifMatch }: Call<'approvals.approve'> | Call<'approvals.reject'>,
    verb: keyof typeof DECISION,
  ): Promise<{ json: Json<Approval>; message: string }> {
    const { staffId } = principal
    const at = nowIso()
    const reason = body.reason || null
    const { answer, head, effect, version } = await retriedTransaction(db, async (tx) => {
      const found = await readHead(tx, id, staffId, at, { lock: true })
      if (!found || !isVisible(found, principal)) throw notFound()
      if (found.refusal) throw await refused(tx, id, found.refusal, staffId, at)
      if (found.version !== ifMatch) throw stale((await readApproval(tx, id, staffId, at)).json, APPROVAL_CHANGED)
      await actsAs(tx, staffId)
      if (found.needs_step_up) await requireStepUp({ db: tx, clock }, principal)
      await insertDecision(tx, id, { staffId, decision: DECISION[verb], reason, at }).catch((error: unknown) => {
        // The right or the limit was taken away since it was read above.
        const refusal = refusalIn(error)
        throw refusal ? forbidden(APPROVAL_REFUSAL[refusal]) : error
      })
      const now = await readApproval(tx, id, staffId, at)
      const effect = effectOf(effects, found.subject_type, now.status)
      const done = effect
        ? await effect({ tx, subjectId: found.subject_id, actorId: staffId, at, asked: found.asked })
        : []
      await writeAudit(
        tx,
        clock,
        { actorId: staffId, action: verb, subject: SUBJECT, origin, ...(reason ? { reason } : {}) },
        id,
        { status: now.status },
      )
      if (now.status !== 'PENDING')
        await enqueue(tx, 'notification', {
          staff_ids: [found.requested_by],
          at: clock.now(),
          what: {
            keyword: 'APPROVAL_DECIDED',
            keywordId: id,
            about: found.row,
            title: now.status === 'APPROVED' ? 'Approved' : 'Rejected',
            description: `${principal.username}: ${found.title}`,
            eventKey: `approval decided ${id}`,
          },
        })
      const answered = { json: now.json, message: DECISION_MESSAGE[now.status as keyof typeof DECISION_MESSAGE] }
      await key?.inTransaction(tx, answered)
      return { answer: answered, head: found, effect: done, version: now.version }
    }).catch(async (error: unknown) => {
      const isOvertaken =
        error instanceof HttpFailure && error.code === ERROR_CODE.stale && error.details.currentJson === undefined
      throw isOvertaken ? stale((await readApproval(db, id, staffId, at)).json, error.message) : error
    })
    live.recordChanged({ subject: head.permission_subject, id, version }, head.store_code)
    outbox.wake()
    await changed(shownBy(effects, head, effect)).catch((error: unknown) => onError(error, 'telling of a decision'))
    return answer
  }

  return {
    'approvals.list': async ({ principal, query: { about } }) => {
      const { staffId, access, stores } = principal
      const { json, total } =
        about === undefined
          ? await readDecidable(db, staffId, nowIso())
          : await readWaiting(
              db,
              { staffId, subjects: TO_APPROVE.filter((each) => can(access, 'read', each)), stores },
              about,
              nowIso(),
            )
      return { data: (JSON.parse(json) as Approval[]).map((each) => shownTo(principal, each)), total_count: total }
    },
    'approvals.get': async ({ principal, params: { id } }) => {
      const at = nowIso()
      const head = await readHead(db, id, principal.staffId, at)
      if (!head || !isVisible(head, principal)) throw notFound()
      const { json } = await readApproval(db, id, principal.staffId, at)
      return { data: shownTo(principal, JSON.parse(json) as Approval) }
    },
    'approvals.approve': (call) => decide(call, 'approve'),
    'approvals.reject': (call) => decide(call, 'reject'),
  }
}

/**
 * Tells of an approval that a change of its row has cancelled (trigger `cancel_approvals`): the requester, unless they changed it
 * themselves, and the consoles. A message that is delivered again stores no second notification.
 */
export const createCancelledReceiver =
  ({
    db,
    clock,
    live,
    effects,
    changed,
  }: Pick<ApprovalsDeps, 'db' | 'clock' | 'live' | 'effects' | 'changed'>): Receiver<'approvalCancelled'> =>
  async ({ payload: { id, by } }) => {
    const { head, told } = await retriedTransaction(db, async (tx) => {
      const at = new Date(clock.now()).toISOString()
      const head = (await readHead(tx, id, by ?? NOBODY, at))!
      const [actor] = await tx.query<{ username: string }>('select username from staff where id = $1::uuid', [by])
      const what = {
        keyword: 'APPROVAL_DECIDED' as const,
        keywordId: id,
        about: head.row,
        title: 'Approval cancelled',
        description: actor
          ? `${actor.username} changed what was to be approved: ${head.title}`
          : `What was to be approved has changed: ${head.title}`,
        eventKey: `approval cancelled ${id}`,
      }
      return { head, told: head.requested_by === by ? [] : await notify(tx, clock, [head.requested_by], what) }
    })
    live.recordChanged({ subject: head.permission_subject, id, version: head.version }, head.store_code)
    if (told.length > 0) live.notified(told)
    await changed(shownBy(effects, head, []))
  }

/** Settles approvals that have expired, with an audit entry and a notification of the requester. @returns how many */
export async function expireApprovals({
  db,
  clock,
  live,
  effects,
  changed,
}: Pick<ApprovalsDeps, 'db' | 'clock' | 'live' | 'effects' | 'changed'>): Promise<number> {
  const { rows, told, done } = await db.transaction(async (tx) => {
    const at = new Date(clock.now()).toISOString()
    const expired = await settleExpired(tx, at)
    const done: Changed[] = []
    for (const each of expired) {
      const refused = effectOf(effects, each.subject_type, 'EXPIRED')
      const effect = refused
        ? await refused({ tx, subjectId: each.subject_id, actorId: null, at, asked: each.asked })
        : []
      done.push(...shownBy(effects, each, effect))
    }
    await writeAuditRows(
      tx,
      clock,
      { actorId: null, subject: SUBJECT, origin: OF_THE_PLATFORM },
      expired.map(({ id }) => ({ action: 'expire', subjectId: id, before: null, after: { status: 'EXPIRED' } })),
    )
    const people: string[] = []
    for (const { id, requested_by, title, row } of expired)
      people.push(
        ...(await notify(tx, clock, [requested_by], {
          keyword: 'APPROVAL_DECIDED',
          keywordId: id,
          about: row,
          title: 'Approval expired',
          description: `Nobody decided it in time: ${title}`,
          eventKey: `approval expired ${id}`,
        })),
      )
    return { rows: expired, told: people, done }
  })
  for (const { id, permission_subject, version, store_code } of rows)
    live.recordChanged({ subject: permission_subject, id, version }, store_code)
  live.notified(told)
  await changed(done)
  return rows.length
}

/** Starts settling in the background. @returns stops it */
export const startExpiring = (deps: ApprovalsDeps): (() => Promise<void>) =>
  repeat(SETTLE_EVERY_MS, () => expireApprovals(deps), deps.onError, 'settling expired approvals')
