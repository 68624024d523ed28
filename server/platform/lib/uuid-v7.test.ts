import { expect, it } from 'vitest'
import { ID } from '@contract/patterns'
import { uuidV7 } from './uuid-v7'

it('creates unique ids of the contract’s form that sort by time', () => {
  const ids = Array.from({ length: 5000 }, (_, index) => uuidV7(1_700_000_000_000 + Math.floor(index / 20)))
  for (const id of ids) expect(id).toMatch(ID.pattern)
  expect(ids.every((id) => id[14] === '7' && '89ab'.includes(id[19]!))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})
