import { describe, expect, test } from 'vitest'
import { date, flag, someOf, text255, text3000, time } from '@contract/records/field'
import { faultsOf, payloadOf, toggled } from './decision-form'
import type { FormField } from '@resources/resource'

const TODAY = '2026-06-15'
const REASONS = { BLURRED: 'Blurred', CROPPED: 'Cropped' }
const asks = {
  number: text255('Number', { required: true }),
  expires_at: time('Expires'),
  issued_at: date('Issued'),
  reason_codes: someOf('Reasons', REASONS),
  user_text: text3000('Message'),
  send_back: flag('Send back'),
}
const number: FormField = { name: 'number', label: 'Number', kind: 'text', required: true }
const expires: FormField = { name: 'expires_at', label: 'Expires', kind: 'time', required: true, side: 'future' }
const issued: FormField = { name: 'issued_at', label: 'Issued', kind: 'date', required: true, side: 'past' }
const reasons: FormField = { name: 'reason_codes', label: 'Reasons', kind: 'enums', labels: REASONS, required: true }
const said: FormField = { name: 'user_text', label: 'Message', kind: 'longText' }

const flagged: FormField = { name: 'send_back', label: 'Send back', kind: 'flag' }

const faults = (fields: readonly FormField[], typed: Readonly<Record<string, string>>) =>
  faultsOf({ asks }, fields, typed, TODAY)

test('a flag is sent once it was ticked', () => {
  expect(faults([flagged], {})).toEqual({})
  expect(faults([flagged], { send_back: 'true' })).toEqual({})
  expect(payloadOf([flagged], {}, TODAY)).toEqual({})
  expect(payloadOf([flagged], { send_back: 'true' }, TODAY)).toEqual({ send_back: true })
})

describe('faults of a decision', () => {
  test('complete input has none', () => {
    expect(faults([number, expires], { number: 'X1', expires_at: '2431' })).toEqual({})
    expect(faults([issued], { issued_at: '0506' })).toEqual({})
    expect(faults([reasons, said], { reason_codes: 'BLURRED,CROPPED', user_text: '' })).toEqual({})
  })
  test('missing required fields', () => {
    expect(faults([number, expires, reasons], {})).toEqual({
      number: 'Required',
      expires_at: 'Required',
      reason_codes: 'Choose at least one',
    })
  })
  test.each([
    ['24.3.2020', 'Choose a day in the future'],
    ['15.6.2026', 'Choose a day in the future'],
    ['next year', 'Type a day, such as 24.3.2031'],
  ])('a document that expires %s', (typed, message) => {
    expect(faults([expires], { expires_at: typed })).toEqual({ expires_at: message })
  })
  test('a letter that is dated tomorrow', () => {
    expect(faults([issued], { issued_at: '16.6.2026' })).toEqual({
      issued_at: 'Choose a day that is not in the future',
    })
  })
  test('violations of the schema of the action', () => {
    expect(faults([number, said], { number: 'x'.repeat(256), user_text: 'x'.repeat(3001) })).toEqual({
      number: expect.stringContaining('255'),
      user_text: expect.stringContaining('3000'),
    })
  })
})

test('sends a date as a day, a time as the end of its day, and no empty fields', () => {
  expect(
    payloadOf(
      [number, expires, issued, reasons, said],
      {
        number: ' X1 ',
        expires_at: '24 Mar 2031',
        issued_at: '0506',
        reason_codes: 'BLURRED,CROPPED',
        user_text: ' ',
      },
      TODAY,
    ),
  ).toEqual({
    number: 'X1',
    expires_at: '2031-03-24T23:59:59.999Z',
    issued_at: '2026-06-05',
    reason_codes: ['BLURRED', 'CROPPED'],
  })
})

test('adds and removes a reason, in the order of the field', () => {
  expect(toggled(reasons, 'CROPPED', 'BLURRED')).toBe('BLURRED,CROPPED')
  expect(toggled(reasons, 'BLURRED,CROPPED', 'BLURRED')).toBe('CROPPED')
})
