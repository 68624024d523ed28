/** Requests an approval, in the transaction that stores what is to be approved. */
import { ALREADY_REQUESTED, APPROVAL_REFUSAL } from '@contract/entities/approval'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import { forbidden, rejected } from '@server/platform/operations/failure'
import type { Live } from '@server/platform/live/live'
import type { Principal } from '@server/platform/modules/access/principal'
import { rehearsalOf } from '@server/platform/modules/ledger/rehearsal'
import type { Happening } from '@server/platform/modules/notifications/store'
import { requireStepUp } from '@server/platform/modules/two-factor/step-up'
import { decidersOf, insertApproval, refusalIn, type ApprovalRequest } from './store'

/** Input beside the request: the transaction and what follows from it (a record's `RuleCall` has all of it). */
export interface Requesting {
  tx: Queryable
  principal: Pick<Principal, 'staffId' | 'sessionId' | 'username'>
  at: string
  notify: (staffIds: readonly string[], what: Happening) => Promise<void>
  afterCommit: (tell: (live: Live) => void) => void
  /** Called when others must approve: the answer says so. */
  waits: () => void
}

/**
 * Stores the request and notifies those who may decide it.
 * @returns APPROVED where the policy asks for nobody else: the caller lets it have its effect
 * @throws 403 where whoever acts alone lacks the limit or, at the amount of the policy, a step-up; 422 where the subject has an approval
 *   that waits
 */
export async function requestApproval(
  { tx, principal, at, notify, afterCommit, waits }: Requesting,
  request: Omit<ApprovalRequest, 'requestedBy' | 'at'>,
): Promise<'PENDING' | 'APPROVED'> {
  const { staffId, username } = principal
  const rehearsal = rehearsalOf(tx)
  if (rehearsal) rehearsal.policy = request.policy
  const stored = await insertApproval(tx, { ...request, requestedBy: staffId, at }).catch((error: unknown) => {
    const refusal = refusalIn(error)
    if (sqlState(error)?.constraint === 'approvals_pending') throw rejected({}, ALREADY_REQUESTED)
    throw refusal ? forbidden(APPROVAL_REFUSAL[refusal]) : error
  })
  if (rehearsal) rehearsal.approvalId = stored.id
  if (stored.status === 'APPROVED') {
    if (stored.needs_step_up && !rehearsal)
      await requireStepUp({ db: tx, clock: { now: () => Date.parse(at) } }, principal)
    return 'APPROVED'
  }
  await notify(await decidersOf(tx, stored.id, at), {
    keyword: 'APPROVAL_REQUESTED',
    keywordId: stored.id,
    about: stored.row,
    title: 'Approval requested',
    description: `${username}: ${request.title}`,
    eventKey: `approval requested ${stored.id}`,
  })
  afterCommit((live) =>
    live.recordChanged({ subject: request.permission, id: stored.id, version: 1 }, request.about.store),
  )
  waits()
  return 'PENDING'
}
