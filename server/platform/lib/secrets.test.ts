import { describe, expect, it } from 'vitest'
import { createKeys, isSameSecret } from './secrets'
import { nodeCrypto } from '@server/node/crypto'

const [ours, theirs] = [createKeys('a'.repeat(40), nodeCrypto), createKeys('b'.repeat(40), nodeCrypto)]

describe('keys and hashes', () => {
  it('require a secret of the minimum length', () => {
    expect(() => createKeys('short', nodeCrypto)).toThrow('32')
  })

  it('decrypt only with the same secret, and detect a change', () => {
    const sealed = ours.encrypt(Buffer.from('draft key'))
    expect(ours.decrypt(sealed).toString()).toBe('draft key')
    expect(ours.encrypt(Buffer.from('draft key'))).not.toBe(sealed)
    expect(() => theirs.decrypt(sealed)).toThrow(/authenticate/)
    const bytes = Buffer.from(sealed, 'base64')
    bytes[bytes.length - 1]! ^= 1
    expect(() => ours.decrypt(bytes.toString('base64'))).toThrow(/authenticate/)
  })

  it('sign a CSRF token', () => {
    const cookie = ours.signCsrf('token')
    expect(ours.readCsrf(cookie)).toBe('token')
    for (const bad of [
      undefined,
      '',
      'token',
      'token.',
      `other.${cookie.split('.')[1]}`,
      `${cookie}.x`,
      theirs.signCsrf('token'),
    ])
      expect(ours.readCsrf(bad)).toBeNull()
  })

  it('compare texts of any length', () => {
    expect([isSameSecret('a', 'a'), isSameSecret('a', 'b'), isSameSecret('a', 'aa')]).toEqual([true, false, false])
  })
})
