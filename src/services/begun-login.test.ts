import { describe, expect, it } from 'vitest'
import { takeBegunLogin, type LoginPicture } from './begun-login'

const pictureWith = (values: Record<string, string>, rest: Partial<LoginPicture> = {}) => ({
  pitbossLogin: {
    values: () => ({ email: '', password: '', two_fa_token: '', ...values }),
    focused: null,
    isSubmitted: false,
    ...rest,
  },
})

describe('what was done at the login before its code was there', () => {
  it('is nothing where the page had no picture, or nobody touched it', () => {
    expect(takeBegunLogin({})).toBeNull()
    expect(takeBegunLogin(pictureWith({}))).toBeNull()
  })

  it('is what was typed, spaces of a password included, and where the focus stood', () => {
    const values = { email: 'vera@pitboss.test', password: ' Sécret ', two_fa_token: '' }
    expect(takeBegunLogin(pictureWith(values, { focused: 'password', isSubmitted: true }))).toEqual({
      values,
      focused: 'password',
      isSubmitted: true,
    })
    expect(takeBegunLogin(pictureWith({}, { focused: 'email' }))).toMatchObject({ focused: 'email' })
    expect(takeBegunLogin(pictureWith(values, { focused: '' }))).toMatchObject({ focused: null })
  })

  it('is handed out once', () => {
    const page = pictureWith({ email: 'vera@pitboss.test' })
    expect(takeBegunLogin(page)).not.toBeNull()
    expect(takeBegunLogin(page)).toBeNull()
  })
})
