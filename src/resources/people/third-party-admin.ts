/** Staff of partner stores (catalogue, /third-party-admin). */
import { thirdPartyAdmin } from '@contract/records/people/third-party-admin'
import { recordResource } from '../record-resource'

export const resource = recordResource(thirdPartyAdmin, {
  slug: 'third-party-admin',
  route: '/third-party-admin',
  empty: { title: 'No partner admins yet', text: 'Staff who work for a partner store appear here.' },
  columns: [
    'first_name',
    'last_name',
    'username',
    'email',
    'third_party_store_code',
    'role',
    'last_login_at',
    'is_deleted',
  ],
  titles: { is_deleted: 'Account' },
  givesWay: ['username'],
  widths: {
    first_name: 96,
    last_name: 96,
    username: 100,
    email: 160,
    third_party_store_code: 96,
    role: 160,
    last_login_at: 150,
  },
  without: ['status'],
  halves: ['first_name', 'last_name'],
  disabling:
    'They can no longer sign in, and their sessions end. What they have open goes back to the queue. You can enable them again.',
  icons: { resetTwoFactor: 'shield-off', endSessions: 'log-out', assignPermissionSet: 'shield-check' },
  page: {
    picture: 'initials',
    reference: ['username'],
    sections: [
      { title: 'Contact', fields: ['email'] },
      {
        title: 'Access',
        fields: ['role', 'third_party_store_code', 'permission_set', 'two_fa_enabled', 'last_login_at'],
      },
    ],
  },
})
