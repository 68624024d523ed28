import { describe, expect, it } from 'vitest'
import { coinFor, coinText, comparedWithAsked, isLess, worthOf } from './coin-amount'

describe('an amount of a coin', () => {
  it.each([
    ['100.00', '50000', 8, '0.002'],
    ['100.00', '3', 2, '33.33'],
    ['100.00', '3', 0, '33'],
    // As much as people can type, also of coins with more places.
    ['180.00', '3120', 18, '0.05769231'],
    // Half to even.
    ['0.05', '2', 2, '0.02'],
    ['0.15', '2', 2, '0.08'],
  ])('for %s at %s with %i places is %s', (amount, rate, places, coins) =>
    expect(coinFor(amount, rate, places)).toBe(coins),
  )

  it.each([
    ['0.002', '50000', '100.00'],
    ['0.000000000000000001', '64000', '0.00'],
    ['0.005', '1', '0.00'],
    ['0.015', '1', '0.02'],
    ['123456789012.123456789012345678', '1', '123456789012.12'],
  ])('of %s at %s is worth %s', (coins, rate, worth) => expect(worthOf(coins, rate)).toBe(worth))

  it.each([
    ['99.5', 'EQUAL'],
    ['99.499999999999999999', 'LESS'],
    ['100.5', 'EQUAL'],
    ['100.500000000000000001', 'MORE'],
    ['100', 'EQUAL'],
  ] as const)('of %s where 100 was asked is %s', (came, compared) =>
    expect(comparedWithAsked(came, '100')).toBe(compared),
  )

  it('is compared by its number, and written without zeros at its end', () => {
    expect([isLess('9', '10'), isLess('10.00', '10')]).toEqual([true, false])
    expect(coinText('1234.5000', 'LTC')).toBe('1,234.5 LTC')
  })
})
