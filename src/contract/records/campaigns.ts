/**
 * Campaigns run for a period: bonuses, referral rules, offers, wheels (catalogue, Status that depends on dates). They have common
 * fields and actions. A campaign is a draft until it is activated; then its status follows from its dates and the actions.
 */
import { oneOf, time } from './field'
import type { ActionApproval } from './action-approval'
import type { ActionDefinition, ActionPreview, RecordDefinition } from './record'

export const CAMPAIGN_STATUSES = {
  DRAFT: 'Draft',
  SCHEDULED: 'Scheduled',
  ACTIVE: 'Live',
  PAUSED: 'Paused',
  ENDED: 'Ended',
} as const
/** Of campaigns whose activation other people approve. */
export const APPROVED_CAMPAIGN_STATUSES = { ...CAMPAIGN_STATUSES, REQUESTED: 'Awaiting approval' } as const
export type CampaignStatus = keyof typeof APPROVED_CAMPAIGN_STATUSES

/**
 * The fields. The status is derived from the others, `starts_at`, `ends_at` and the server's clock, and never stored; the record
 * defines the two dates itself, because some campaigns must have a start.
 */
export const campaignFields = {
  status: oneOf('Status', CAMPAIGN_STATUSES, { derived: true, required: true, filter: true }),
  activated_at: time('Activated', { write: 'never' }),
  paused_at: time('Paused', { write: 'never' }),
  ended_at: time('Ended', { write: 'never' }),
} as const

/** The fields of campaigns whose activation other people approve (ledger, Approvals: PROMOTION, WHEEL). */
export const approvedCampaignFields = {
  ...campaignFields,
  status: oneOf('Status', APPROVED_CAMPAIGN_STATUSES, { derived: true, required: true, filter: true }),
  /** None while nobody has asked for it. */
  requested_at: time('Activation requested', { write: 'never' }),
} as const

/** What whoever approves an activation decides about: the most that it may cost. */
type ActivationApproval = Pick<ActionApproval, 'policy' | 'type'> & { readonly amount: readonly [string] }

/**
 * The actions.
 * @param one the singular of the record's name, such as 'bonus'
 * @param runs what it does from its activation on, a sentence
 * @param preview what the activation would do
 * @param approval of the activation, where other people must approve it (ledger, Approvals: PROMOTION, WHEEL)
 */
export const campaignActions = (
  one: string,
  { runs, preview, approval }: { runs: string; preview?: ActionPreview; approval?: ActivationApproval },
) =>
  ({
    activate: {
      label: 'Activate…',
      needs: 'update',
      ...(approval && {
        movesMoney: true,
        approval: { ...approval, title: 'Activate {record}', details: approval.amount },
      }),
      from: { field: 'status', values: ['DRAFT'] },
      question: 'Activate',
      effect: approval
        ? `${runs} Other people must approve it first, and a change of this ${one} cancels the request.`
        : `${runs} It starts at once, or at its start if that is later.`,
      ...(preview && { preview }),
      gerund: 'Activating',
      participle: approval ? 'sent for approval' : 'activated',
      past: `activated the ${one}`,
      success: 'Successfully Updated',
    },
    ...(approval && {
      withdraw: {
        label: 'Withdraw…',
        needs: 'update',
        from: { field: 'status', values: ['REQUESTED'] },
        question: 'Withdraw the activation of',
        effect: 'Nobody needs to approve it any more. It is a draft again.',
        gerund: 'Withdrawing the activation of',
        participle: 'withdrawn',
        past: 'withdrew the request',
        success: 'Successfully Updated',
      } satisfies ActionDefinition,
    }),
    pause: {
      label: 'Pause',
      needs: 'update',
      from: { field: 'status', values: ['SCHEDULED', 'ACTIVE'] },
      question: 'Pause',
      effect: `Nobody new gets this ${one} until you resume it. What was granted before stays as it is.`,
      gerund: 'Pausing',
      participle: 'paused',
      success: 'Successfully Updated',
    },
    resume: {
      label: 'Resume',
      needs: 'update',
      from: { field: 'status', values: ['PAUSED'] },
      question: 'Resume',
      effect: `${runs} Its end stays the same.`,
      gerund: 'Resuming',
      participle: 'resumed',
      success: 'Successfully Updated',
    },
    end: {
      label: 'End…',
      needs: 'update',
      from: { field: 'status', values: ['SCHEDULED', 'ACTIVE', 'PAUSED'] },
      question: 'End',
      effect: `Nobody new gets this ${one} again. You cannot undo this; you can duplicate it.`,
      gerund: 'Ending',
      participle: 'ended',
      success: 'Successfully Updated',
      tone: 'danger',
    },
  }) satisfies Record<string, ActionDefinition>

/** The field that each of these actions sets to the time of the call. */
export const CAMPAIGN_TIMES = { activate: 'activated_at', pause: 'paused_at', end: 'ended_at' } as const

/** Whether other people approve the activation of a campaign. */
export const isApprovedCampaign = ({ fields }: Pick<RecordDefinition, 'fields'>): boolean => 'requested_at' in fields

/** Whether records of this kind are campaigns. */
export const isCampaign = ({ fields }: Pick<RecordDefinition, 'fields'>): boolean =>
  Object.keys(campaignFields).every((name) => name in fields)

/** The refusals of what a campaign may cost: nobody can approve a cost without a maximum, and an approved one never grows. */
export const COST_REFUSAL = {
  unlimited: 'Set a budget or a limit first: without one nobody can say what it may cost.',
  more: (most: string) => `It was approved to cost ${most} at most. Duplicate it to ask for more.`,
} as const

/** The refusal of `activate` and `resume` where the campaign's end has passed. */
export const END_HAS_PASSED = 'Its end has passed. Change the end first.'
