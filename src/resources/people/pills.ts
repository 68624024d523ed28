/** Hues and icons of the states of people (look, section 7). */

import type { Pills } from '../pills'

export const PRESENCE_PILLS: Pills = {
  ONLINE: ['success', 'circle-dot'],
  AWAY: ['warning', 'clock'],
  OFFLINE: ['neutral', 'circle-dashed'],
}

export const ACCOUNT_STATUS_PILLS: Pills = {
  RESTRICTED: ['warning', 'triangle-alert'],
  SUSPENDED: ['danger', 'ban'],
  SELF_EXCLUDED: ['violet', 'user-x'],
  CLOSED: ['neutral', 'circle-slash'],
}
export const KYC_STATUS_PILLS: Pills = {
  NOT_STARTED: ['neutral', 'circle-dashed'],
  PENDING: ['warning', 'clock'],
  IN_REVIEW: ['warning', 'user-check'],
  VERIFIED: ['success', 'shield-check'],
  RESUBMIT_REQUIRED: ['violet', 'undo-2'],
  REJECTED: ['danger', 'circle-x'],
  EXPIRED: ['danger', 'triangle-alert'],
}
export const RISK_LEVEL_PILLS: Pills = {
  LOW: ['neutral', 'shield'],
  MEDIUM: ['warning', 'shield-half'],
  HIGH: ['danger', 'shield-alert'],
}
