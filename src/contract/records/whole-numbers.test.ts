import { expect, it } from 'vitest'
import { recordNamed, RECORDS } from './records'

/** Fields that the catalogue calls int3 and int7: whole numbers of up to so many digits that start with 1 to 9 (spec 5). */
const WHOLE: readonly (readonly [keyof typeof RECORDS, string, 3 | 7])[] = [
  ['userLevel', 'payout_sla_minutes', 7],
  ['bonus', 'per_user_limit', 3],
  ['bonus', 'total_limit', 7],
  ['referralBonus', 'cap_per_user', 7],
  ['referralBonus', 'cap_per_month', 7],
  ['offer', 'per_user_limit', 3],
  ['offer', 'total_limit', 7],
  ['fortuneWheel', 'expected_spins_per_day', 7],
  ['fortuneWheel', 'segments.daily_cap', 7],
  ['cryptoCoin', 'required_confirmations', 3],
]

it.each(WHOLE)('%s: %s is at least 1 and has up to %i digits', (record, path, digits) => {
  const [name = '', of] = path.split('.')
  const { type } = recordNamed(record).fields[name]!
  const own = of === undefined ? type : type.kind === 'list' ? type.fields[of]!.type : type
  expect(own).toMatchObject({ kind: 'integer', min: 1, max: 10 ** digits - 1 })
})
