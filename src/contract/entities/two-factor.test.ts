import { describe, expect, it } from 'vitest'
import type { ValidationError } from 'yup'
import { CODE_FORM, recoveryCode, RECOVERY_CODE_FORM, twoFactorFormSchema } from './two-factor'

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
})

describe('a recovery code', () => {
  const faultsOf = (typed: unknown): string[] => {
    try {
      recoveryCode().validateSync(typed, { abortEarly: false })
      return []
    } catch (error) {
      return (error as ValidationError).errors
    }
  }
  it.each(['', '  ', undefined])('says Required! of %j, and nothing else', (typed) =>
    expect(faultsOf(typed)).toEqual(['Required!']),
  )
  it.each(['3KQ7M-XW2PD', '3kq7m xw2pd'])('takes %j', (typed) => expect(faultsOf(typed)).toEqual([]))
  it.each(['123456', '3KQ7M-XW2PDD', '3KQ7M-XW2P!'])('refuses %j', (typed) =>
    expect(faultsOf(typed)).toEqual([RECOVERY_CODE_FORM]),
  )
  it('of more than a hundred characters is refused', () =>
    expect(faultsOf(' '.repeat(91) + '3KQ7MXW2PD')).toEqual([RECOVERY_CODE_FORM]))
})
