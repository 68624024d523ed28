import { dailySpin } from '@contract/records/play/daily-spin'
import { recordResource } from '../record-resource'
import { DEVICE_USE_PILLS, SPIN_PILLS } from './pills'

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
    figures: ['reward_value', 'cost', 'net', 'streak_day', 'spun_at'],
    sections: [
      { title: 'Spin', fields: ['user', 'wheel', 'wheel_version', 'spun_at', 'is_free', 'streak_day'] },
      { title: 'Reward', fields: ['reward_type', 'reward_value', 'cost', 'net', 'void_reason'] },
      { title: 'Device', fields: ['device', 'device_use', 'ip'] },
    ],
    states: ['status'],
  },
  icons: { void: 'undo' },
})
