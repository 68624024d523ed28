/** Staff: those who sign in to the console (screens.md, staff). */
import * as yup from 'yup'
import { accountCreate, accountEditForm, accountShape, accountUpdate } from './account'
import { oneOf, text, time } from '../schema'
import { preferencesSchema } from './preferences'
import { ROLE_NAME } from './role'

export const STAFF_STATUSES = ['ACTIVE', 'INACTIVE'] as const
export const PRESENCES = ['ONLINE', 'AWAY', 'OFFLINE'] as const

const role = () => text(ROLE_NAME)

/** A row of the list of staff, and the record of the edit form. Fields that a role may not read are left out. */
export const staffSchema = yup.object({
  ...accountShape,
  role: yup.string().required(),
  status: oneOf(STAFF_STATUSES),
  third_party_store_code: yup.string().nullable().defined(),
  two_fa_enabled: yup.boolean().required(),
  presence: oneOf(PRESENCES),
  last_login_at: time().nullable().defined(),
})
export type Staff = yup.InferType<typeof staffSchema>

export const staffCreateSchema = accountCreate(role())
export const staffUpdateSchema = accountUpdate(role())
export const staffEditFormSchema = accountEditForm(role())

/** The signed-in person's own profile (spec 3, Current user). */
export const profileSchema = yup.object({
  id: accountShape.id,
  avatar: yup.string().nullable().defined(),
  status: oneOf(STAFF_STATUSES),
  UserSessionTracker: yup.object({ status: oneOf(PRESENCES) }),
  email: accountShape.email,
  first_name: accountShape.first_name,
  last_name: accountShape.last_name,
  username: accountShape.username,
  role: yup.string().required(),
  third_party_store_code: yup.string().nullable().defined(),
  store_code: yup.string().nullable().defined(),
  /** The person's own choices (beyond spec 3): read with the profile, so that the first screen has them. */
  preferences: preferencesSchema,
})
export type Profile = yup.InferType<typeof profileSchema>
