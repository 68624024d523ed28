import { expect, it } from 'vitest'
import { personMark } from './person-mark'

const ids = Array.from({ length: 2000 }, (_, index) => `0193a5c2-7b1e-7c3a-9f00-${String(index).padStart(12, '0')}`)

it('is the same for one person, and another for everybody else', () => {
  expect(personMark(ids[0]!)).toBe(personMark(ids[0]!))
  expect(new Set(ids.map(personMark)).size).toBe(ids.length)
})
it('holds nothing of the id that can be read', () => {
  expect(personMark(ids[7]!)).toMatch(/^[0-9a-z]{1,11}$/)
  expect(ids[7]).not.toContain(personMark(ids[7]!))
})
