/** Money and credits (ledger, Rounding). */
import { expect, it } from 'vitest'
import { creditsFor, moneyFor } from './platform-request'

it.each([
  ['98.00', '1.25', '122.50'],
  ['10.00', '0.9', '9.00'],
  // Half to even.
  ['0.01', '0.5', '0.00'],
  ['0.03', '0.5', '0.02'],
  ['0.05', '0.5', '0.02'],
  ['9999999999.99', '9999.9999', '99999998999900.00'],
])('%s at a rate of %s are %s credits', (money, rate, credits) => expect(creditsFor(money, rate)).toBe(credits))

it.each([
  ['100.00', '1.25', '80.00'],
  ['0.01', '2', '0.00'],
  ['0.03', '2', '0.02'],
  ['100.00', '3', '33.33'],
  ['0.01', '0.0001', '100.00'],
])('%s credits at a rate of %s are worth %s', (credits, rate, money) => expect(moneyFor(credits, rate)).toBe(money))
