/** Codes of authenticator apps: TOTP, 30 s, one step of drift either way (contract, Passwords). */
import { generateSecret, generateURI, verify } from 'otplib'
import { TWO_FACTOR } from '@contract/constants'
import { codeDigits } from '@contract/codes'
import type { Clock } from '@server/platform/ports/clock'

const ISSUER = 'Pitboss'

/** @returns a new secret, base32 */
export const newSecret = (): string => generateSecret()

/** @returns the URI in the QR code for authenticator apps */
export const secretAddress = (secret: string, account: string): string =>
  generateURI({ issuer: ISSUER, label: account, secret })

/**
 * Checks a code. The caller ensures that each code is accepted once: a step is valid only when it is later than the last one used.
 * @param typed as received; spaces and dashes are ignored
 * @returns the time step of the code, or null where it is wrong or expired
 */
export async function stepOfCode(secret: string, typed: string, clock: Clock): Promise<number | null> {
  const token = codeDigits(typed)
  if (!/^\d{6}$/.test(token)) return null
  const checked = await verify({
    secret,
    token,
    epoch: Math.floor(clock.now() / 1000),
    epochTolerance: TWO_FACTOR.stepSeconds,
  })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : null
}
