/** How the outside world is reached (money, Rails): one port for each kind of system that operators connect. */

/** What is known of a call after it. */
export type Outcome<A> =
  | { is: 'answered'; answer: A }
  /** The rail refuses it: nothing was done, and nothing will be. */
  | { is: 'refused'; code: string; message: string }
  /** It may have been done, or may still be: only a look-up or a person can say. */
  | { is: 'unknown'; why: string }
  /** Nothing was sent: it can be sent later. */
  | { is: 'unsent'; why: string }

/** A field of the account that is paid, as the user entered it. */
export interface PayoutDetail {
  label: string
  value: string
}
/** What a rail is asked to pay. */
export interface PayoutOrder {
  /** Ours, unique; the rail knows the payout by it. */
  reference: string
  /** Decimal text with two places, more than 0. */
  amount: string
  /** ISO 4217. */
  currency: string
  payee: string
  details: readonly PayoutDetail[]
}
export const PAYOUT_STATES = ['ACCEPTED', 'PAID', 'FAILED', 'RETURNED'] as const
/** A payout, as the rail has it. */
export interface Payout {
  reference: string
  /** `RETURNED`: it was paid, and the money came back. */
  state: (typeof PAYOUT_STATES)[number]
  amount: string
  currency: string
  /** The rail's own number; null until it has one. */
  external_ref: string | null
  /** Why it failed or was returned. */
  reason: string | null
}
export interface RailBalance {
  currency: string
  /** Decimal text with two places. */
  amount: string
  /** ISO time. */
  at: string
}
/** A line of a statement: what was moved on the day. */
export interface StatementLine {
  reference: string
  external_ref: string | null
  kind: 'PAID' | 'RETURNED'
  amount: string
  currency: string
  /** ISO time. */
  at: string
}

/** Bank or e-wallet that pays users. */
export interface PayoutRail {
  /** Moves money: called once for each attempt. A second call with the same reference must have no further effect. */
  pay(order: PayoutOrder): Promise<Outcome<Payout>>
  /** @returns the payout; null where the rail has no such reference */
  lookUp(reference: string): Promise<Outcome<Payout | null>>
  balance(currency: string): Promise<Outcome<RailBalance>>
  /** @param day business day, `YYYY-MM-DD` */
  statement(day: string): Promise<Outcome<readonly StatementLine[]>>
}

/** A payout rail that the operator has connected. */
export interface ConnectedRail {
  payouts: PayoutRail
  /** 'No such reference' of its look-up means that it was not done, and will not be. */
  isAuthoritative: boolean
  /** @param body as it came @returns the id of the event; null where the signature or its time does not fit */
  signedIdOf(body: string, headers: Readonly<Record<string, string | string[] | undefined>>): string | null
  /** @param body as it came @returns the payout as the rail says it is now; null where it is no event of payouts */
  payoutIn(body: string): Payout | null
}
/** By the names that the settings give them. */
export type ConnectedRails = ReadonlyMap<string, ConnectedRail>
