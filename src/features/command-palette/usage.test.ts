import { describe, expect, it } from 'vitest'
import { MOST_USES, readUses, withUse, writeUses, type Uses } from './usage'

describe('uses', () => {
  it('are counted, and read back as they were stored', () => {
    const uses = withUse(withUse({}, 'page users', 1), 'page users', 2)
    expect(readUses(writeUses(uses))).toEqual({ 'page users': { count: 2, last: 2 } })
  })
  it('drop the least recently used item', () => {
    let uses: Uses = {}
    for (let n = 0; n <= MOST_USES; n += 1) uses = withUse(uses, `page ${n}`, n)
    expect(Object.keys(uses)).toHaveLength(MOST_USES)
    expect(uses['page 0']).toBeUndefined()
  })
  it.each([null, '', 'not json', '7', 'null', '[]'])('treat %j as empty', (stored) =>
    expect(readUses(stored)).toEqual({}),
  )
  it('ignore invalid entries', () =>
    expect(readUses('{"a":{"count":"x","last":1},"b":{"count":1,"last":1}}')).toEqual({ b: { count: 1, last: 1 } }))
})
