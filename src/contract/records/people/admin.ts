import { LENGTH } from '../../constants'
import { FREE_TEXT } from '../../patterns'
import { flag, integer, oneOf, reference, text, text255, time } from '../field'
import { defineRecord, type ActionDefinition } from '../record'
import { accessChange } from './access-change'
import { accountFields, passwordFields, resetPassword } from './account'

export const STAFF_STATUSES = { ACTIVE: 'Active', INACTIVE: 'Inactive' } as const
export const PRESENCES = { ONLINE: 'Online', AWAY: 'Away', OFFLINE: 'Offline' } as const

/** Fields about the sign-ins of a member of staff. */
export const signInFields = {
  two_fa_enabled: flag('Two-factor', { write: 'never', required: true, filter: true, initial: false }),
  last_login_at: time('Last sign-in', { write: 'never', filter: true }),
} as const

/** For a lost device, or a person who forgot to sign out: they may sign in again at once. */
export const endSessions = {
  label: 'End sessions',
  needs: 'update',
  asks: { reason: text255('Reason', { required: true }) },
  question: 'End the sessions of',
  effect: 'They are signed out on every device, and can sign in again.',
  gerund: 'Ending the sessions of',
  participle: 'signed out on every device',
  past: 'ended the sessions',
  success: 'Sessions ended successfully',
  tone: 'danger',
} as const satisfies ActionDefinition

/** What a member of staff has open. */
export const openWork = {
  of: 'disabling',
  label: 'Still open',
  answers: {
    tickets: integer('Tickets', {}, { required: true }),
    chats: integer('Chats', {}, { required: true }),
    claims: integer('Claimed records', {}, { required: true }),
    shift: text255('Running shift'),
  },
  nothing: 'Nothing of theirs is open.',
  through: 'disableAndMove',
} as const

/** Disables an account, and gives its tickets and chats to a colleague in the same transaction. */
export const disableAndMove = {
  label: 'Disable',
  needs: 'delete',
  from: { field: 'is_deleted', values: [false], otherwise: 'This account is disabled already.' },
  sets: { is_deleted: true },
  asks: { to: reference('Move tickets and chats to', 'admin', { hint: 'Empty: back to the queue' }) },
  tells: ['to'],
  question: 'Disable',
  effect:
    'They can no longer sign in, and their sessions end. Their claims and their running shift end too. You can enable them again.',
  gerund: 'Disabling',
  participle: 'disabled',
  success: 'Successfully Disabled',
  tone: 'danger',
} as const satisfies ActionDefinition

/** A person has the rights of their role, and those of at most one set of their own. */
export const assignPermissionSet = {
  label: 'Assign permission set',
  needs: 'update',
  stepUp: true,
  asks: {
    permission_set: reference('Permission set', 'permissionSet', { hint: 'Empty: only the rights of their role' }),
    reason: text255('Reason', { required: true }),
  },
  tells: ['permission_set'],
  preview: { label: 'What changes for them', from: ['permission_set'], answers: accessChange },
  question: 'Assign a permission set to',
  effect:
    'Its rights are added to those of their role, and replace those of an earlier set. Open consoles follow at once.',
  gerund: 'Assigning the permission set of',
  participle: 'given the permission set',
  past: 'assigned the permission set',
  success: 'Permission set assigned successfully',
} as const satisfies ActionDefinition

/** The name of the set that was assigned to the person, in addition to those of their role. */
export const ownSet = text255('Own permission set', { derived: true })

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
  past: 'reset two-factor',
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
    presence: oneOf('Presence', PRESENCES, { derived: true, required: true, filter: true }),
    on_shift: flag('On shift', { derived: true, required: true, filter: true }),
    /** The name of the running shift. */
    current_shift: text('Current shift', FREE_TEXT, LENGTH.freeText.short, { derived: true }),
    ...signInFields,
    permission_set: ownSet,
  },
  bulk: ['disableAndMove', 'assignPermissionSet'],
  preview: openWork,
  actions: { resetPassword, resetTwoFactor, endSessions, assignPermissionSet, disableAndMove },
})
