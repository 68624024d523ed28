/**
 * The schema of each form. Separate from the resources, because a list shows its first row without the schema library:
 * only the code of a form imports this module.
 */
import { askedSchema, formSchema } from '@contract/records/schemas'
import type { FormSchema } from '@contract/schema'
import type { FormKey, Resource, Row } from './resource'

/**
 * @param form which of the resource's forms: that of the record itself, or of one of its actions
 * @returns the schema of its values, which are texts
 * @throws if the record has no such form, which is a programming error
 */
export function formSchemaOf({ record }: Pick<Resource<Row>, 'record'>, form: FormKey): FormSchema {
  if (form === 'create' || form === 'duplicate') return formSchema(record, 'create')
  if (form === 'edit') return formSchema(record, 'update')
  const action = record.actions[form]
  if (!action) throw new Error(`There is no schema for the form ${form} of ${record.name}`)
  return askedSchema(action)
}
