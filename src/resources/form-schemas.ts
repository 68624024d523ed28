/**
 * The schema of each form, by its name. Apart from the resources, because a list shows its first row without the schema library:
 * only the code of a form imports this module.
 */
import { passwordResetSchema } from '@contract/entities/account'
import { staffCreateSchema, staffEditFormSchema } from '@contract/entities/staff'
import { userCreateSchema, userEditFormSchema } from '@contract/entities/user'
import type { FormSchema } from '@contract/schema'

export const FORM_SCHEMAS = {
  'admin.create': staffCreateSchema,
  'admin.edit': staffEditFormSchema,
  'admin.resetPassword': passwordResetSchema,
  'users.create': userCreateSchema,
  'users.edit': userEditFormSchema,
  'users.resetPassword': passwordResetSchema,
} as const satisfies Record<string, FormSchema>

export type FormName = keyof typeof FORM_SCHEMAS
