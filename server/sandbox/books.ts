/** The books of the sandbox's bank: its payouts, as they were at each moment. */
import type { Payout, PayoutOrder, StatementLine } from '@server/platform/ports/rails'
import { openJournal } from './journal'

/** An entry of the books: a payout as it is from then on. */
interface Entry {
  at: string
  payout: Payout
}

export interface Books {
  /** @returns the payout of a reference */
  find(reference: string): Payout | undefined
  /** Books an order, once for each reference. @returns the payout, as it was booked */
  book(order: PayoutOrder): Payout
  /** @throws where there is no such payout */
  change(reference: string, change: Pick<Payout, 'state' | 'reason'>): Payout
  /** Payouts that were accepted, and are neither paid nor failed. */
  open(): Payout[]
  /** What was paid and came back on a day in UTC, `YYYY-MM-DD`. */
  linesOf(day: string): StatementLine[]
  close(): void
}

/** @param file null: in memory only @param now ISO time */
export function openBooks(file: string | null, now = () => new Date().toISOString()): Books {
  const journal = openJournal<Entry>(file)
  const payouts = new Map(journal.entries.map(({ payout }) => [payout.reference, payout]))
  const write = (payout: Payout): Payout => {
    journal.write({ at: now(), payout })
    payouts.set(payout.reference, payout)
    return payout
  }
  return {
    find: (reference) => payouts.get(reference),
    book: ({ reference, amount, currency }) =>
      payouts.get(reference) ??
      write({
        reference,
        state: 'ACCEPTED',
        amount,
        currency,
        external_ref: `SB-${payouts.size + 1_000_001}`,
        reason: null,
      }),
    change(reference, change) {
      const payout = payouts.get(reference)
      if (!payout) throw new Error(`there is no payout ${reference}`)
      return write({ ...payout, ...change })
    },
    open: () => [...payouts.values()].filter(({ state }) => state === 'ACCEPTED'),
    linesOf: (day) =>
      journal.entries.flatMap(({ at, payout }): StatementLine[] => {
        const { reference, external_ref, amount, currency, state } = payout
        const isMoved = state === 'PAID' || state === 'RETURNED'
        return isMoved && at.startsWith(day) ? [{ reference, external_ref, kind: state, amount, currency, at }] : []
      }),
    close: () => journal.close(),
  }
}
