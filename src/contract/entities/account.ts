/** What the spec fixes of the tables and forms of staff and end users (spec 2 and 3). */
import * as yup from 'yup'
import { exactly } from '../schema'

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

/** Body that enables or disables (spec 3): exactly this field. */
export const enableDisableSchema = exactly({ is_deleted: yup.boolean().required() })
