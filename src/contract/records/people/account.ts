/**
 * The common parts of staff and end users: the base columns of both tables (spec 2, Admin and user tables) and both
 * forms (spec 3).
 */
import { LENGTH } from '../../constants'
import { PERSON_NAME, USERNAME } from '../../patterns'
import { email, newPassword, passwordAgain, role, storeCode, text } from '../field'
import type { ActionDefinition } from '../record'

/** A person's names, and the fields for signing in. */
export const personFields = {
  first_name: text('First name', PERSON_NAME, LENGTH.personName.max, { required: true, search: true }),
  last_name: text('Last name', PERSON_NAME, LENGTH.personName.max, { required: true, search: true }),
  username: text('Username', USERNAME, LENGTH.username.max, { required: true, unique: 'everywhere', search: true }),
  email: email('Email', { required: true, unique: 'everywhere', search: true }),
} as const

/** @param of the kind of accounts @param hint when a partner store's code is needed */
export const accountFields = <const Of extends 'STAFF' | 'USER'>(of: Of, hint: string) =>
  ({
    ...personFields,
    role: role('Role', of, { required: true, filter: true }),
    third_party_store_code: storeCode('Partner store code', 'store', { filter: true, keeps: true, hint }),
  }) as const

/** Set when an account is added, and by an administrator's reset (spec 3). */
export const passwordFields = {
  password: newPassword('Password'),
  confirm_password: passwordAgain('Confirm password', 'password'),
} as const

/** Sets another person's password (spec 3, Admin password reset; spec 7). */
export const resetPassword = {
  label: 'Reset password',
  needs: 'update',
  path: 'reset-password/:id',
  asks: passwordFields,
  question: 'Reset the password of',
  effect: 'Their sessions end. Give them the new password yourself: it is not sent to them.',
  gerund: 'Resetting the password of',
  participle: 'given a new password',
  past: 'reset the password',
  success: 'Reset Password successfully',
} as const satisfies ActionDefinition
