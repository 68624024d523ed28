/** Hues and icons of the states of rewards (look, section 7). */
import type { Pills } from '../pills'
import type { ActionIcon } from '../resource'

export const CAMPAIGN_PILLS: Pills = {
  DRAFT: ['neutral', 'pencil'],
  REQUESTED: ['violet', 'users-round'],
  SCHEDULED: ['info', 'calendar-clock'],
  ACTIVE: ['success', 'circle-check'],
  PAUSED: ['warning', 'circle-pause'],
  ENDED: ['neutral', 'circle-slash'],
}

export const GRANT_PILLS: Pills = {
  GRANTED: ['info', 'clock'],
  ACTIVE: ['info', 'loader'],
  COMPLETED: ['success', 'circle-check'],
  EXPIRED: ['neutral', 'circle-slash'],
  FORFEITED: ['danger', 'circle-x'],
  REVOKED: ['danger', 'undo-2'],
}

/** Icons of the actions of campaigns. */
export const CAMPAIGN_ICONS = {
  activate: 'play',
  withdraw: 'undo',
  pause: 'pause',
  resume: 'play',
  end: 'stop',
} as const satisfies Record<string, ActionIcon>

export const CLAIM_PILLS: Pills = {
  PENDING: ['warning', 'clock'],
  APPROVED: ['info', 'users-round'],
  CREDITED: ['success', 'circle-check'],
  REJECTED: ['danger', 'circle-x'],
  EXPIRED: ['neutral', 'circle-slash'],
}

export const REFERRAL_PILLS: Pills = {
  PENDING: ['warning', 'clock'],
  QUALIFIED: ['info', 'user-check'],
  PAID: ['success', 'circle-check'],
  FRAUD_HOLD: ['danger', 'shield-alert'],
  REJECTED: ['danger', 'circle-x'],
  REVERSED: ['neutral', 'undo-2'],
}
