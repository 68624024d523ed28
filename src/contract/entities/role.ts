/** Roles come from the server (contract, Access). */
import * as yup from 'yup'
import type { Rule } from '../patterns'

/** The format of a role's name. Only the server knows whether the role exists. */
export const ROLE_NAME: Rule = { pattern: /^[A-Z][A-Z0-9_]{1,39}$/, message: 'Choose a role', reads: 'word' }

export const ROLE_KINDS = ['STAFF', 'USER'] as const

/** A role that an account can have. */
export const roleSchema = yup.object({
  name: yup.string().required(),
  kind: yup.string().oneOf(ROLE_KINDS).required(),
  /** Whether accounts with this role need the code of a partner store. */
  needs_store: yup.boolean().required(),
})
export type Role = yup.InferType<typeof roleSchema>
