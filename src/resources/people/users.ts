/** End users (spec 2, Admin and user tables; screens.md, /users). */
import { usersOperations } from '@contract/http/users'
import type { User } from '@contract/entities/user'
import { accountCalls, accountColumns, accountForms, accountFormActions } from './account-forms'
import { ACCOUNT_STATUS_LABELS, KYC_STATUS_LABELS, RISK_LEVEL_LABELS } from '@contract/labels'
import { defineResource } from '../resource'

export const resource = defineResource<User>({
  slug: 'users',
  route: '/users',
  subject: 'Users',
  noun: { one: 'user', many: 'users' },
  empty: { title: 'No users yet', text: 'Players appear here the moment they register or are added.' },
  nameFields: ['first_name', 'last_name'],
  rowRoute: '/users/:id',
  columns: [
    ...accountColumns<User>({ email: 176, role: 108, Creator: 106 }),
    {
      field: 'account_status',
      title: 'Status',
      kind: 'enum',
      labels: ACCOUNT_STATUS_LABELS,
      width: 130,
      filter: 'values',
    },
    {
      field: 'kyc_status',
      title: 'Verification',
      kind: 'enum',
      labels: KYC_STATUS_LABELS,
      width: 150,
      filter: 'values',
    },
    { field: 'risk_level', title: 'Risk', kind: 'enum', labels: RISK_LEVEL_LABELS, width: 110, filter: 'values' },
    { field: 'user_level', title: 'Level', kind: 'text', width: 110, filter: 'values' },
    { field: 'country', title: 'Country', kind: 'text', width: 100, filter: 'values' },
    { field: 'phone', title: 'Phone', kind: 'phone', search: true, width: 150, filter: 'contains' },
    { field: 'cash_balance', title: 'Cash balance', kind: 'money', width: 180 },
    { field: 'bonus_balance', title: 'Bonus balance', kind: 'money', width: 180 },
    { field: 'total_deposit', title: 'Total deposits', kind: 'money', width: 180 },
    { field: 'total_withdrawal', title: 'Total withdrawals', kind: 'money', width: 180 },
    { field: 'tags', title: 'Tags', kind: 'tags', width: 160, filter: 'contains' },
    { field: 'third_party_store_code', title: 'Partner store', kind: 'text', width: 130, filter: 'contains' },
    { field: 'last_active_at', title: 'Last active', kind: 'time', width: 160 },
    { field: 'createdAt', title: 'Registered', kind: 'time', width: 160 },
  ],
  switch: { effect: 'They can no longer sign in or play, and their sessions end. You can enable them again.' },
  actions: accountFormActions<User>(),
  forms: accountForms('users', 'user', 'Only for a partner store’s user'),
  operations: accountCalls<User>(usersOperations),
  roleKind: 'USER',
  currencyField: 'currency',
})
