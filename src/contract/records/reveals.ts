/**
 * Secrets that users entrust to the platform, such as the password of an account at a game platform: a record has at most one. It is in no
 * row; people reveal it one record at a time, for a reason that is stored (contract, Records on the wire: reveal).
 */
import type { Action, Subject } from '../permissions'
import { text255 } from './field'
import type { ActionDefinition } from './record'

/** How people reveal the secret of a record. */
export interface RevealDefinition {
  /** What is revealed, with a capital: 'Password'. */
  readonly label: string
  readonly needs: Action
  /** The subject of that right, where it is not the record's own. */
  readonly subject?: Subject
  /** Only for whoever holds the record's claim. */
  readonly whileClaimed?: true
  /** Only for records with one of these values in this field; others are refused with 409. */
  readonly from?: ActionDefinition['from']
}

/** The body of the call. */
export const revealAsks = { reason: text255('Reason', { required: true }) } as const

/** The name of its entries in the audit and in the history. */
export const REVEAL_EVENT = 'reveal'

/** Number of secrets that a person can reveal in an hour, over all records (money, /platform-user). */
export const REVEALS_AN_HOUR = 20
/** A repetition with the same Idempotency-Key does not count again within this time: the answer may have been lost. */
export const REVEAL_REPEAT_MINUTES = 5

const secretOf = ({ label }: Pick<RevealDefinition, 'label'>) => label.toLowerCase()

/** What the history says after the person's name: 'revealed the password'. */
export const pastOfReveal = (reveals: Pick<RevealDefinition, 'label'>): string => `revealed the ${secretOf(reveals)}`
/** The button, and the title of the dialog without the record's name. */
export const labelOfReveal = (reveals: Pick<RevealDefinition, 'label'>): string => `Reveal ${secretOf(reveals)}…`
export const titleOfReveal = (reveals: Pick<RevealDefinition, 'label'>, name: string): string =>
  `Reveal the ${secretOf(reveals)} of ${name}?`

export const REVEAL_REFUSAL = {
  /** @param one the singular of the record's name */
  none: (reveals: Pick<RevealDefinition, 'label'>, one: string) => `This ${one} has no ${secretOf(reveals)} stored.`,
  tooMany: `You have revealed ${REVEALS_AN_HOUR} secrets within an hour. Your lead was notified. Try again later.`,
} as const

/** The notification of those who may change staff, of somebody who has reached the limit. */
export const revealLimitReached = (username: string) => ({
  title: `${username} has reached the limit of revealed secrets`,
  description: `${REVEALS_AN_HOUR} passwords and payout details within an hour, and asked for more. The history of each record says why.`,
})
