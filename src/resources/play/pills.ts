/** Hues and icons of the states of play (look, section 7, Records). */
import type { Pills } from '../pills'

export const ROUND_STATUS_PILLS: Pills = {
  OPEN: ['info', 'loader'],
  SETTLED: ['success', 'circle-check'],
  CANCELLED: ['neutral', 'circle-slash'],
}
export const JACKPOT_STATUS_PILLS: Pills = {
  PENDING_REVIEW: ['warning', 'clock'],
  HELD: ['violet', 'circle-pause'],
  CONFIRMED: ['info', 'circle-arrow-up'],
  PAID: ['success', 'circle-check'],
}

export const SPIN_PILLS: Pills = {
  CREDITED: ['success', 'circle-check'],
  VOID: ['neutral', 'circle-slash'],
}
export const DEVICE_USE_PILLS: Pills = { AGAIN: ['warning', 'triangle-alert'] }
