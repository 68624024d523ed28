/** Spins of the demo's daily wheel. What they won has moved the user's money. */
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'
import { DAILY_SEGMENTS } from './fortune-wheel'

const COUNT = 60
/** Places of the segments in the order of the spins: those that give bonus money are left to spins that users make. */
const DRAWN = [0, 1, 0, 1, 3, 0, 1, 0, 0, 5, 1, 0] as const

const spun = (index: number, age: number): RowsOf<'dailySpin'>[number] => {
  const { label, reward_type, value } = DAILY_SEGMENTS[DRAWN[index % DRAWN.length]!]!
  return {
    user: nthPerson('users', (index * 5) % 40),
    wheel: demoId('fortuneWheel', 0),
    wheel_version: age > 120 ? 1 : 2,
    segment: label,
    reward_type,
    reward_value: value,
    cost: '0.00',
    is_free: index % 12 === 4,
    spun_at: daysBefore(age),
    streak_day: 1 + (index % 6),
    device: `d${((index % 23) * 7919).toString(16).padStart(6, '0')}`,
    device_use: index % 9 === 4 ? 'AGAIN' : 'FIRST',
    ip: `203.0.113.${(index * 17) % 250}`,
    at: daysBefore(age),
    by: 'nobody',
  }
}

export const dailySpins: RowsOf<'dailySpin'> = [
  ...Array.from({ length: COUNT }, (_, index) => spun(index, 0.1 + (COUNT - index) * 1.7)),
  { ...spun(0, 9), status: 'VOID', void_reason: 'The app counted one spin twice' },
  ...[1, 6].map((index) => ({
    ...spun(0, index),
    user: nthPerson('users', index),
    wheel: demoId('fortuneWheel', 4),
    wheel_version: 1,
    of: 'partner' as const,
  })),
]
