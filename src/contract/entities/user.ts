/** End users: the players (screens.md, user and wallet). */
import * as yup from 'yup'
import { accountCreate, accountEditForm, accountShape, accountUpdate } from './account'
import { money, oneOf, text, time } from '../schema'
import { ROLE_NAME } from './role'

export const ACCOUNT_STATUSES = ['ACTIVE', 'RESTRICTED', 'SUSPENDED', 'SELF_EXCLUDED', 'CLOSED'] as const
export const KYC_STATUSES = [
  'NOT_STARTED',
  'PENDING',
  'IN_REVIEW',
  'VERIFIED',
  'RESUBMIT_REQUIRED',
  'REJECTED',
  'EXPIRED',
] as const
export const RISK_LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const

const role = () => text(ROLE_NAME)

/** A row of the list of users, and the record of the user page. Fields that a role may not read are left out. */
export const userSchema = yup.object({
  ...accountShape,
  role: yup.string().required(),
  third_party_store_code: yup.string().nullable().defined(),
  phone: yup.string().nullable().defined(),
  country: yup.string().nullable().defined(),
  account_status: oneOf(ACCOUNT_STATUSES),
  kyc_status: oneOf(KYC_STATUSES),
  risk_level: oneOf(RISK_LEVELS),
  user_level: yup.string().nullable().defined(),
  currency: yup.string().required(),
  cash_balance: money(),
  bonus_balance: money(),
  total_deposit: money(),
  total_withdrawal: money(),
  last_active_at: time().nullable().defined(),
  tags: yup.array(yup.string().required()).required(),
})
export type User = yup.InferType<typeof userSchema>

export const userCreateSchema = accountCreate(role())
export const userUpdateSchema = accountUpdate(role())
export const userEditFormSchema = accountEditForm(role())

/** One of the names that a picker offers (users/list); as in every list, `id` and `version` are always there. */
export const userNameSchema = yup.object({
  id: accountShape.id,
  username: accountShape.username,
  first_name: accountShape.first_name,
  last_name: accountShape.last_name,
  version: accountShape.version,
})
export type UserName = yup.InferType<typeof userNameSchema>
