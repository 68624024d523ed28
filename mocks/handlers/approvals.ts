/** Approvals in the mocks. */
import { APPROVAL_CHANGED, APPROVAL_REFUSAL, DECISION_MESSAGE } from '@contract/entities/approval'
import { APPROVAL_EFFECTS } from '../records/approval-effects'
import { approvalRefusal, decideApproval, seesApproval, sentApproval } from '../approvals'
import { callerOf, type Call, type HandlersOf } from '../call'
import { db } from '../db'
import { forbidden, notFound, Refusal, stale } from '../refusal'
import { historyChanged } from '../records/verbs/change'
import { requireStepUp } from './two-factor'

type Params = { id: string }

function find(call: Call<Params>) {
  const caller = callerOf(call)
  const approval = db.approvals.find(({ id }) => id === call.params.id)
  if (!approval || !seesApproval(approval, caller)) throw notFound()
  return { approval, caller }
}

function decide(call: Call<Params, unknown, { reason?: string | undefined }>, decision: 'APPROVED' | 'REJECTED') {
  if (call.ifMatch === null) throw new Refusal(428)
  const { approval, caller } = find(call)
  const refusal = approvalRefusal(approval, caller.staff, call.now)
  if (refusal === 'SETTLED' || refusal === 'DECIDED')
    throw stale(sentApproval(approval, caller.staff, call.now), APPROVAL_REFUSAL[refusal])
  if (refusal) throw forbidden(APPROVAL_REFUSAL[refusal])
  if (call.ifMatch !== approval.version) throw stale(sentApproval(approval, caller.staff, call.now), APPROVAL_CHANGED)
  if (approval.needs_step_up) requireStepUp(caller.session, call.now)
  decideApproval(approval, caller, decision, call.body.reason || null, call.now, APPROVAL_EFFECTS)
  // The record that the approval is about, and its subject, show the decision.
  for (const id of [approval.record_id, approval.row.id]) historyChanged(id)
  const { status } = approval
  return {
    data: sentApproval(approval, caller.staff, call.now),
    message: DECISION_MESSAGE[status as keyof typeof DECISION_MESSAGE],
  }
}

export const approvalsHandlers: HandlersOf<'approvals'> = {
  'approvals.list': (call) => {
    const caller = callerOf(call)
    const { staff } = caller
    const { about } = call.query
    const mine = db.approvals
      .filter((approval) =>
        about === undefined
          ? approvalRefusal(approval, staff, call.now) === null
          : [approval.record_id, approval.row.id].includes(about) &&
            sentApproval(approval, staff, call.now).status === 'PENDING' &&
            seesApproval(approval, caller),
      )
      .toSorted((a, b) => (a.expires_at < b.expires_at ? -1 : 1))
    return { data: mine.map((approval) => sentApproval(approval, staff, call.now)), total_count: mine.length }
  },
  'approvals.get': (call) => {
    const { approval, caller } = find(call)
    return { data: sentApproval(approval, caller.staff, call.now) }
  },
  'approvals.approve': (call) => decide(call, 'APPROVED'),
  'approvals.reject': (call) => decide(call, 'REJECTED'),
}
