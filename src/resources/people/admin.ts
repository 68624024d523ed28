/** Staff (spec 2, Admin and user tables; screens.md, /admin). */
import { admin } from '@contract/records/people/admin'
import { recordResource } from '../record-resource'
import { PRESENCE_PILLS } from './pills'

export const resource = recordResource(admin, {
  slug: 'admin',
  route: '/admin',
  empty: { title: 'No admins yet', text: 'Everyone who may sign in to this console appears here.' },
  columns: ['first_name', 'last_name', 'email', 'username', 'role', 'Creator', 'is_deleted', 'presence'],
  titles: { is_deleted: 'Account', third_party_store_code: 'Partner store' },
  givesWay: ['username'],
  widths: {
    first_name: 96,
    last_name: 96,
    email: 176,
    username: 108,
    role: 130,
    Creator: 84,
    is_deleted: 140,
    presence: 110,
    current_shift: 120,
    last_login_at: 150,
  },
  halves: ['first_name', 'last_name', 'role', 'third_party_store_code'],
  disabling:
    'They can no longer sign in, and their sessions end. What they have open goes back to the queue. You can enable them again.',
  // The column Account shows the same.
  without: ['status'],
  pills: { presence: PRESENCE_PILLS },
  icons: { resetTwoFactor: 'shield-off', endSessions: 'log-out', assignPermissionSet: 'shield-check' },
  page: {
    picture: 'initials',
    reference: ['username'],
    sections: [
      { title: 'Contact', fields: ['email'] },
      { title: 'Access', fields: ['role', 'permission_set', 'two_fa_enabled', 'third_party_store_code'] },
      { title: 'Work', fields: ['presence', 'on_shift', 'current_shift', 'last_login_at'] },
    ],
  },
})
