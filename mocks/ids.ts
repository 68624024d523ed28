/** Ids and times of the stories: the same in every run, and the times for a week, so that stories do not change. */

/** The first value of `MOCK_NOW`. Pictures are taken at this time (tests/pictures). */
export const FIRST_MOCK_NOW = Date.parse('2026-11-20T12:00:00.000Z')
const DAY_MS = 24 * 3600 * 1000

/**
 * The moment to which all dates are relative: the latest Friday noon that is at least two days ago. With a fixed one,
 * Storybook would show people who were last active a year ago, and what counts the last 90 days would find nobody.
 */
export const MOCK_NOW = Math.max(
  FIRST_MOCK_NOW,
  Date.now() - 2 * DAY_MS - ((Date.now() - 2 * DAY_MS - FIRST_MOCK_NOW) % (7 * DAY_MS)),
)

/** The moment of the demo rows: as on the server, the beginning of a day. Milliseconds since 1970 */
export const MOCK_ANCHOR = Math.floor(MOCK_NOW / DAY_MS) * DAY_MS

const KINDS = { staff: '1', user: '2', fresh: '9' } as const

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
