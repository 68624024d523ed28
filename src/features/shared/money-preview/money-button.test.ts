import { expect, test } from 'vitest'
import { buttonText, typedAmount } from './money-button'

const of = (amount: string | null) => ({ amount, currency: 'USD' })

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
