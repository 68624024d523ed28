import { describe, expect, it } from 'vitest'
import { moveTo } from './move-to'

describe('moving things in a list', () => {
  const ids = ['a', 'b', 'c', 'd']
  it('puts one item before or after another', () => {
    expect(moveTo(ids, ['d'], 'a', 'before')).toEqual(['d', 'a', 'b', 'c'])
    expect(moveTo(ids, ['a'], 'c', 'after')).toEqual(['b', 'c', 'a', 'd'])
  })
  it('keeps the order of several items that move together', () => {
    expect(moveTo(ids, ['c', 'a'], 'd', 'after')).toEqual(['b', 'd', 'a', 'c'])
  })
  it('changes nothing where the target moves too', () => {
    expect(moveTo(ids, ['a', 'b'], 'b', 'after')).toEqual(ids)
  })
})
