import { describe, expect, it } from 'vitest'
import { feeOf } from './method-fee'

describe('the fee of a payment method', () => {
  it.each([
    ['100.00', null, null, '0.00', '100.00'],
    ['100.00', '0.5', null, '0.50', '99.50'],
    ['100.00', null, '1.5', '1.50', '98.50'],
    ['100.00', '0.50', '1.5', '2.00', '98.00'],
    // Half to even: 0.005 is 0.00, 0.015 is 0.02.
    ['0.50', null, '1', '0.00', '0.50'],
    ['1.50', null, '1', '0.02', '1.48'],
    ['9999999999.99', null, '0.01', '1000000.00', '9998999999.99'],
    ['1', '2.00', null, '2.00', '-1.00'],
  ])('of %s with %s and %s %% is %s, and %s are left', (amount, fee_fixed, fee_percent, fee, net) =>
    expect(feeOf({ fee_fixed, fee_percent }, amount)).toEqual({ fee, net }),
  )
})
