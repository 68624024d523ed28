/** The decision of an approval, for the decision feature: what it may be, what it asks, and how an approval stands. */
import { APPROVAL_STATUSES, type Approval } from '@contract/entities/approval'
import { LENGTH } from '@contract/constants'
import { approvalsOperations } from '@contract/http/approvals'
import { FREE_TEXT } from '@contract/patterns'
import { text } from '@contract/records/field'
import type { CallAction, Row } from '@resources/resource'
import type { Decided, DecisionPlan, Standing } from '@features/shared/decision-plan'

const reason = (required: boolean) => ({
  field: { ...text('Reason', FREE_TEXT, LENGTH.freeText.short), ...(required && { required: true as const }) },
  input: {
    name: 'reason',
    label: 'Reason',
    kind: 'longText' as const,
    required,
    max: LENGTH.freeText.short,
    hint: 'The requester reads it',
  },
})
const optional = reason(false)
const needed = reason(true)

const action = (
  key: 'approve' | 'reject',
  words: Pick<CallAction<Row>, 'label' | 'gerund' | 'participle' | 'success'>,
): CallAction<Row> => ({
  kind: 'call',
  key,
  icon: 'user-check',
  needs: 'update',
  question: words.label,
  effect: '',
  verb: words.label,
  cancel: 'Cancel',
  asks: [key === 'approve' ? optional.input : needed.input],
  operation: approvalsOperations[key] as never,
  ...(key === 'reject' && { tone: 'danger' as const }),
  ...words,
})
const approve = action('approve', {
  label: 'Approve',
  gerund: 'Approving',
  participle: 'approved',
  success: 'Successfully Approved',
})
const reject = action('reject', {
  label: 'Reject',
  gerund: 'Rejecting',
  participle: 'rejected',
  success: 'Successfully Rejected',
})

/** Approvals as a list whose records are decided, without a claim. */
export const APPROVALS: Decided = {
  slug: 'approvals',
  noun: { one: 'approval', many: 'approvals' },
  actions: [approve, reject],
  record: { actions: { approve: { asks: { reason: optional.field } }, reject: { asks: { reason: needed.field } } } },
  operations: {},
}

const ofAction = ({ operation, success, gerund, participle }: CallAction<Row>) => ({
  operation: operation as never,
  success: () => success,
  gerund: () => gerund,
  participle: () => participle,
})
/** The actions, in the form for the activity. */
export const APPROVAL_ACTIONS = {
  list: APPROVALS.slug,
  subject: 'TransactionRecords',
  route: '/',
  selectionPath: () => '/',
  noun: APPROVALS.noun,
  actions: { approve: ofAction(approve), reject: ofAction(reject) },
}

/** How an approval stands for a person. */
export function standingOf(approval: Approval, ownId: string | undefined): Standing {
  const { status, decisions, settled_at: settled, required } = approval
  const last = decisions.at(-1)
  const own = decisions.find(({ by }) => by.id === ownId)
  if (status === 'PENDING')
    return own
      ? { is: 'awaitingSecond', what: APPROVAL_STATUSES[own.decision], by: own.by.username, at: own.at, isOwn: true }
      : { is: 'open' }
  if (status === 'EXPIRED' || status === 'CANCELLED' || !last)
    return {
      is: 'decided',
      what: APPROVAL_STATUSES[status],
      by: null,
      at: settled,
      isOwn: false,
      said: {
        EXPIRED: 'Nobody decided this in time: it has expired.',
        CANCELLED: 'What was to be approved has changed: the request is cancelled.',
        APPROVED: required === 0 ? 'It needed nobody else.' : '',
        REJECTED: '',
      }[status],
    }
  return {
    is: 'decided',
    what: APPROVAL_STATUSES[last.decision],
    by: last.by.username,
    at: last.at,
    isOwn: last.by.id === ownId,
  }
}

export const APPROVAL_PLAN: DecisionPlan = {
  choices: [
    { kind: 'approve', action: 'approve', key: 'A' },
    { kind: 'reject', action: 'reject', key: 'R' },
  ],
  standing: (row, ownId) => standingOf(row as unknown as Approval, ownId),
}
