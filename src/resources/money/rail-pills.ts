/** Pills of what rails carry out: their attempts, and loads and redeems. */
import type { ATTEMPT_STATES } from '@contract/records/money/rail-attempts'
import type { PlatformRequestStatus } from '@contract/records/money/platform-request'
import type { Pills } from '../pills'

export const ATTEMPT_PILLS = {
  QUEUED: ['neutral', 'clock'],
  SENDING: ['info', 'loader'],
  ACCEPTED: ['info', 'loader'],
  DONE: ['success', 'circle-check'],
  FAILED: ['danger', 'triangle-alert'],
  UNKNOWN: ['violet', 'circle-help'],
} as const satisfies Readonly<Record<keyof typeof ATTEMPT_STATES, Pills[string]>>

export const REQUEST_PILLS = {
  REQUESTED: ['warning', 'clock'],
  CLAIMED: ['warning', 'user-check'],
  QUEUED: ['neutral', 'clock'],
  PROCESSING: ['info', 'loader'],
  UNKNOWN: ['violet', 'circle-help'],
  COMPLETED: ['success', 'circle-check'],
  FAILED: ['danger', 'triangle-alert'],
  REJECTED: ['danger', 'circle-x'],
} as const satisfies Readonly<Record<PlatformRequestStatus, Pills[string]>>
/** What the chain has of a payment to a deposit. */
export const CHAIN_PILLS = {
  SEEN: ['info', 'loader'],
  CONFIRMED: ['success', 'circle-check'],
  REORGANISED: ['danger', 'triangle-alert'],
} as const
