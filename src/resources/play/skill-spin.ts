import { skillSpin } from '@contract/records/play/skill-spin'
import { recordResource } from '../record-resource'
import { SPIN_PILLS } from './pills'

export const resource = recordResource(skillSpin, {
  slug: 'skill-fortune-record',
  route: '/skill-fortune-record',
  empty: { title: 'No spins yet', text: 'Spins that users earn with a game of skill appear here.' },
  columns: [
    'user',
    'wheel',
    'wheel_version',
    'score',
    'segment',
    'reward_type',
    'reward_value',
    'cost',
    'net',
    'round_id',
    'played_at',
    'status',
  ],
  titles: { wheel_version: 'Version' },
  // The platform draws them.
  without: ['Creator'],
  widths: {
    user: 160,
    wheel: 130,
    wheel_version: 76,
    score: 84,
    segment: 120,
    reward_type: 90,
    reward_value: 90,
    cost: 84,
    net: 90,
    round_id: 110,
    played_at: 148,
    status: 110,
  },
  pills: { status: SPIN_PILLS },
  page: {
    figures: ['score', 'reward_value', 'cost', 'net', 'played_at'],
    sections: [
      { title: 'Spin', fields: ['user', 'wheel', 'wheel_version', 'segment', 'score', 'played_at', 'is_free'] },
      { title: 'Reward', fields: ['reward_type', 'reward_value', 'cost', 'net', 'void_reason'] },
      { title: 'Evidence', fields: ['duration_ms', 'moves', 'seed', 'result_hash'] },
    ],
    states: ['status'],
  },
  icons: { void: 'undo' },
})
