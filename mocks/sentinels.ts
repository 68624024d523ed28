/**
 * Records named so that they fail: `conflict@sentinel.test` answers a conflict. A story or a path reaches an error by
 * opening, saving or signing in as such a record, without touching a handler. Written for the mocks only; the server knows
 * none of it.
 */
import { userRecord, type UserRecord } from './fixtures/user'
import { staffRecord, type StaffRecord } from './fixtures/staff'

/** What a sentinel answers, and to which calls: `any` that names the record, or `write` only. */
export const SENTINELS = {
  forbidden: 'any',
  'not-found': 'any',
  'too-many': 'any',
  broken: 'any',
  slow: 'any',
  html: 'any',
  offline: 'any',
  unauthorized: 'any',
  conflict: 'write',
  rejected: 'write',
  /** The write takes effect, and the response of its first attempt is lost. */
  lost: 'write',
} as const
export type Sentinel = keyof typeof SENTINELS

const NAMES = Object.keys(SENTINELS) as Sentinel[]
const HOST = 'sentinel.test'

/** The address that reaches a sentinel. */
export const sentinelEmail = (sentinel: Sentinel): string => `${sentinel}@${HOST}`

/** @returns the sentinel that an address names, if it does and if it answers to this kind of call */
export function sentinelOf(email: unknown, writes: boolean): Sentinel | undefined {
  if (typeof email !== 'string') return undefined
  return NAMES.find((name) => email.toLowerCase() === sentinelEmail(name) && (writes || SENTINELS[name] === 'any'))
}

const title = (name: string) => name.replace(/-/g, ' ').replace(/^./, (letter) => letter.toUpperCase())

/** Users that fail, one for each sentinel. They are numbered from 9001. */
export const sentinelUsers = (): UserRecord[] =>
  NAMES.map((name, index) =>
    userRecord(9001 + index, {
      first_name: title(name),
      last_name: 'Sentinel',
      email: sentinelEmail(name),
      username: `sentinel_${name.replace('-', '')}`,
      is_deleted: false,
      third_party_store_code: null,
    }),
  )

/** Staff that fail, likewise. */
export const sentinelStaff = (): StaffRecord[] =>
  NAMES.map((name, index) =>
    staffRecord(9001 + index, {
      first_name: title(name),
      last_name: 'Sentinel',
      email: sentinelEmail(name),
      username: `staff_${name.replace('-', '')}`,
    }),
  )

/** A search that a list answers in a special way: `sentinel:broken`. */
const SEARCH = /^sentinel:([a-z-]+)$/

/** What a list does when it is searched for `sentinel:…`: a failure, a list cut short, or one that trickles. */
export type ListSentinel = Sentinel | 'cut-short' | 'trickle'

/** @returns the sentinel that a search text names */
export function listSentinelOf(search: string | null): ListSentinel | undefined {
  const name = SEARCH.exec(search ?? '')?.[1]
  return name === 'cut-short' || name === 'trickle' ? name : NAMES.find((known) => known === name)
}
