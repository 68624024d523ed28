/** Ids and times of the mocks: the same in every run, so that stories and pictures do not change. */

/** The moment to which all mock dates are relative. */
export const MOCK_NOW = Date.parse('2026-11-20T12:00:00.000Z')

const KINDS = {
  staff: '1',
  user: '2',
  notification: '3',
  handover: '4',
  shift: '5',
  ticket: '6',
  chat: '7',
  message: '8',
  fresh: '9',
  file: 'a',
  entry: 'b',
} as const

/** Ids sort by time, and lists show the newest first: of people that is number 1. */
const FIRST_IS_NEWEST: ReadonlySet<string> = new Set(['staff', 'user'])
const NEWEST = 0xffff_ffff

/**
 * An id in the form of a UUID v7 that contains its kind and number.
 * @param number counted from 1
 */
export const mockId = (kind: keyof typeof KINDS, number: number): string =>
  `019a9000-0000-7${KINDS[kind]}00-8000-${(FIRST_IS_NEWEST.has(kind) ? NEWEST - number : number).toString(16).padStart(12, '0')}`

/** The time this many minutes before `MOCK_NOW`, ISO 8601. */
export const minutesAgo = (minutes: number): string => new Date(MOCK_NOW - minutes * 60_000).toISOString()

/** A small generator of numbers in [0, 1): the same sequence for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
