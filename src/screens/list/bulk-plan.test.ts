import { describe, expect, it } from 'vitest'
import { namesOf, planBulk } from './bulk-plan'

const rows = [
  { id: 'me', version: 1, is_deleted: false },
  { id: 'a', version: 2, is_deleted: false },
  { id: 'b', version: 3, is_deleted: true },
  { id: 'c', version: 1, is_deleted: false },
]

describe('an action on many', () => {
  it('includes the rows that it changes, and counts the skipped ones', () => {
    expect(planBulk(rows, true, 'me')).toEqual({
      disables: true,
      rows: [rows[1], rows[3]],
      chosen: 4,
      alreadyThere: 1,
      own: 1,
    })
    expect(planBulk(rows, false, 'me')).toEqual({
      disables: false,
      rows: [rows[2]],
      chosen: 4,
      alreadyThere: 3,
      own: 0,
    })
  })
  it.each([
    [[], ''],
    [['Ada'], 'Ada'],
    [['Ada', 'Bo'], 'Ada and Bo'],
    [['Ada', 'Bo', 'Cy'], 'Ada, Bo and Cy'],
    [['Ada', 'Bo', 'Cy', 'Di'], 'Ada, Bo and 2 more'],
  ])('%j → %s', (names, words) => expect(namesOf(names.length, (index) => names[index]!)).toBe(words))
})
