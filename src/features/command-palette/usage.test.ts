import { describe, expect, it } from 'vitest'
import { MOST_USES, readUses, withUse, writeUses, type Uses } from './usage'

describe('uses', () => {
  it('count, and come back as they were kept', () => {
    const uses = withUse(withUse({}, 'page users', 1), 'page users', 2)
    expect(readUses(writeUses(uses))).toEqual({ 'page users': { count: 2, last: 2 } })
  })
  it('forget what was used longest ago', () => {
    let uses: Uses = {}
    for (let n = 0; n <= MOST_USES; n += 1) uses = withUse(uses, `page ${n}`, n)
    expect(Object.keys(uses)).toHaveLength(MOST_USES)
    expect(uses['page 0']).toBeUndefined()
  })
  it.each([null, '', 'not json', '7', 'null', '[]'])('take %j for nothing', (stored) =>
    expect(readUses(stored)).toEqual({}),
  )
  it('leave out what is no use', () =>
    expect(readUses('{"a":{"count":"x","last":1},"b":{"count":1,"last":1}}')).toEqual({ b: { count: 1, last: 1 } }))
})
