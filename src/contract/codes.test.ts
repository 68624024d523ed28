import { describe, expect, it } from 'vitest'
import { CODE_FORMS, RECOVERY_CODE_FORMS } from '@tests/kit/code-forms'
import { codeDigits, RECOVERY_CODE_SYMBOLS, recoveryCodeOf, recoveryCodeText } from './codes'

it('a code of the app is read without its spaces', () => {
  expect(codeDigits(' 123  456 ')).toBe('123456')
  expect(codeDigits('1\t2\n3')).toBe('123')
})

it.each(CODE_FORMS)('a code of the app is the same %s', (_how, write) =>
  expect(codeDigits(write('120456'))).toBe('120456'),
)

describe('a recovery code', () => {
  it.each(RECOVERY_CODE_FORMS)('is the same %s', (_how, write) =>
    expect(recoveryCodeOf(write('3K10M-XW2PD'))).toBe('3K10MXW2PD'),
  )
  it.each([
    ['3KQ7M-XW2PD', '3KQ7MXW2PD'],
    ['3kq7mxw2pd', '3KQ7MXW2PD'],
    ['  3KQ7M -- XW2PD  ', '3KQ7MXW2PD'],
    ['OILK7-MXW2P', '011K7MXW2P'],
    ['oilk7-mxw2p', '011K7MXW2P'],
    ['OOOOO-LLIIO', '0000011110'],
  ])('%j is read as %s', (typed, code) => expect(recoveryCodeOf(typed)).toBe(code))
  it.each(['', '3KQ7M-XW2P', '3KQ7M-XW2PDD', '3KQ7M-XW2PU', '3KQ7M_XW2PD', '3KQ7M-XW2P!'])(
    '%j is not a recovery code',
    (typed) => expect(recoveryCodeOf(typed)).toBeNull(),
  )
  it('consists of symbols that are not easily confused', () => {
    expect(RECOVERY_CODE_SYMBOLS).toHaveLength(32)
    expect(new Set(RECOVERY_CODE_SYMBOLS).size).toBe(32)
    expect(RECOVERY_CODE_SYMBOLS).not.toMatch(/[ILOUa-z]/)
  })
  it('is shown in two groups of five', () => expect(recoveryCodeText('3KQ7MXW2PD')).toBe('3KQ7M-XW2PD'))
})
