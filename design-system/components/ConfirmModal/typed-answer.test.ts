import { expect, test } from 'vitest'
import { isTheSame } from './typed-answer'

test.each([
  ['4,200.00', '4,200.00'],
  ['4200', '4,200.00'],
  ['4200.0', '4,200.00'],
  [' 4 200.00 ', '4,200.00'],
  ['24', '24'],
  ['0.04218500', '0.042185'],
  ['999999999999.99', '999,999,999,999.99'],
  ['NOVA01', 'NOVA01'],
])('%s is %s', (typed, asked) => expect(isTheSame(typed, asked)).toBe(true))

test.each([
  ['', '4,200.00'],
  ['4200.001', '4,200.00'],
  ['-4200', '4,200.00'],
  ['4.200', '4,200.00'],
  ['42', '24'],
  ['4,200.00 USD', '4,200.00'],
  ['nova01', 'NOVA01'],
  // More digits than a floating-point number can represent.
  ['9007199254740993', '9007199254740992'],
])('%s is not %s', (typed, asked) => expect(isTheSame(typed, asked)).toBe(false))
