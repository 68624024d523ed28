import { expect, test } from 'vitest'
import { sumsOf } from './sums'

const result = (outcome: 'changed' | 'refused', amount: string | null, currency: string) => ({
  id: '',
  outcome,
  version: 1,
  message: null,
  money: { amount, currency },
})

test('what moves is added up by its currency; refused records and spins add nothing', () => {
  expect(
    sumsOf([
      result('changed', '10.50', 'USD'),
      result('changed', '0.25', 'EUR'),
      result('refused', '99.00', 'USD'),
      result('changed', null, 'USD'),
      result('changed', '5.00', 'USD'),
    ]),
  ).toEqual([
    ['USD', '15.50'],
    ['EUR', '0.25'],
  ])
  expect(sumsOf([])).toEqual([])
})
