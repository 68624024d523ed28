import { describe, expect, it } from 'vitest'
import { takeBegunLogin, type LoginPicture } from './begun-login'

const pictureWith = (values: Record<string, string>, rest: Partial<LoginPicture> = {}) => ({
  pitbossLogin: {
    values: () => ({ email: '', password: '', two_fa_token: '', ...values }),
    focused: null,
    isSubmitted: false,
    isPressed: false,
    ...rest,
  },
})

describe('input made at the login before its code was loaded', () => {
  it('is null if the page had no picture, or nobody used it', () => {
    expect(takeBegunLogin({})).toBeNull()
    expect(takeBegunLogin(pictureWith({}))).toBeNull()
  })

  it('contains the typed values, including spaces of a password, and the focused field', () => {
    const values = { email: 'vera@pitboss.test', password: ' Sécret ', two_fa_token: '' }
    expect(takeBegunLogin(pictureWith(values, { focused: 'password', isSubmitted: true }))).toEqual({
      values,
      focused: 'password',
      isSubmitted: true,
    })
    expect(takeBegunLogin(pictureWith({}, { focused: 'email' }))).toMatchObject({ focused: 'email' })
    expect(takeBegunLogin(pictureWith(values, { focused: '' }))).toMatchObject({ focused: null })
  })

  it('counts a press that the replacement of the picture interrupts as a submission', () => {
    expect(takeBegunLogin(pictureWith({ email: 'vera@pitboss.test' }, { isPressed: true }))?.isSubmitted).toBe(true)
  })

  it('is returned only once', () => {
    const page = pictureWith({ email: 'vera@pitboss.test' })
    expect(takeBegunLogin(page)).not.toBeNull()
    expect(takeBegunLogin(page)).toBeNull()
  })
})
