/** What rails tell, in the same words for all kinds of them. */
import type { CoinSend, ConnectedRail, Outcome, Payout, PlatformJob } from '@server/platform/ports/rails'
import type { OrderType } from './rail-attempts'

/** Unit of what game platforms move. */
export const CREDITS = 'credits'

/** What is known of an attempt. `RETURNED`: it was done, and what it moved came back. */
export interface Known {
  is: 'ACCEPTED' | 'DONE' | 'FAILED' | 'RETURNED' | 'UNKNOWN' | 'UNSENT'
  external_ref?: string | null
  message: string | null
  /** What the rail says that it moves, decimal text as attempts have it; null or absent: it does not say. */
  amount?: string | null
  /** Of the amount: a currency, or credits. */
  unit?: string
  /** What the rail says that it is about; absent: it does not say. */
  of?: OrderType
  /** As people say it: 'paid', 'loaded', 'returned'. */
  said?: string
  /** Of a transaction that the network has: the order is done once it has enough of them. */
  confirmations?: number
}

export const knownOfPayout = ({ state, external_ref, reason, amount, currency }: Payout): Known => ({
  is: state === 'PAID' ? 'DONE' : state,
  external_ref,
  message: reason,
  amount,
  unit: currency,
  said: state.toLowerCase(),
})
export const knownOfJob = ({ kind, state, external_ref, reason, credits }: PlatformJob): Known => ({
  is: state,
  external_ref,
  message: reason,
  // Only what is done has moved something.
  amount: state === 'DONE' ? credits : null,
  unit: CREDITS,
  of: kind === 'LOAD' ? 'platform_deposit' : 'platform_withdrawal',
  said: state !== 'DONE' ? state.toLowerCase() : kind === 'LOAD' ? 'loaded' : 'redeemed',
})

export const knownOfSend = ({ state, hash, reason, amount, symbol, confirmations }: CoinSend): Known => ({
  is: state === 'FAILED' ? 'FAILED' : 'ACCEPTED',
  external_ref: hash,
  message: reason,
  amount,
  unit: symbol,
  said: state === 'CONFIRMED' ? 'sent' : state.toLowerCase(),
  ...(state === 'BROADCAST' || state === 'CONFIRMED' ? { confirmations } : {}),
})

/** @returns what a call tells of its attempt */
export function knownAfter<A>(called: Outcome<A>, knownOf: (answer: A) => Known): Known {
  switch (called.is) {
    case 'answered':
      return knownOf(called.answer)
    case 'refused':
      return { is: 'FAILED', message: called.message }
    case 'unknown':
      return { is: 'UNKNOWN', message: called.why }
    case 'unsent':
      return { is: 'UNSENT', message: called.why }
  }
}

function mapped<A, B>(called: Outcome<A>, of: (answer: A) => B): Outcome<B> {
  return called.is === 'answered' ? { is: 'answered', answer: of(called.answer) } : called
}

/** Asks a rail about a reference. @returns what it knows; null where it has no such reference */
export async function askAbout(rail: ConnectedRail, reference: string): Promise<Outcome<Known | null>> {
  switch (rail.kind) {
    case 'PAYOUT':
      return mapped(await rail.payouts.lookUp(reference), (payout) => payout && knownOfPayout(payout))
    case 'PLATFORM':
      return mapped(await rail.platform.lookUp(reference), (job) => job && knownOfJob(job))
    case 'CHAIN':
      return mapped(await rail.chain.lookUpSend(reference), (send) => send && knownOfSend(send))
  }
}

/** @param body of an event, as it came @returns what it tells of a reference; null where it tells of no attempt */
export function toldIn(rail: ConnectedRail, body: string): { reference: string; known: Known } | null {
  switch (rail.kind) {
    case 'PAYOUT': {
      const payout = rail.payoutIn(body)
      return payout && { reference: payout.reference, known: knownOfPayout(payout) }
    }
    case 'PLATFORM': {
      const job = rail.jobIn(body)
      return job && { reference: job.reference, known: knownOfJob(job) }
    }
    case 'CHAIN': {
      const send = rail.sendIn(body)
      return send && { reference: send.reference, known: knownOfSend(send) }
    }
  }
}

/** A line of a statement: what was moved, or came back, on the day. */
export interface Stated {
  reference: string
  isReturned: boolean
  /** Decimal text, as attempts have it. */
  amount: string
  unit: string
  said: string
}
/** @param day in UTC, `YYYY-MM-DD` @returns what the rail moved on it */
export async function statementOf(rail: ConnectedRail, day: string): Promise<Outcome<readonly Stated[]>> {
  switch (rail.kind) {
    case 'PAYOUT':
      return mapped(await rail.payouts.statement(day), (lines) =>
        lines.map(({ reference, kind, amount, currency }) => ({
          reference,
          isReturned: kind === 'RETURNED',
          amount,
          unit: currency,
          said: kind.toLowerCase(),
        })),
      )
    case 'PLATFORM':
      return mapped(await rail.platform.statement(day), (lines) =>
        lines.map(({ reference, kind, credits }) => ({
          reference,
          isReturned: false,
          amount: credits,
          unit: CREDITS,
          said: kind === 'LOAD' ? 'loaded' : 'redeemed',
        })),
      )
    case 'CHAIN':
      return mapped(await rail.chain.statement(day), (lines) =>
        lines.map(({ reference, amount, symbol }) => ({
          reference,
          isReturned: false,
          amount,
          unit: symbol,
          said: 'sent',
        })),
      )
  }
}
