import { describe, expect, it } from 'vitest'
import { faultsOf } from '@tests/kit/schema-faults'
import { recoveryCode, twoFactorFormSchema } from './two-factor'

const CODE_FORM = 'Enter the six digits that the app shows'
const RECOVERY_CODE_FORM = 'Enter one of your recovery codes, such as 3KQ7M-XW2PD'

const messagesOf = (twoFAToken: unknown) => faultsOf(twoFactorFormSchema, { twoFAToken })

describe('a two-factor code', () => {
  it.each(['', '   ', '\t\n', undefined])('%j gets only the message Required!', (typed) =>
    expect(messagesOf(typed)).toEqual(['Required!']),
  )
  it.each(['123456', ' 123456 ', '123 456', '12 34 56', '123-456', '１２３４５６'])('takes %j', (typed) =>
    expect(messagesOf(typed)).toEqual([]),
  )
  it.each(['12345', '1234567', '12a456', '-12345'])('refuses %j', (typed) =>
    expect(messagesOf(typed)).toEqual([CODE_FORM]),
  )
})

describe('a recovery code', () => {
  const wrongOf = (typed: unknown) => faultsOf(recoveryCode(), typed)
  it.each(['', '  ', undefined])('%j gets only the message Required!', (typed) =>
    expect(wrongOf(typed)).toEqual(['Required!']),
  )
  it.each(['3KQ7M-XW2PD', '3kq7m xw2pd'])('takes %j', (typed) => expect(wrongOf(typed)).toEqual([]))
  it.each(['123456', '3KQ7M-XW2PDD', '3KQ7M-XW2P!'])('refuses %j', (typed) =>
    expect(wrongOf(typed)).toEqual([RECOVERY_CODE_FORM]),
  )
  it('of more than a hundred characters is refused', () =>
    expect(wrongOf(' '.repeat(91) + '3KQ7MXW2PD')).toEqual([RECOVERY_CODE_FORM]))
})
