/** What rails tell, in the same words for all kinds of them. */
import type { ConnectedRail, ConnectedRails, Outcome, Payout, PlatformJob } from '@server/platform/ports/rails'

import type { OrderType } from './rail-attempts'

/** Unit of what game platforms move. */
export const CREDITS = 'credits'

/** What is known of an attempt. `RETURNED`: it was done, and what it moved came back. */
export interface Known {
  is: 'ACCEPTED' | 'DONE' | 'FAILED' | 'RETURNED' | 'UNKNOWN' | 'UNSENT'
  external_ref?: string | null
  message: string | null
  /** What the rail says that it moves, decimal text with two places; null or absent: it does not say. */
  amount?: string | null
  /** Of the amount: a currency, or credits. */
  unit?: string
  /** What the rail says that it is about; absent: it does not say. */
  of?: OrderType
  /** As people say it: 'paid', 'loaded', 'returned'. */
  said?: string
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

/** A rail that carries out orders. Wallet services of coins only receive (crypto-rail.ts). */
export type OrderRail = Exclude<ConnectedRail, { kind: 'CHAIN' }>
/** @returns the rail of this name; undefined where none is connected that carries out orders */
export function orderRail(rails: ConnectedRails, name: string): OrderRail | undefined {
  const rail = rails.get(name)
  return rail?.kind === 'CHAIN' ? undefined : rail
}

/** Asks a rail about a reference. @returns what it knows; null where it has no such reference */
export async function askAbout(rail: OrderRail, reference: string): Promise<Outcome<Known | null>> {
  switch (rail.kind) {
    case 'PAYOUT':
      return mapped(await rail.payouts.lookUp(reference), (payout) => payout && knownOfPayout(payout))
    case 'PLATFORM':
      return mapped(await rail.platform.lookUp(reference), (job) => job && knownOfJob(job))
  }
}

/** @param body of an event, as it came @returns what it tells of a reference; null where it tells of no attempt */
export function toldIn(rail: OrderRail, body: string): { reference: string; known: Known } | null {
  switch (rail.kind) {
    case 'PAYOUT': {
      const payout = rail.payoutIn(body)
      return payout && { reference: payout.reference, known: knownOfPayout(payout) }
    }
    case 'PLATFORM': {
      const job = rail.jobIn(body)
      return job && { reference: job.reference, known: knownOfJob(job) }
    }
  }
}

/** A line of a statement: what was moved, or came back, on the day. */
export interface Stated {
  reference: string
  isReturned: boolean
  /** Decimal text with two places. */
  amount: string
  unit: string
  said: string
}
/** @param day in UTC, `YYYY-MM-DD` @returns what the rail moved on it */
export async function statementOf(rail: OrderRail, day: string): Promise<Outcome<readonly Stated[]>> {
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
  }
}
