/** The parts of the tables and forms of staff and end users that the spec defines (spec 2 and 3). */
import * as yup from 'yup'
import { exactly } from '../schema'

/** Fields that lists never show, neither as columns nor in an export (spec 2). */
export const HIDDEN_FIELDS = ['avatar', 'created_by', 'store_code'] as const

/** Fields that an update must not contain (spec 3, Staff user, update). */
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

/** Body that enables or disables a record (spec 3): exactly this field. */
export const enableDisableSchema = exactly({ is_deleted: yup.boolean().required() })
