/**
 * Hashes passwords of tests in less than a millisecond. A hash is meant to be slow, and the tests make and check thousands of them.
 * Servers that run as processes keep the real cost.
 */
import { ARGON2 } from '@server/lib/secrets'

/** The OWASP minimum (Password Storage Cheat Sheet), in KiB and passes, and the cost in tests. */
const LEAST = { memoryCost: 19_456, timeCost: 2 }
const CHEAP = { memoryCost: 64, timeCost: 1 }

// Files of one worker may share their modules: the cost is changed once.
if (ARGON2.memoryCost !== CHEAP.memoryCost) {
  if (ARGON2.memoryCost < LEAST.memoryCost || ARGON2.timeCost < LEAST.timeCost)
    throw new Error('Passwords are hashed with less than the OWASP minimum: server/lib/secrets.ts')
  Object.assign(ARGON2, CHEAP)
}
