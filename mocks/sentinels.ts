/**
 * Records with names that make calls fail: `conflict@sentinel.test` returns a conflict. A story or a path produces an
 * error by opening, saving or signing in as such a record, without its own handler. Only the mocks have them, not the
 * server.
 */
import { userRecord, type UserRecord } from './fixtures/user'
import { staffRecord, type StaffRecord } from './fixtures/staff'

/** The sentinels, and the calls for which they fail: `any` that names the record, or only `write`. */
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

/** The email address of a sentinel. */
export const sentinelEmail = (sentinel: Sentinel): string => `${sentinel}@${HOST}`

/** @returns the sentinel that an address names, if it applies to this kind of call */
export function sentinelOf(email: unknown, writes: boolean): Sentinel | undefined {
  if (typeof email !== 'string') return undefined
  return NAMES.find((name) => email.toLowerCase() === sentinelEmail(name) && (writes || SENTINELS[name] === 'any'))
}

const title = (name: string) => name.replace(/-/g, ' ').replace(/^./, (letter) => letter.toUpperCase())

/** Users as sentinels, one for each, numbered from 9001. */
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

/** Staff as sentinels, likewise. */
export const sentinelStaff = (): StaffRecord[] =>
  NAMES.map((name, index) =>
    staffRecord(9001 + index, {
      first_name: title(name),
      last_name: 'Sentinel',
      email: sentinelEmail(name),
      username: `staff_${name.replace('-', '')}`,
    }),
  )

/** A search for which a list behaves in a special way: `sentinel:broken`. */
const SEARCH = /^sentinel:([a-z-]+)$/

/** The behaviour of a list that is searched for `sentinel:…`: a failure, a list cut short, or a slow one. */
export type ListSentinel = Sentinel | 'cut-short' | 'trickle'

/** @returns the sentinel that a search text names */
export function listSentinelOf(search: string | null): ListSentinel | undefined {
  const name = SEARCH.exec(search ?? '')?.[1]
  return name === 'cut-short' || name === 'trickle' ? name : NAMES.find((known) => known === name)
}
