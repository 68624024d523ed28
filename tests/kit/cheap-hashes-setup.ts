/**
 * Hashes passwords of tests in less than a millisecond. A hash is meant to be slow, and the tests make and check thousands of them.
 * Servers that run as processes keep the real cost, which server/node/crypto.test.ts checks.
 */
import { ARGON2 } from '@server/node/crypto'

Object.assign(ARGON2, { memoryCost: 64, timeCost: 1 })
