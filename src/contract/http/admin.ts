/** Staff (spec 7, `admin`). */
import * as yup from 'yup'
import { staffCreateSchema, staffSchema, staffUpdateSchema } from '../entities/staff'
import { roleSchema } from '../entities/role'
import { twoFactorResetSchema } from '../entities/two-factor'
import { BOOLEAN_TEXT } from '../patterns'
import { accountOperations } from './account-operations'
import { defineOperation, idParams } from './operation'

/** Fields of a member of staff that a list may carry. */
export const STAFF_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'username',
  'role',
  'Creator',
  'is_deleted',
  'status',
  'third_party_store_code',
  'two_fa_enabled',
  'presence',
  'last_login_at',
  'createdAt',
  'updatedAt',
] as const

export const adminOperations = {
  ...accountOperations({
    domain: 'admin',
    base: 'admin',
    subject: 'Admins',
    noun: 'member of staff',
    entity: staffSchema,
    fields: STAFF_FIELDS,
    filters: {
      role: yup.string().optional(),
      is_deleted: yup.string().matches(BOOLEAN_TEXT.pattern, BOOLEAN_TEXT.message).optional(),
    },
    create: staffCreateSchema,
    update: staffUpdateSchema,
  }),
  resetTwoFactor: defineOperation({
    id: 'admin.resetTwoFactor',
    method: 'PATCH',
    path: '/api/v1/admin/:id/reset-two-fa',
    access: { action: 'update', subject: 'Admins' },
    envelope: 'standard',
    ifMatch: true,
    summary: 'Turns off the two-factor of somebody else who lost their phone, and ends their sessions.',
    params: idParams,
    body: twoFactorResetSchema,
    data: staffSchema,
  }),
  roles: defineOperation({
    id: 'admin.roles',
    method: 'GET',
    path: '/api/v1/admin-user-permissions/roles',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'The roles that the caller may give to an account.',
    data: yup.array(roleSchema).required(),
  }),
} as const
