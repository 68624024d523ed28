/** Reveals the secret of a record to a person (contract, reveals.ts). */
import { ERROR_CODE } from '@contract/errors'
import {
  REVEAL_EVENT,
  REVEAL_REFUSAL,
  REVEAL_REPEAT_MINUTES,
  revealLimitReached,
  REVEALS_AN_HOUR,
} from '@contract/records/reveals'
import type { RecordKey } from '@contract/records/records'
import { staffWhoMay } from '@server/platform/modules/access/service'
import { writeAuditRows } from '@server/platform/modules/audit/entry'
import { HttpFailure, rejected } from '@server/platform/operations/failure'
import type { Answer } from '@server/platform/operations/call'
import type { Queryable } from '@server/platform/ports/db'
import { requireClaim } from '@server/platform/records/claims'
import type { RecordSource, RuleCall } from '@server/platform/records/source'
import type { RecordCall, RecordRoutesDeps } from './call'
import type { Checks } from './checks'
import type { Transactions } from './transaction'

/** Reveals of one person wait for each other until the end of their transactions, in every process: their number is exact. */
const inTurn = (tx: Queryable, staffId: string) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [`reveals ${staffId}`])

/** @returns whether the person has revealed this secret a moment ago, so that a repeated call is the same reveal */
async function wasJustRevealed(tx: Queryable, staffId: string, recordId: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from reveals where staff_id = $1::uuid and record_id = $2::uuid
       and at > clock_timestamp() - interval '${REVEAL_REPEAT_MINUTES} minutes' limit 1`,
    [staffId, recordId],
  )
  return rows.length > 0
}

/**
 * Counts a reveal by the database's clock, which is the same for all processes. Reveals of more than an hour ago are deleted: the audit
 * keeps each of them.
 * @returns null; or the time until the person may reveal again, in seconds, where the limit is reached
 */
async function count(tx: Queryable, staffId: string, recordId: string): Promise<number | null> {
  await tx.query(`delete from reveals where staff_id = $1::uuid and at <= clock_timestamp() - interval '1 hour'`, [
    staffId,
  ])
  const [full] = await tx.query<{ wait: number }>(
    `select ceil(extract(epoch from min(at) + interval '1 hour' - clock_timestamp()))::int as wait from reveals
     where staff_id = $1::uuid having count(*) >= ${REVEALS_AN_HOUR}`,
    [staffId],
  )
  if (full) return Math.max(1, full.wait)
  await tx.query('insert into reveals (staff_id, record_id, at) values ($1::uuid, $2::uuid, clock_timestamp())', [
    staffId,
    recordId,
  ])
  return null
}

/** Notifies the staff who may change staff that somebody has reached the limit, once an hour for each person. */
async function notifyLead({ tx, at, notify }: RuleCall, { staffId, username }: RecordCall['principal']): Promise<void> {
  await notify(await staffWhoMay(tx, 'update', 'Admins'), {
    keyword: 'SECURITY',
    keywordId: staffId,
    about: { record: 'admin', id: staffId },
    // The time up to its hour: a second notification with the same key is not stored.
    eventKey: `reveals ${staffId} ${at.slice(0, 13)}`,
    ...revealLimitReached(username),
  })
}

/**
 * @returns the handler. The secret is in its answer and nowhere else: under the Idempotency-Key is stored only that the call was answered,
 *   and a repetition reads the secret again if the rules still allow it. It throws 404 as a read does, 409 with the row where its state or
 *   its claim does not allow it, 422 where no secret is stored, and 429 after too many reveals
 */
export const createReveal =
  (
    { clock, writes }: Pick<RecordRoutesDeps, 'clock' | 'writes'>,
    {
      transactions: { inTransaction, ruleOf },
      checks: { requireState },
    }: { transactions: Transactions; checks: Pick<Checks, 'requireState'> },
  ) =>
  async (source: RecordSource, call: RecordCall): Promise<Answer<unknown>> => {
    const { params, principal, origin, body, key } = call
    const { record } = source
    const reveals = record.reveals!
    const revealed = await inTransaction(true, async (within) => {
      const { on } = within!
      const rule = ruleOf(within!, { principal, origin, id: params.id, body })
      await inTurn(on, principal.staffId)
      const isAnswered = key !== null && (await key.unfinished(on)) !== null
      await writes.read(source, rule.id, principal, on)
      if (reveals.from) await requireState(source, call, reveals.from, on)
      if (reveals.whileClaimed) await requireClaim(source, { rule, principal, origin, clock, writes }, 'needed')
      const secret = await source.reveals!(rule)
      if (secret === null) throw rejected({}, REVEAL_REFUSAL.none(reveals, record.noun[0]))
      if (isAnswered && (await wasJustRevealed(on, principal.staffId, rule.id))) return { secret }
      const wait = await count(on, principal.staffId, rule.id)
      if (wait !== null) {
        await notifyLead(rule, principal)
        return { wait }
      }
      await writeAuditRows(
        on,
        clock,
        { actorId: principal.staffId, subject: record.subject, origin, reason: body.reason as string },
        [{ action: REVEAL_EVENT, subjectId: rule.id, before: null, after: null }],
      )
      // Its timeline has a new entry.
      await rule.touched(record.name as RecordKey, [rule.id])
      // Unfinished: a repetition of the call goes on from here, and there is no answer to send again.
      await key?.inTransaction(on, { data: null }, { isUnfinished: true, goesOn: isAnswered })
      return { secret }
    })
    // After the commit of the notification.
    if ('wait' in revealed)
      throw new HttpFailure(429, ERROR_CODE.tooMany, REVEAL_REFUSAL.tooMany, { retryAfterSeconds: revealed.wait })
    return { data: { secret: revealed.secret } }
  }
