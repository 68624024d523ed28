/** Staff (spec 2, Admin and user tables; screens.md, /admin). */
import { adminOperations } from '@contract/http/admin'
import { staffCreateSchema, staffEditFormSchema, type Staff } from '@contract/entities/staff'
import { accountCalls, accountForms, accountRowActions } from './account-forms'
import { defineResource } from './resource'

export const resource = defineResource<Staff>({
  slug: 'admin',
  route: '/admin',
  subject: 'Admins',
  noun: { one: 'admin', many: 'admins' },
  empty: { title: 'No admins yet', text: 'Everyone who may sign in to this console appears here.' },
  nameFields: ['first_name', 'last_name'],
  columns: [
    { field: 'first_name', title: 'First name', kind: 'name', width: 130, shown: true, filter: 'contains' },
    { field: 'last_name', title: 'Last name', kind: 'name', width: 130, shown: true, filter: 'contains' },
    { field: 'email', title: 'Email', kind: 'text', width: 220, shown: true, filter: 'contains' },
    { field: 'username', title: 'Username', kind: 'text', width: 140, shown: true, filter: 'contains' },
    { field: 'role', title: 'Role', kind: 'role', width: 170, shown: true, filter: 'values' },
    { field: 'Creator', title: 'Creator', kind: 'creator', width: 110, shown: true, filter: 'contains' },
    { field: 'is_deleted', title: 'Account', kind: 'account', width: 150, shown: true, filter: 'values' },
    { field: 'presence', title: 'Presence', kind: 'presence', width: 110, filter: 'values' },
    { field: 'two_fa_enabled', title: 'Two-factor', kind: 'yesNo', width: 110, filter: 'values' },
    { field: 'third_party_store_code', title: 'Partner store', kind: 'text', width: 130, filter: 'contains' },
    { field: 'last_login_at', title: 'Last sign-in', kind: 'time', width: 160 },
    { field: 'createdAt', title: 'Created', kind: 'time', width: 160 },
  ],
  rowActions: accountRowActions<Staff>(),
  forms: accountForms('admin', 'admin', { create: staffCreateSchema, edit: staffEditFormSchema }, 'Only for a partner store’s admin'),
  operations: accountCalls<Staff>(adminOperations),
  roleKind: 'STAFF',
})
