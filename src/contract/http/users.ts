/** End users (spec 7, `users`). */
import * as yup from 'yup'
import {
  ACCOUNT_STATUSES,
  KYC_STATUSES,
  RISK_LEVELS,
  userCreateSchema,
  userNameSchema,
  userSchema,
  userUpdateSchema,
} from '../entities/user'
import { BOOLEAN_TEXT } from '../patterns'
import { accountOperations } from './account-operations'
import { parameters } from '../schema'
import { defineOperation } from './operation'

/** Fields of an end user that a list may carry. */
export const USER_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'username',
  'role',
  'Creator',
  'is_deleted',
  'third_party_store_code',
  'phone',
  'country',
  'account_status',
  'kyc_status',
  'risk_level',
  'user_level',
  'currency',
  'cash_balance',
  'bonus_balance',
  'total_deposit',
  'total_withdrawal',
  'last_active_at',
  'tags',
  'createdAt',
  'updatedAt',
] as const

export const usersOperations = {
  ...accountOperations({
    domain: 'users',
    base: 'users',
    aliases: ['/api/v1/admin-users'],
    subject: 'Users',
    noun: 'user',
    entity: userSchema,
    fields: USER_FIELDS,
    filters: {
      role: yup.string().optional(),
      is_deleted: yup.string().matches(BOOLEAN_TEXT.pattern, BOOLEAN_TEXT.message).optional(),
      account_status: yup.string().oneOf(ACCOUNT_STATUSES).optional(),
      kyc_status: yup.string().oneOf(KYC_STATUSES).optional(),
      risk_level: yup.string().oneOf(RISK_LEVELS).optional(),
      country: yup.string().optional(),
    },
    create: userCreateSchema,
    update: userUpdateSchema,
  }),
  names: defineOperation({
    id: 'users.names',
    method: 'GET',
    path: '/api/v1/users/list',
    access: { action: 'read', subject: 'Users' },
    envelope: 'standard',
    summary: 'Names of users for pickers, the first 50 that match.',
    query: parameters({ search: yup.string().max(255).optional() }),
    data: yup.array(userNameSchema).required(),
  }),
} as const
