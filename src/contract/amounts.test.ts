import { describe, expect, it } from 'vitest'
import { amountOf, hundredthsOf } from './amounts'

describe('amounts', () => {
  it.each([
    ['0.00', 0n],
    ['7', 700n],
    ['0.1', 10n],
    ['12.05', 1205n],
    ['-0.05', -5n],
    ['9999999999.99', 999_999_999_999n],
  ])('%s is %s hundredths', (amount, hundredths) => {
    expect(hundredthsOf(amount)).toBe(hundredths)
    expect(hundredthsOf(amountOf(hundredths))).toBe(hundredths)
  })
  it('adds 0.1 and 0.2 to exactly 0.30', () => {
    expect(amountOf(hundredthsOf('0.1') + hundredthsOf('0.2'))).toBe('0.30')
  })
  it('writes a minus sign once', () => {
    expect(amountOf(-5n)).toBe('-0.05')
    expect(amountOf(-120_050n)).toBe('-1200.50')
  })
})
