import { users } from '@contract/records/people/users'
import { dailySpin } from '@contract/records/play/daily-spin'
import { fortuneWheel } from '@contract/records/play/fortune-wheel'
import { recordResource } from '../record-resource'
import { COUNTED_REWARD, DEVICE_USE_PILLS, SPIN_PILLS } from './pills'

export const resource = recordResource(dailySpin, {
  slug: 'daily-spin-record',
  route: '/daily-spin-record',
  empty: { title: 'No spins yet', text: 'Spins of daily wheels appear here as users make them in the apps.' },
  columns: [
    'user',
    'spun_at',
    'wheel',
    'wheel_version',
    'segment',
    'reward_type',
    'reward_value',
    'streak_day',
    'device',
    'device_use',
    'status',
  ],
  titles: { wheel_version: 'Version', device_use: 'Use', streak_day: 'Streak' },
  // The platform draws them.
  without: ['Creator'],
  widths: {
    user: 160,
    spun_at: 148,
    wheel: 140,
    wheel_version: 76,
    segment: 130,
    reward_type: 90,
    reward_value: 90,
    streak_day: 76,
    device: 96,
    device_use: 136,
    status: 110,
  },
  pills: { status: SPIN_PILLS, device_use: DEVICE_USE_PILLS },
  page: {
    facts: ['wheel', 'segment'],
    states: ['status'],
    warnings: {
      awaits_approval: { true: 'Its void waits for another person. Home lists it for those who may approve it.' },
    },
    side: ['user', 'spun_at', 'reward_type', 'reward_value', 'cost', 'net', 'streak_day', 'device', 'ip'],
  },
  counts: { reward_value: COUNTED_REWARD },
  icons: { void: 'undo' },
  referred: { users, fortuneWheel },
})
