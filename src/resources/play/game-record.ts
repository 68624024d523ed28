/** Rounds that users played on the platforms (catalogue, /game-record). */
import { gameRecord } from '@contract/records/play/game-record'
import { recordResource } from '../record-resource'
import { ROUND_STATUS_PILLS } from './pills'

export const resource = recordResource(gameRecord, {
  slug: 'game-record',
  route: '/game-record',
  empty: { title: 'No rounds yet', text: 'Rounds appear here as the apps report them.' },
  columns: [
    'round_id',
    'user',
    'platform',
    'game',
    'game_type',
    'stake',
    'win',
    'net',
    'wallet',
    'started_at',
    'status',
  ],
  widths: {
    round_id: 108,
    user: 112,
    platform: 108,
    game: 128,
    game_type: 84,
    stake: 88,
    win: 88,
    net: 92,
    wallet: 64,
    started_at: 138,
    status: 104,
    counted_percent: 72,
    counted: 96,
  },
  pills: { status: ROUND_STATUS_PILLS },
  // Apps report them.
  without: ['Creator'],
  page: {
    figures: ['stake', 'win', 'net', 'started_at', 'settled_at'],
    sections: [
      { title: 'Round', fields: ['user', 'platform', 'game', 'game_type', 'wallet', 'started_at', 'settled_at'] },
      { title: 'Money', fields: ['stake', 'win', 'net', 'refund'] },
      { title: 'Wagering', fields: ['grant', 'counted', 'counted_percent'] },
      { title: 'Lines', fields: ['lines'] },
    ],
    states: ['status'],
  },
})
