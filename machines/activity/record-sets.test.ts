import { expect, test } from 'vitest'
import { createRecordSets } from './record-sets'

test('a set of records is found by its token, and by no other token', () => {
  const sets = createRecordSets()
  const disabled = { list: 'users', ids: new Set(['a', 'b']), label: '2 users disabled' }
  const left = { list: 'users', ids: new Set(['c']), label: '1 user not disabled' }
  const tokens = [sets.keep(disabled), sets.keep(left)] as const
  expect(tokens.map((token) => sets.get(token))).toEqual([disabled, left])
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{8}$/)
  expect(sets.get('of another tab')).toBeNull()
})
