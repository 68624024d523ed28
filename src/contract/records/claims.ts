/** Claims of records in a queue (records, Actions): who works on a record, for how long, and the calls that change this. */
import { integer, text255 } from './field'

/** How long a claim lasts unless it is renewed. */
export const CLAIM_MINUTES = 5
/** The body of a take-over: the reason, for the previous holder and for the history. */
export const claimAsks = { note: text255('Note') } as const
/** The calls about claims that can be made for many records at once: without a take-over, which is about one colleague's work. */
export const BULK_CLAIMS = ['claim', 'release'] as const
export type BulkClaim = (typeof BULK_CLAIMS)[number]
/** @param name of something that is done with many records */
export const isBulkClaim = (name: string): name is BulkClaim => (BULK_CLAIMS as readonly string[]).includes(name)
/** How long the claim of a page that was closed or reloaded is still valid, in seconds: enough for a reload. */
export const LEAVE_GRACE_SECONDS = 30
/**
 * The body of a release. `after_seconds`: the claim ends after this time, and never later than it would without the
 * call, unless the holder renews it before; without it the claim ends at once.
 */
export const releaseAsks = {
  after_seconds: integer('After seconds', { min: 1, max: CLAIM_MINUTES * 60 }),
} as const

/**
 * The refusal of a call because of another person's claim.
 * @param holder their username
 * @param one the singular of the record's name
 */
export const claimedByOther = (holder: string, one: string): string =>
  `${holder} has claimed this ${one}. Try again once it is released.`
/** Why a record is left out where many are claimed at once. */
export const notWaiting = (one: string): string => `This ${one} does not wait for a decision.`
/** The refusal of an action on a record that the caller has not claimed. */
export const claimFirst = (one: string): string => `Your claim of this ${one} has ended. Claim it again first.`
/** Title of the notification for a person whose claim was taken over. */
export const takenOver = (by: string, one: string): string => `${by} has taken over a ${one} that you had claimed`
