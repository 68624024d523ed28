import { expect, test } from 'vitest'
import { buttonText, typedAmount } from './money-button'

const of = (amount: string | null) => ({ amount, currency: 'USD', accounts: [] })
const paid = (user: string, currency: string, change: string) =>
  ({ user, account: 'CASH', currency, before: null, after: null, change }) as const

test('the button says verb and amount; without an amount it says the verb alone', () => {
  expect(buttonText('Grant {amount}', of('1250.00'), {})).toBe('Grant 1,250.00 USD')
  expect([buttonText('Void {amount}', of(null), {}), buttonText('Void {amount}', of('0.00'), {})]).toEqual([null, null])
})

test('where an input determines the verb, its value does', () => {
  const button = { by: 'direction', texts: { UP: 'Add {amount}', DOWN: 'Take {amount}' } }
  expect(buttonText(button, of('5.00'), { direction: 'DOWN' })).toBe('Take 5.00 USD')
  expect(buttonText(button, of('5.00'), { direction: '' })).toBeNull()
})

test('from 1,000.00 on the amount is typed', () => {
  expect(typedAmount(of('999.99'))).toBeUndefined()
  expect(typedAmount(of(null))).toBeUndefined()
  expect(typedAmount(of('1000.00'))).toMatchObject({ value: '1,000.00', unit: 'USD' })
})

test('amounts of different currencies are not added up', () => {
  const both = {
    amount: '16.00',
    currency: 'EUR',
    accounts: [paid('Quang', 'EUR', '8.00'), paid('Annika', 'USD', '8.00')],
  }
  expect(buttonText('Pay {amount}', both, {})).toBe('Pay 8.00 EUR and 8.00 USD')
  const one = { ...both, accounts: [paid('Quang', 'EUR', '8.00'), paid('Annika', 'EUR', '8.00')] }
  expect(buttonText('Pay {amount}', one, {})).toBe('Pay 16.00 EUR')
  const large = {
    ...both,
    accounts: [paid('Quang', 'EUR', '600.00'), paid('Annika', 'USD', '600.00')],
    amount: '1200.00',
  }
  expect(typedAmount(large)).toBeUndefined()
})
