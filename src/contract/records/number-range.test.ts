import { describe, expect, it } from 'vitest'
import { numberRange, numbersOf } from './number-range'

describe('a range of numbers in an address', () => {
  it.each([
    [{ from: '10', to: '20.50' }, '10/20.50'],
    [{ from: '', to: '0.000000000000000001' }, '../0.000000000000000001'],
    [{ from: '-3', to: '' }, '-3/..'],
    [{ from: '', to: '' }, ''],
  ])('%j is written as %s, and read again', (range, text) => {
    expect(numberRange(range)).toBe(text)
    expect(numbersOf(text)).toEqual(range)
  })
  it.each(['ten/20', '1e3/..', '1,000/2', 'x', '1.2.3/..'])('%s has no invalid bound', (text) =>
    expect(numbersOf(text).from).toBe(''),
  )
})
