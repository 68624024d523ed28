import { flag, oneOf, text255, time } from '../field'
import { defineRecord, type ActionDefinition } from '../record'
import { accountFields, passwordFields, resetPassword } from './account'

export const STAFF_STATUSES = { ACTIVE: 'Active', INACTIVE: 'Inactive' } as const
export const PRESENCES = { ONLINE: 'Online', AWAY: 'Away', OFFLINE: 'Offline' } as const

/** Fields about the sign-ins of a member of staff. */
export const signInFields = {
  two_fa_enabled: flag('Two-factor', { write: 'never', required: true, filter: true, initial: false }),
  last_login_at: time('Last sign-in', { write: 'never' }),
} as const

/** For people who lost their phone and their recovery codes. */
export const resetTwoFactor = {
  label: 'Reset two-factor',
  needs: 'update',
  path: ':id/reset-two-fa',
  from: {
    field: 'two_fa_enabled',
    values: [true],
    otherwise: 'Two-factor authentication is already off for this account.',
  },
  sets: { two_fa_enabled: false },
  asks: { reason: text255('Reason', { required: true }) },
  question: 'Reset two-factor of',
  effect:
    'For who lost their phone and their recovery codes. Their sessions end, and their password alone opens the account until they set up two-factor again.',
  gerund: 'Resetting two-factor of',
  participle: 'reset to a sign-in without two-factor',
  success: 'Two-factor reset successfully',
  tone: 'danger',
} as const satisfies ActionDefinition

/** Staff: everyone who signs in to the console (screens.md, staff). */
export const admin = defineRecord({
  name: 'admin',
  base: 'admin',
  subject: 'Admins',
  noun: ['admin', 'admins'],
  namedBy: ['first_name', 'last_name'],
  reads: 'whole',
  switch: true,
  counted: [],
  hidesStore: true,
  fields: {
    ...accountFields('STAFF', 'Only for a partner store’s admin'),
    ...passwordFields,
    status: oneOf('Status', STAFF_STATUSES, { derived: true, required: true }),
    presence: oneOf('Presence', PRESENCES, { derived: true, required: true }),
    ...signInFields,
  },
  actions: { resetPassword, resetTwoFactor },
})
