/**
 * Failed attempts in the mocks: sign-ins by email, two-factor codes by account. The mocks do not distinguish IP
 * addresses.
 */
import { SIGN_IN_LIMIT } from '@contract/constants'
import { db } from './db'

/** Failed attempts within the window. @param key what they are counted by */
const recentFailures = (key: string, now: number): number[] =>
  (db.failedAttempts.get(key) ?? []).filter((at) => at > now - SIGN_IN_LIMIT.windowSeconds * 1000)

export const isSignInBlocked = (email: string, now: number): boolean =>
  recentFailures(email, now).length >= SIGN_IN_LIMIT.perAccountAndAddress

const codesOf = (staffId: string) => `codes of ${staffId}`

/** Whether too many codes of this account were wrong, counting sign-ins and step-ups together. */
export const isCodeBlocked = (staffId: string, now: number): boolean =>
  recentFailures(codesOf(staffId), now).length >= SIGN_IN_LIMIT.codesPerAccount

export const countFailure = (key: string, now: number): void =>
  void db.failedAttempts.set(key, [...recentFailures(key, now), now])

export const countWrongCode = (staffId: string, now: number): void => countFailure(codesOf(staffId), now)
