import { describe, expect, it, vi } from 'vitest'

describe('passwords', () => {
  it('are hashed with argon2id', async () => {
    // As it is loaded by a server: these tests have the cost changed (tests/kit/cheap-hashes-setup.ts).
    vi.resetModules()
    const { nodeCrypto } = await import('./crypto')
    const hash = await nodeCrypto.hashPassword('Pitboss#2026')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect([
      await nodeCrypto.verifyPassword(hash, 'Pitboss#2026'),
      await nodeCrypto.verifyPassword(hash, 'pitboss#2026'),
      await nodeCrypto.verifyPassword('nonsense', 'x'),
    ]).toEqual([true, false, false])
  })
})
