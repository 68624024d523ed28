/** The rules for a new password (spec 5), for the checklist below the field. */
import { LENGTH } from '@contract/constants'
import { PASSWORD_SPECIAL } from '@contract/patterns'

/** A rule in words, and whether the input meets it. */
export interface PasswordRule {
  label: string
  met: boolean
}

const { min, max } = LENGTH.password
const special = PASSWORD_SPECIAL.split('')

/** @param password as typed so far */
export const passwordRules = (password: string): PasswordRule[] => [
  { label: `${min} to ${max} characters`, met: password.length >= min && password.length <= max },
  { label: 'Lowercase', met: /[a-z]/.test(password) },
  { label: 'Uppercase', met: /[A-Z]/.test(password) },
  { label: 'Number', met: /\d/.test(password) },
  { label: special.join(' '), met: special.some((character) => password.includes(character)) },
]
