/** What staff and end users have in common: the base columns of both tables (spec 2, Admin and user tables) and both forms (spec 3). */
import * as yup from 'yup'
import { LENGTH } from '../constants'
import { PERSON_NAME, STORE_CODE, USERNAME } from '../patterns'
import { email, exactly, id, newPassword, optionalText, passwordAgain, text, time } from '../schema'

/** Who made a record; null stands for registration. */
export const creatorSchema = yup.object({ id: id(), username: yup.string().required() }).nullable().defined()
export type Creator = yup.InferType<typeof creatorSchema>

/** Fields that never leave the lists and stand in no chooser and no export (spec 2). */
export const HIDDEN_FIELDS = ['avatar', 'created_by', 'store_code'] as const

/** Fields that an update must not carry (spec 3, Staff user, update). */
export const NON_UPDATABLE_FIELDS = [
  'id',
  'createdAt',
  'updatedAt',
  'status',
  'store',
  'store_code',
  'created_by',
  'is_deleted',
  'password',
  'confirm_password',
  'avatar',
  'Creator',
] as const

/** Fields that create and update drop when they are empty (spec 3): one that has a value can be changed, never emptied. */
export const DROPPED_WHEN_EMPTY = ['third_party_store_code'] as const

/** The fields that every account record has, whatever its kind. */
export const accountShape = {
  id: id(),
  first_name: yup.string().required(),
  last_name: yup.string().required(),
  email: yup.string().required(),
  username: yup.string().required(),
  Creator: creatorSchema,
  /** true = disabled; shown as 'Disabled', never as 'Deleted'. */
  is_deleted: yup.boolean().required(),
  createdAt: time(),
  updatedAt: time(),
  version: yup.number().integer().min(1).required(),
}

const username = () => text(USERNAME).max(LENGTH.username.max, `Up to ${LENGTH.username.max} characters`)

/** Fields that one can type into both the create and the edit form. `role` differs by kind of account. */
const editableShape = {
  first_name: text(PERSON_NAME),
  last_name: text(PERSON_NAME),
  username: username(),
  email: email(),
  third_party_store_code: optionalText(STORE_CODE),
}

/** Body of a create call (spec 3, Staff user, create). @param role schema of the role, from the kind of account */
export const accountCreate = <R extends yup.Schema>(role: R) =>
  exactly({ ...editableShape, role, password: newPassword(), confirm_password: passwordAgain('password') })

/** Body of an update call: any of the updatable fields, nothing else. @param role as for `accountCreate` */
export const accountUpdate = <R extends yup.Schema>(role: R) =>
  exactly({
    first_name: editableShape.first_name.optional(),
    last_name: editableShape.last_name.optional(),
    username: editableShape.username.optional(),
    email: editableShape.email.optional(),
    third_party_store_code: editableShape.third_party_store_code,
    role: role.optional(),
  })

/** The edit form: the same fields, all there (spec 3: username, first_name, email and last_name are required). */
export const accountEditForm = <R extends yup.Schema>(role: R) => exactly({ ...editableShape, role })

/** Body that enables or disables (spec 3): exactly this field. */
export const enableDisableSchema = exactly({ is_deleted: yup.boolean().required() })

/** Body of an administrator's password reset (spec 3). */
export const passwordResetSchema = exactly({ password: newPassword(), confirm_password: passwordAgain('password') })
