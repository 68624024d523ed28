import { bonusGrant } from '@contract/records/rewards/bonus-grant'
import { recordResource } from '../record-resource'
import { GRANT_PILLS } from './pills'

export const resource = recordResource(bonusGrant, {
  slug: 'bonus-history',
  route: '/bonus-history',
  empty: { title: 'No bonuses granted yet', text: 'Grants appear here: those of staff, and those that rules give.' },
  columns: [
    'user',
    'origin',
    'bonus',
    'bonus_version',
    'granted_by',
    'amount',
    'wagering_required',
    'wagered',
    'progress',
    'status',
    'granted_at',
    'expires_at',
  ],
  titles: { bonus_version: 'Version', granted_by: 'By' },
  nothing: { Creator: 'System' },
  widths: {
    user: 168,
    origin: 84,
    bonus: 150,
    bonus_version: 76,
    granted_by: 84,
    amount: 110,
    wagering_required: 110,
    wagered: 110,
    progress: 90,
    status: 116,
    granted_at: 148,
    expires_at: 148,
  },
  pills: { status: GRANT_PILLS },
  page: {
    figures: ['amount', 'wagering_required', 'wagered', 'progress', 'expires_at'],
    sections: [
      { title: 'Grant', fields: ['user', 'bonus', 'bonus_version', 'origin', 'granted_by', 'granted_at', 'note'] },
    ],
    states: ['status'],
    tabs: [
      {
        key: 'rounds',
        title: 'Counted rounds',
        resource: 'play/game-record',
        by: 'grant',
        columns: [
          'round_id',
          'game',
          'game_type',
          'stake',
          'counted_percent',
          'counted',
          'win',
          'wallet',
          'started_at',
          'status',
        ],
        empty: {
          title: 'No round has counted yet',
          text: 'The user’s rounds appear here as they count towards the wagering.',
        },
      },
    ],
  },
  icons: { extend: 'clock', forfeit: 'flag', revoke: 'undo' },
})
