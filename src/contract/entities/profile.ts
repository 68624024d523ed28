/** The signed-in person's own profile (spec 3, Current user). */
import * as yup from 'yup'
import { id, oneOf } from '../schema'
import { PRESENCES, STAFF_STATUSES } from '../records/people/admin'
import { preferencesSchema } from './preferences'

const valuesOf = <L extends object>(labels: L) => Object.keys(labels) as (keyof L & string)[]

export const profileSchema = yup.object({
  id: id(),
  avatar: yup.string().nullable().defined(),
  status: oneOf(valuesOf(STAFF_STATUSES)),
  UserSessionTracker: yup.object({ status: oneOf(valuesOf(PRESENCES)) }),
  email: yup.string().required(),
  first_name: yup.string().required(),
  last_name: yup.string().required(),
  username: yup.string().required(),
  role: yup.string().required(),
  third_party_store_code: yup.string().nullable().defined(),
  store_code: yup.string().nullable().defined(),
  /** The person's own preferences (beyond spec 3), read with the profile so that the first screen has them. */
  preferences: preferencesSchema,
})
export type Profile = yup.InferType<typeof profileSchema>
