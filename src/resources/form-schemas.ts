/**
 * The schema of each form. Apart from the resources, because a list shows its first row without the schema library:
 * only the code of a form imports this module.
 */
import { passwordResetSchema } from '@contract/entities/account'
import { staffCreateSchema, staffEditFormSchema } from '@contract/entities/staff'
import { userCreateSchema, userEditFormSchema } from '@contract/entities/user'
import { formSchema } from '@contract/records/schemas'
import type { FormSchema } from '@contract/schema'
import type { FormKey, Resource, Row } from './resource'

const ACCOUNT_SCHEMAS: Readonly<Record<string, Readonly<Record<FormKey, FormSchema>>>> = {
  admin: { create: staffCreateSchema, edit: staffEditFormSchema, resetPassword: passwordResetSchema },
  users: { create: userCreateSchema, edit: userEditFormSchema, resetPassword: passwordResetSchema },
}

/**
 * @param form which of the resource's forms
 * @returns the schema of its values, which are texts
 * @throws where the resource has no such form: a fault of the code
 */
export function formSchemaOf({ slug, record }: Pick<Resource<Row>, 'slug' | 'record'>, form: FormKey): FormSchema {
  if (record && form !== 'resetPassword') return formSchema(record, form === 'create' ? 'create' : 'update')
  const schema = ACCOUNT_SCHEMAS[slug]?.[form]
  if (!schema) throw new Error(`There is no schema for the form ${form} of ${slug}`)
  return schema
}
