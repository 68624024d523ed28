/** Claims (records, Actions): who works on a record, for how long, and the calls that say so. Records that have the fields have the calls. */
import { person, text255, time } from './field'
import type { RecordDefinition } from './record'

/** How long a claim holds unless it is renewed. */
export const CLAIM_MINUTES = 5
/** The body of a take-over: why, for the person who had the record and for the history. */
export const claimAsks = { note: text255('Note') } as const

/** The fields. Both follow from the lease in the row and the server's clock: a claim that has run out is none. */
export const claimFields = {
  claimed_by: person('Claimed by'),
  claim_until: time('Claimed until', { derived: true }),
} as const

/** Whether people claim such records. */
export const isClaimable = ({ fields }: Pick<RecordDefinition, 'fields'>): boolean =>
  Object.keys(claimFields).every((name) => name in fields)

/** What a call is refused with that another person's claim stands in the way of. @param holder their username @param one what a record is called */
export const claimedByOther = (holder: string, one: string): string =>
  `${holder} has claimed this ${one}. Try again once it is released.`
/** What an action is refused with that nobody's claim covers. */
export const claimFirst = (one: string): string => `Your claim of this ${one} has ended. Claim it again first.`
/** Title of the notification of a person whose claim was taken over. */
export const takenOver = (by: string, one: string): string => `${by} has taken over a ${one} that you had claimed`
