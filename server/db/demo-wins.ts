/** The money that users of the demo have before they ask for some of it: they won it at a game platform. */
import { amountOf, hundredthsOf } from '@contract/amounts'
import { PLATFORM_IDS } from '@demo/all'
import type { TransferLine } from '@server/platform/modules/ledger/post'

/** A request of a user. Amounts are decimal texts. */
export interface Wanted {
  user_id: string
  amount: string
  /** What the user owes: it is repaid from the first win. */
  owed: string
  /** ISO time. */
  at: string
}

/** @param from line after which the lines of these wins begin, so that each has its own @returns a win for each request, at its time */
export function winsBefore(rows: readonly Wanted[], from: number): TransferLine[] {
  const nth = new Map<string, number>()
  return rows.map(({ user_id, amount: wanted, owed, at }, index) => {
    const line = (nth.get(user_id) ?? 0) + 1
    nth.set(user_id, line)
    return {
      purpose: 'REDEEM_COMPLETED',
      debit: 'PLATFORM',
      credit: 'CASH',
      store_platform_id: PLATFORM_IDS[index % PLATFORM_IDS.length]!,
      amount: line === 1 ? amountOf(hundredthsOf(wanted) + hundredthsOf(owed)) : wanted,
      user_id,
      source_type: 'users',
      source_id: user_id,
      line: from + line,
      at,
    }
  })
}

/** @returns the lines in the order of their times, as the entries of an account are */
export const inOrder = (lines: readonly TransferLine[]): TransferLine[] =>
  lines.toSorted((one, other) => Date.parse(one.at!) - Date.parse(other.at!))

/** SQL of the time of a request of the user `u`: not before what the user's accounts have already. @param column of its time */
export const notBefore = (column: string): string =>
  `greatest(${column}, (select max(t.at) from transfers t where t.user_id = u.id and t.debit_entry is not null),
     (select max(t.at) from transfers t where t.user_id = u.id and t.credit_entry is not null))`
