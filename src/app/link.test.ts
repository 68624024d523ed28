import { describe, expect, it } from 'vitest'
import { loginState, readLink } from './link'

const at = (address: string, state: unknown = null) => readLink(new URL(address, 'https://pitboss.test'), state)

describe('the link that prompts a sign-in', () => {
  it('is the whole address at which the page was opened', () => {
    expect(at('/users/42?tab=notes#last')).toBe('/users/42?tab=notes#last')
  })
  it('is null at Home, at the login and at a sign-in error', () => {
    expect([at('/'), at('/login'), at('/error?error=UnknownError')]).toEqual([null, null, null])
  })
  it('survives a reload of the login in its history entry', () => {
    expect(at('/login', { usr: loginState('/users/42'), key: 'x', idx: 0 })).toBe('/users/42')
    expect(at('/login', { usr: loginState(null), key: 'x', idx: 0 })).toBeNull()
  })
  it('never leaves this origin', () => {
    for (const link of ['//elsewhere.test/users', '/\\elsewhere.test', 'https://elsewhere.test', 7])
      expect(at('/login', { usr: { link } })).toBeNull()
    expect(readLink({ pathname: '//elsewhere.test', search: '', hash: '' }, null)).toBeNull()
  })
})
