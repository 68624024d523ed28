/** Spins of the demo's skill wheel. Their price and what they won have moved the user's money. */
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'
import { SKILL_SEGMENTS } from './fortune-wheel'

const COUNT = 40
const DRAWN = [0, 1, 1, 0, 2, 1, 0, 1] as const

const played = (index: number, age: number): RowsOf<'skillSpin'>[number] => {
  const { label, reward_type, value } = SKILL_SEGMENTS[DRAWN[index % DRAWN.length]!]!
  return {
    round_id: `B-${String(70_200 + index * 7)}`,
    user: nthPerson('users', (index * 11) % 40),
    wheel: demoId('fortuneWheel', 1),
    wheel_version: 1,
    score: 400 + ((index * 7919) % 9000),
    segment: label,
    reward_type,
    reward_value: value,
    cost: '0.00',
    is_free: true,
    played_at: daysBefore(age),
    seed: `s${(index * 104_729).toString(16)}`,
    result_hash: `${((index + 3) * 15_485_863).toString(16)}${((index + 5) * 32_452_843).toString(16)}`,
    duration_ms: 31_000 + ((index * 977) % 60_000),
    moves: 20 + (index % 37),
    at: daysBefore(age),
    by: 'nobody',
  }
}

export const skillSpins: RowsOf<'skillSpin'> = [
  ...Array.from({ length: COUNT }, (_, index) => played(index, 0.2 + (COUNT - index) * 2.1)),
  { ...played(40, 30), status: 'VOID', void_reason: 'The score was not possible' },
  ...[43, 51].map((index) => ({
    ...played(index, index - 40),
    wheel: demoId('fortuneWheel', 5),
    user: nthPerson('users', index - 40),
    of: 'partner' as const,
  })),
]
