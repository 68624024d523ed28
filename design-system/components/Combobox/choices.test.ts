import { expect, test } from 'vitest'
import { MOST_SHOWN, narrow, type Choice } from './choices'

const CHOICES: Choice[] = [
  { value: 'se', label: 'Sweden', description: 'Skåne, Småland' },
  { value: 'ci', label: 'Côte d’Ivoire' },
  { value: 'tr', label: 'Türkiye' },
  { value: 'eg', label: 'مصر' },
]
const values = (query: string) => narrow(CHOICES, query).shown.map(({ value }) => value)

test('an empty input matches all, in their order', () => expect(values(' ')).toEqual(['se', 'ci', 'tr', 'eg']))
test.each([
  ['COTE', ['ci']],
  ['turk', ['tr']],
  ['smaland', ['se']],
  ['den swe', ['se']],
  ['مصر', ['eg']],
  ['(', []],
  ['zz', []],
])('%s finds %j', (query, found) => expect(values(query)).toEqual(found))
test('of many matches the first are shown and all are counted', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ value: String(at), label: `Store ${at}` }))
  const { shown, count } = narrow(many, 'store')
  expect(shown).toHaveLength(MOST_SHOWN)
  expect(count).toBe(100_000)
})
