/**
 * The words and hues of state, for the enums of the entities (look.md, section 7). A hue says what a state means: neutral
 * not started or over without result, warning a person must act, info moves by itself, violet another person must act,
 * success good end, danger bad end or late. `null`: the state is the usual one and shows no pill.
 */
import type { STAFF_STATUSES, PRESENCES } from './entities/staff'
import type { ACCOUNT_STATUSES, KYC_STATUSES, RISK_LEVELS } from './entities/user'

export type Tone = 'neutral' | 'warning' | 'info' | 'violet' | 'danger' | 'success'

/** A status on the screen: icon shape, word and hue, never one of them alone. */
export interface Label {
  word: string
  tone: Tone
  /** Name of a Lucide icon, as in its file name. */
  icon: string
}

/** The label of each value of an enum. */
export type Labels<Values extends readonly string[]> = Record<Values[number], Label | null>

const label = (word: string, tone: Tone, icon: string): Label => ({ word, tone, icon })

/** Whether an account is enabled: `is_deleted` means disabled and is called so. */
export const ACCOUNT_LABELS = {
  enabled: label('Enabled', 'success', 'circle-check'),
  disabled: label('Disabled', 'danger', 'ban'),
} as const

/** @param isDeleted the record's `is_deleted` */
export const accountLabel = (isDeleted: boolean): Label =>
  isDeleted ? ACCOUNT_LABELS.disabled : ACCOUNT_LABELS.enabled

export const STAFF_STATUS_LABELS: Labels<typeof STAFF_STATUSES> = {
  ACTIVE: null,
  INACTIVE: label('Inactive', 'neutral', 'circle-slash'),
}

export const PRESENCE_LABELS: Labels<typeof PRESENCES> = {
  ONLINE: label('Online', 'success', 'circle-dot'),
  AWAY: label('Away', 'warning', 'clock'),
  OFFLINE: label('Offline', 'neutral', 'circle-dashed'),
}

export const ACCOUNT_STATUS_LABELS: Labels<typeof ACCOUNT_STATUSES> = {
  ACTIVE: null,
  RESTRICTED: label('Restricted', 'warning', 'triangle-alert'),
  SUSPENDED: label('Suspended', 'danger', 'ban'),
  SELF_EXCLUDED: label('Self-excluded', 'violet', 'user-x'),
  CLOSED: label('Closed', 'neutral', 'circle-slash'),
}

export const KYC_STATUS_LABELS: Labels<typeof KYC_STATUSES> = {
  NOT_STARTED: label('Not submitted', 'neutral', 'circle-dashed'),
  PENDING: label('Pending review', 'warning', 'clock'),
  IN_REVIEW: label('In review', 'warning', 'user-check'),
  VERIFIED: label('Verified', 'success', 'shield-check'),
  RESUBMIT_REQUIRED: label('Asked again', 'violet', 'undo-2'),
  REJECTED: label('Rejected', 'danger', 'circle-x'),
  EXPIRED: label('Expired', 'danger', 'triangle-alert'),
}

export const RISK_LEVEL_LABELS: Labels<typeof RISK_LEVELS> = {
  LOW: label('Low', 'neutral', 'shield'),
  MEDIUM: label('Medium', 'warning', 'shield-half'),
  HIGH: label('High', 'danger', 'shield-alert'),
}
