/** Approvals: what one person requests and others decide (ledger.md, Approvals). */
import * as yup from 'yup'
import { FREE_TEXT } from '../patterns'
import { id, money, oneOf, optionalText, text, time } from '../schema'
import { LENGTH } from '../constants'
import { APPROVAL_POLICIES, type ApprovalPolicy } from '../approval-policies'

export { APPROVAL_HOURS, APPROVAL_POLICIES, type ApprovalPolicy } from '../approval-policies'

export const APPROVAL_STATUSES = {
  PENDING: 'Waiting',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
} as const

/** Why a person may not decide an approval. */
export const APPROVAL_REFUSAL = {
  SETTLED: 'It is decided, cancelled or expired.',
  OWN: 'You requested this or changed it last. Another person must decide.',
  DECIDED: 'You have decided this already.',
  RIGHT: 'You need the permission to update this kind of record. An administrator can grant it.',
  LIMIT: 'The amount is above your limit for approvals. Ask somebody with a higher one.',
} as const
export type ApprovalRefusal = keyof typeof APPROVAL_REFUSAL

/** The refusal of a decision whose person has seen an earlier version of the approval. */
export const APPROVAL_CHANGED = 'It has changed since you read it. Nothing was decided.'

/** Message of an action that has no effect before other people have approved it. */
export const SENT_FOR_APPROVAL = 'Sent for approval'

/** The refusal of a request about something that waits for another approval. */
export const ALREADY_REQUESTED = 'It waits for an approval already. Nothing was changed.'

/** The message of a decision's answer, by the status that follows from it. */
export const DECISION_MESSAGE = {
  PENDING: 'Approved. Another person must approve too.',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
} as const
/** The refusal of the last approval where the user has less money than is to be taken. */
export const NOT_ENOUGH_CASH =
  'The user has less cash than this takes. Nothing was changed, and the approval still waits.'

/** The refusals of an approved reversal: nothing is changed then, and the approval still waits. */
export const REVERSAL_REFUSAL = {
  moved: 'The cash of a user changed meanwhile. Nothing was changed. Try again.',
  released: 'A bonus of it was wagered and released. Adjust the cash of the user instead.',
} as const

const staff = () => yup.object({ id: id(), username: yup.string().required() })

export const approvalSchema = yup.object({
  id: id(),
  version: yup.number().integer().required(),
  policy: oneOf(Object.keys(APPROVAL_POLICIES) as ApprovalPolicy[]),
  /** What is requested, in a sentence. */
  title: yup.string().required(),
  /** The facts of the request, in order. */
  /** Values are texts as people read them; times are ISO 8601. */
  details: yup.array(yup.object({ label: yup.string().required(), value: yup.string().defined() })).required(),
  /** The record that it is about, and its id: `users` for an adjustment. */
  record: yup.string().required(),
  record_id: id(),
  /**
   * The row that waits for it, and its record: a grant whose extension is asked for, or the same user for an adjustment. A change of it
   * cancels the approval.
   */
  row: yup.object({ record: yup.string().required(), id: id() }).required(),
  /** What it may cost, in `currency`; 0: it costs nothing itself, such as the rate of a coin, and whoever has any limit for its policy may decide. */
  amount: money(),
  currency: yup.string().required(),
  requested_by: staff(),
  requested_at: time(),
  expires_at: time(),
  /** Number of people who must approve; 0: the requester's own limit sufficed. */
  required: yup.number().integer().min(0).max(2).required(),
  decisions: yup
    .array(
      yup.object({
        by: staff(),
        decision: oneOf(['APPROVED', 'REJECTED']),
        reason: yup.string().nullable().defined(),
        at: time(),
      }),
    )
    .required(),
  status: oneOf(Object.keys(APPROVAL_STATUSES) as (keyof typeof APPROVAL_STATUSES)[]),
  /** When it was decided, cancelled or expired. */
  settled_at: time().nullable().defined(),
  /** Whoever decides it must have proved who they are within the last five minutes. */
  needs_step_up: yup.boolean().required(),
  /** Why the caller may not decide it; null: they may. */
  refusal: yup
    .string()
    .oneOf(Object.keys(APPROVAL_REFUSAL) as ApprovalRefusal[])
    .nullable()
    .defined(),
})
export type Approval = yup.InferType<typeof approvalSchema>

export const approveSchema = yup
  .object({ reason: optionalText(FREE_TEXT).max(LENGTH.freeText.short) })
  .noUnknown()
  .strict()
export const rejectSchema = yup
  .object({ reason: text(FREE_TEXT).max(LENGTH.freeText.short) })
  .noUnknown()
  .strict()
