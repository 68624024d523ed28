import { flag, integer, oneOf, text, text255, time } from '../field'
import { RAIL_NAME, RAIL_NAME_MAX } from '../rail-name'
import { defineRecord } from '../record'

export const RAIL_KINDS = { PAYOUT: 'Payouts', PLATFORM: 'Game platform', CHAIN: 'Coins' } as const
/** From the last calls: some give no clear answer, or the rail does not respond. */
export const RAIL_HEALTH = { UNKNOWN: 'Not checked', OK: 'OK', DEGRADED: 'Degraded', DOWN: 'Down' } as const
/** Whether it is sent something now. */
export const RAIL_SENDING = {
  OPEN: 'Sent at once',
  PAUSED: 'Paused',
  WAITS: 'Waits for the rail',
  NOT_CONNECTED: 'Not connected',
} as const

const kept = { write: 'never', required: true } as const
const update = { needs: 'update', success: 'Successfully Updated' } as const
const reason = text255('Reason', { required: true })

/**
 * The rails that the operator has connected (money, Rails: Health). Settings of the server name them: nobody adds one here. A rail that is
 * down or paused is sent nothing; what waits for it can still be held or refused.
 */
export const connectedRail = defineRecord({
  name: 'connectedRail',
  base: 'admin-setting/rails',
  subject: 'Settings',
  noun: ['rail', 'rails'],
  namedBy: ['name'],
  origin: { past: 'connected the rail' },
  events: { healthChanged: 'found in another state' },
  reads: 'whole',
  fields: {
    name: text('Name', RAIL_NAME, RAIL_NAME_MAX, { ...kept, unique: 'everywhere', search: true }),
    kind: oneOf('Kind', RAIL_KINDS, { ...kept, filter: true }),
    /** Whether the settings of the server still name it. */
    is_connected: flag('Connected', kept),
    health: oneOf('Health', RAIL_HEALTH, { ...kept, filter: true, initial: 'UNKNOWN' }),
    checked_at: time('Checked', { write: 'never' }),
    /** By the last check, in words. */
    found: text255('Last check', { write: 'never' }),
    is_paused: flag('Paused', { ...kept, filter: true }),
    pause_reason: text255('Why it is paused', { write: 'never' }),
    sending: oneOf('Sending', RAIL_SENDING, { derived: true, required: true }),
    /** Attempts that wait to be sent to it. */
    waiting: integer('Waits to be sent', {}, { derived: true, required: true }),
    /** Attempts whose outcome it does not tell. */
    unknown: integer('Outcome unknown', {}, { derived: true, required: true }),
  },
  actions: {
    pause: {
      ...update,
      label: 'Pause…',
      from: { field: 'is_paused', values: [false], otherwise: 'This rail is paused already.' },
      sets: { is_paused: true },
      asks: { reason },
      question: 'Pause',
      effect: 'Nothing more is sent to it until somebody resumes it. What it has received already goes on.',
      gerund: 'Pausing',
      participle: 'paused',
      tone: 'danger',
    },
    resume: {
      ...update,
      label: 'Resume…',
      from: { field: 'is_paused', values: [true], otherwise: 'This rail is not paused.' },
      sets: { is_paused: false, pause_reason: null },
      asks: { reason },
      question: 'Resume',
      effect: 'What waits for it is sent at once.',
      gerund: 'Resuming',
      participle: 'resumed',
    },
  },
})
