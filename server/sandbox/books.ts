/** The books of the sandbox: each entry is on the disk before anybody is told of it, so that a killed sandbox forgets nothing. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Payout, PayoutOrder, StatementLine } from '@server/platform/ports/rails'

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

/** @param file its folder is created; null: in memory only @param now ISO time */
export function openBooks(file: string | null, now = () => new Date().toISOString()): Books {
  const payouts = new Map<string, Payout>()
  const entries: Entry[] = []
  if (file !== null) mkdirSync(dirname(file), { recursive: true })
  for (const line of file === null ? [] : readIfThere(file)) {
    const entry = parsed(line)
    if (!entry) continue
    entries.push(entry)
    payouts.set(entry.payout.reference, entry.payout)
  }
  const handle = file === null ? null : openSync(file, 'a')
  const write = (payout: Payout): Payout => {
    const entry = { at: now(), payout }
    if (handle !== null) {
      writeSync(handle, `${JSON.stringify(entry)}\n`)
      fsyncSync(handle)
    }
    entries.push(entry)
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
      entries.flatMap(({ at, payout }): StatementLine[] => {
        const { reference, external_ref, amount, currency, state } = payout
        const isMoved = state === 'PAID' || state === 'RETURNED'
        return isMoved && at.startsWith(day) ? [{ reference, external_ref, kind: state, amount, currency, at }] : []
      }),
    close: () => void (handle !== null && closeSync(handle)),
  }
}

function readIfThere(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
/** @returns null for the last line of a process that was killed while it wrote it */
function parsed(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return null
  }
}
