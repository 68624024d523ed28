/** The forms that staff and end users have in common (spec 3 and 5). */
import type {
  ColumnDefinition,
  FormDefinition,
  FormField,
  ResourceOperations,
  Row,
  FormAction,
  FormKey,
} from '../resource'

const password: readonly FormField[] = [
  { name: 'password', label: 'Password', kind: 'newPassword', required: true },
  { name: 'confirm_password', label: 'Confirm password', kind: 'passwordAgain', required: true },
]
const person = (storeHint: string): readonly FormField[] => [
  { name: 'first_name', label: 'First name', kind: 'text', required: true, half: true },
  { name: 'last_name', label: 'Last name', kind: 'text', required: true, half: true },
  { name: 'username', label: 'Username', kind: 'text', required: true },
  { name: 'email', label: 'Email', kind: 'email', required: true },
  { name: 'role', label: 'Role', kind: 'role', required: true, half: true },
  { name: 'third_party_store_code', label: 'Partner store code', kind: 'storeCode', half: true, hint: storeHint },
]

/**
 * @param slug names the schemas and the drafts; @param one noun of the record
 * @param storeHint when a partner store's code is needed
 */
export const accountForms = (
  slug: 'admin' | 'users',
  one: string,
  storeHint: string,
): Record<FormKey, FormDefinition> => ({
  create: {
    name: `${slug}.create`,
    title: `Add ${one}`,
    verb: `Add ${one}`,
    success: 'Successfully Added',
    fields: [...person(storeHint), ...password],
  },
  edit: {
    name: `${slug}.edit`,
    title: `Edit ${one}`,
    verb: 'Save changes',
    success: 'Successfully Updated',
    fields: person(storeHint),
  },
  resetPassword: {
    name: `${slug}.resetPassword`,
    title: 'Reset password',
    verb: 'Reset password',
    success: 'Reset Password successfully',
    fields: password,
  },
})

/** What both kinds of account have in their tables. */
interface AccountRow extends Row {
  is_deleted: boolean
  first_name: string
  last_name: string
  email: string
  username: string
  role: string
  Creator: unknown
}

/**
 * The columns of both tables that the spec names (section 2).
 * @param widths of the columns whose content differs, CSS pixels
 */
export const accountColumns = <R extends AccountRow>(widths: {
  email: number
  role: number
  Creator: number
}): readonly ColumnDefinition<R>[] => [
  { field: 'first_name', search: true, title: 'First name', kind: 'name', width: 96, shown: true, filter: 'contains' },
  { field: 'last_name', search: true, title: 'Last name', kind: 'name', width: 96, shown: true, filter: 'contains' },
  { field: 'email', search: true, title: 'Email', kind: 'text', width: widths.email, shown: true, filter: 'contains' },
  { field: 'username', search: true, title: 'Username', kind: 'text', width: 108, shown: true, filter: 'contains' },
  { field: 'role', title: 'Role', kind: 'role', width: widths.role, shown: true, filter: 'values' },
  { field: 'Creator', title: 'Creator', kind: 'creator', width: widths.Creator, shown: true, filter: 'contains' },
  { field: 'is_deleted', title: 'Account', kind: 'switch', width: 140, shown: true, filter: 'values' },
]

export const accountFormActions = <R extends Row>(): readonly FormAction<R>[] => [
  { kind: 'form', key: 'edit', label: 'Edit', icon: 'edit', needs: 'update' },
  { kind: 'form', key: 'resetPassword', label: 'Reset password', icon: 'key', needs: 'update' },
]

/** The calls that the generic screens make, out of a domain's operations. */
export const accountCalls = <R extends Row>(operations: {
  [Key in keyof ResourceOperations<R>]: unknown
}): ResourceOperations<R> => operations as ResourceOperations<R>
