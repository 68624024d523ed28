/** Values that several descriptions share. */
import type { ApiError } from '@contract/errors'
import type { Session } from '@contract/entities/session'

export const UNREACHABLE: ApiError = { kind: 'network', message: '' }
export const UNAVAILABLE: ApiError = { kind: 'unavailable', message: 'Not available.', retryAfterSeconds: 5 }
export const REFUSED: ApiError = {
  kind: 'rejected',
  message: 'Check the marked fields.',
  fields: { email: ['This email is already used'] },
}
export const CONFLICT: ApiError = { kind: 'conflict', message: '', current: { id: 'row-1', version: 8 } }

/** @returns a session of one of two people */
export const sessionOf = (person: 'ada' | 'grace', token = `token-of-${person}`): Session => ({
  user: { id: person, email: `${person}@pitboss.test`, username: person, role: 'ADMIN' },
  accessToken: token,
  tokenExpiresAt: 900_000,
  draftKey: `key-of-${person}`,
})
