import { describe, expect, it } from 'vitest'
import type { ValidationError } from 'yup'
import { codeDigits } from '../codes'
import { CODE_FORM, twoFactorFormSchema } from './two-factor'

const messagesOf = (twoFAToken: unknown): string[] => {
  try {
    twoFactorFormSchema.validateSync({ twoFAToken }, { abortEarly: false })
    return []
  } catch (error) {
    return (error as ValidationError).errors
  }
}

describe('a two-factor code', () => {
  it.each(['', '   ', '\t\n', undefined])('says Required! of %j, and nothing else', (typed) =>
    expect(messagesOf(typed)).toEqual(['Required!']),
  )
  it.each(['123456', ' 123456 ', '123 456', '12 34 56'])('takes %j', (typed) => expect(messagesOf(typed)).toEqual([]))
  it.each(['12345', '1234567', '12a456', '１２３４５６', '-12345'])('refuses %j', (typed) =>
    expect(messagesOf(typed)).toEqual([CODE_FORM]),
  )
  it('is its digits alone', () => expect(codeDigits(' 123 456 ')).toBe('123456'))
})
