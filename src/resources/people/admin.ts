/** Staff (spec 2, Admin and user tables; screens.md, /admin). */
import { adminOperations } from '@contract/http/admin'
import type { Staff } from '@contract/entities/staff'
import { accountCalls, accountColumns, accountForms, accountFormActions } from './account-forms'
import { PRESENCE_LABELS } from '@contract/labels'
import { defineResource } from '../resource'

export const resource = defineResource<Staff>({
  slug: 'admin',
  route: '/admin',
  subject: 'Admins',
  noun: { one: 'admin', many: 'admins' },
  empty: { title: 'No admins yet', text: 'Everyone who may sign in to this console appears here.' },
  nameFields: ['first_name', 'last_name'],
  columns: [
    ...accountColumns<Staff>({ email: 176, role: 130, Creator: 84 }),
    { field: 'presence', title: 'Presence', kind: 'enum', labels: PRESENCE_LABELS, width: 110, filter: 'values' },
    { field: 'two_fa_enabled', title: 'Two-factor', kind: 'yesNo', width: 110, filter: 'values' },
    { field: 'third_party_store_code', title: 'Partner store', kind: 'text', width: 130, filter: 'contains' },
    { field: 'last_login_at', title: 'Last sign-in', kind: 'time', width: 160 },
    { field: 'createdAt', title: 'Created', kind: 'time', width: 160 },
  ],
  switch: { effect: 'They can no longer sign in, and their sessions end. You can enable them again.' },
  actions: [
    ...accountFormActions<Staff>(),
    {
      kind: 'call',
      key: 'resetTwoFactor',
      label: 'Reset two-factor',
      icon: 'shield-off',
      asks: [{ name: 'reason', label: 'Reason', kind: 'longText', required: true, max: 255 }],
      needs: 'update',
      reads: ['two_fa_enabled'],
      // Who may not read the field is offered the action: the server knows.
      visibleWhen: ({ two_fa_enabled }) => two_fa_enabled !== false,
      question: 'Reset two-factor of',
      effect:
        'For who lost their phone and their recovery codes. Their sessions end, and their password alone opens the account until they set up two-factor again.',
      tone: 'danger',
      verb: 'Reset two-factor',
      cancel: 'Keep it on',
      success: 'Two-factor reset successfully',
      gerund: 'Resetting two-factor of',
      participle: 'reset to a sign-in without two-factor',
      operation: adminOperations.resetTwoFactor as never,
    },
  ],
  forms: accountForms('admin', 'admin', 'Only for a partner store’s admin'),
  operations: accountCalls<Staff>(adminOperations),
  roleKind: 'STAFF',
})
