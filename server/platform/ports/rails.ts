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

export const JOB_KINDS = ['LOAD', 'REDEEM'] as const
export type JobKind = (typeof JOB_KINDS)[number]
/** What a game platform is asked to do with the credits of an account. */
export interface JobOrder {
  /** Ours, unique; the platform knows the job by it. */
  reference: string
  kind: JobKind
  /** Of the account, exactly as the platform has it. */
  username: string
  /** Decimal text with two places, more than 0; null for a redeem: whatever the account has. */
  credits: string | null
}
export const JOB_STATES = ['ACCEPTED', 'DONE', 'FAILED'] as const
/** A job, as the platform has it. */
export interface PlatformJob {
  reference: string
  kind: JobKind
  state: (typeof JOB_STATES)[number]
  /** Decimal text with two places: what was loaded or redeemed; null until the job is done. */
  credits: string | null
  /** The platform's own number; null until it has one. */
  external_ref: string | null
  /** Why it failed. */
  reason: string | null
}
export interface CreditBalance {
  username: string
  /** Decimal text with two places. */
  credits: string
  /** ISO time. */
  at: string
}
/** A line of a platform's statement: a job that was done on the day. */
export interface JobLine {
  reference: string
  external_ref: string | null
  kind: JobKind
  credits: string
  /** ISO time. */
  at: string
}

/** Game platform whose accounts are loaded and redeemed without staff. */
export interface PlatformRail {
  /** Moves credits: called once for each attempt. A second call with the same reference must have no further effect. */
  run(order: JobOrder): Promise<Outcome<PlatformJob>>
  /** @returns the job; null where the platform has no such reference */
  lookUp(reference: string): Promise<Outcome<PlatformJob | null>>
  /** @returns null where the platform has no such account */
  balance(username: string): Promise<Outcome<CreditBalance | null>>
  /** @returns when the platform answered, ISO time: it can be reached, and the secret fits */
  check(): Promise<Outcome<{ at: string }>>
  /** @param day business day, `YYYY-MM-DD` */
  statement(day: string): Promise<Outcome<readonly JobLine[]>>
}

/** A coin, as the platform and wallet services name it. */
export interface CoinName {
  /** 'USDT'. */
  symbol: string
  /** One of the contract's networks: 'TRON'. */
  network: string
}
/** What a wallet service is asked for when a user wants to deposit a coin. */
export interface AddressOrder extends CoinName {
  /** Ours, unique; the service knows the address by it. */
  reference: string
  /** Ours; all deposits of a user have the same. */
  user: string
  /** What the user is asked to pay, in the coin: decimal text. */
  amount: string
}
export interface CoinAddress extends CoinName {
  reference: string
  address: string
}
export const CHAIN_PAYMENT_STATES = ['SEEN', 'CONFIRMED', 'REORGANISED'] as const
/** A payment to an address that the service gave, as the chain has it. Network, hash and output name it. */
export interface ChainPayment extends CoinName {
  /** Of the address that was paid. */
  reference: string
  address: string
  hash: string
  /** Which output or transfer of the transaction it is, from 0. */
  output: number
  /** Of the coin: decimal text, more than 0. */
  amount: string
  /** `REORGANISED`: the chain had it, and has it no longer. */
  state: (typeof CHAIN_PAYMENT_STATES)[number]
  confirmations: number
  /** When the service saw it first, ISO time. */
  seen_at: string
  /** When the chain had it so, ISO time: of two reports of a payment, the later one is right, in whatever order they come. */
  at: string
}
/** Everything that was paid to the address of a reference. */
export interface PaidAddress extends CoinAddress {
  payments: readonly ChainPayment[]
}
export interface CoinBalance extends CoinName {
  /** Decimal text. */
  amount: string
  /** ISO time. */
  at: string
}
export interface CoinRate extends CoinName {
  /** ISO 4217. */
  currency: string
  /** Price of one coin: decimal text, more than 0. */
  rate: string
  /** ISO time. */
  at: string
}

/** What a wallet service is asked to send. */
export interface SendOrder extends CoinName {
  /** Ours, unique; the service knows the transaction by it. */
  reference: string
  address: string
  /** Of the coin, more than 0; the network's own fee comes on top. */
  amount: string
}
export const SEND_STATES = ['ACCEPTED', 'BROADCAST', 'CONFIRMED', 'FAILED'] as const
/** A transaction that sends coins, as the wallet service has it. */
export interface CoinSend extends SendOrder {
  /** `FAILED`: nothing was sent, and nothing will be. */
  state: (typeof SEND_STATES)[number]
  /** Of the transaction; null until the network has it. */
  hash: string | null
  confirmations: number
  /** Why it failed. */
  reason: string | null
}
/** A line of a wallet service's statement: coins that left it on the day. */
export interface SendLine extends CoinName {
  reference: string
  hash: string
  /** Decimal text. */
  amount: string
  /** ISO time. */
  at: string
}

/** Wallet service of coins. */
export interface ChainRail {
  /** Moves coins: called once for each attempt. A second call with the same reference must have no further effect. */
  send(order: SendOrder): Promise<Outcome<CoinSend>>
  /** @returns null where the service has no such reference */
  lookUpSend(reference: string): Promise<Outcome<CoinSend | null>>
  /** @param day in UTC, `YYYY-MM-DD` @returns what was sent on it, once the network had it */
  statement(day: string): Promise<Outcome<readonly SendLine[]>>
  /** Moves nothing: a second call with the same reference gives the same address. */
  address(order: AddressOrder): Promise<Outcome<CoinAddress>>
  /** @returns null where the service has no such reference */
  lookUp(reference: string): Promise<Outcome<PaidAddress | null>>
  /** What the service can send of a coin. */
  balance(coin: CoinName): Promise<Outcome<CoinBalance>>
  rate(coin: CoinName, currency: string): Promise<Outcome<CoinRate>>
}

/** What every connected rail has, whatever it moves. */
interface Connected {
  /** 'No such reference' of its look-up means that it was not done, and will not be. */
  isAuthoritative: boolean
  /** @param body as it came @returns the id of the event; null where the signature or its time does not fit */
  signedIdOf(body: string, headers: Readonly<Record<string, string | string[] | undefined>>): string | null
}
export interface ConnectedPayoutRail extends Connected {
  kind: 'PAYOUT'
  payouts: PayoutRail
  /** @param body as it came @returns the payout as the rail says it is now; null where it is no event of payouts */
  payoutIn(body: string): Payout | null
}
export interface ConnectedPlatformRail extends Connected {
  kind: 'PLATFORM'
  platform: PlatformRail
  /** @param body as it came @returns the job as the rail says it is now; null where it is no event of jobs */
  jobIn(body: string): PlatformJob | null
}
export interface ConnectedChainRail extends Connected {
  kind: 'CHAIN'
  chain: ChainRail
  /** @param body as it came @returns the payment as the chain has it; null where it is no event of payments */
  paymentIn(body: string): ChainPayment | null
  /** @param body as it came @returns what is sent, as the service has it now; null where it is no event of that */
  sendIn(body: string): CoinSend | null
}
/** A rail that the operator has connected. */
export type ConnectedRail = ConnectedPayoutRail | ConnectedPlatformRail | ConnectedChainRail
export type RailKind = ConnectedRail['kind']
/** By the names that the settings give them. */
export type ConnectedRails = ReadonlyMap<string, ConnectedRail>
export type RailOf<K extends RailKind> = Extract<ConnectedRail, { kind: K }>

/** @returns the rail of this name; undefined where none of this kind is connected */
export function railNamed<K extends RailKind>(rails: ConnectedRails, kind: K, name: string): RailOf<K> | undefined {
  const rail = rails.get(name)
  return rail?.kind === kind ? (rail as RailOf<K>) : undefined
}
