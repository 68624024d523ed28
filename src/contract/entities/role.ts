/** Roles come from the server (contract, Access). */
import * as yup from 'yup'
import type { Rule } from '../patterns'

/** How a role's name is written. Whether it exists is the server's to say. */
export const ROLE_NAME: Rule = { pattern: /^[A-Z][A-Z0-9_]{1,39}$/, message: 'Choose a role' }

export const ROLE_KINDS = ['STAFF', 'USER'] as const

/** A role that an account can be given. */
export const roleSchema = yup.object({
  name: yup.string().required(),
  kind: yup.string().oneOf(ROLE_KINDS).required(),
  /** Whether a partner store's code must be given with it. */
  needs_store: yup.boolean().required(),
})
export type Role = yup.InferType<typeof roleSchema>
