/** The demo's money: transfers that lead to given amounts of each user. */
import { PLATFORM_IDS } from '@demo/all'
import { amountOf, hundredthsOf } from '@contract/amounts'
import { postTransfers, type AccountKind, type Movement, type TransferLine } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'
import type { Random } from './random'

/** Amounts of a user that transfers lead to, in hundredths. */
export interface Money {
  cash: number
  bonus: number
  deposit: number
  withdrawal: number
}

/** A user, and when their transfers happen: milliseconds since 1970. */
interface Owner {
  id: string
  money: Money
  from: number
  until: number
}

const RAILS = ['MANUAL', 'CRYPTO'] as const
/** A smaller total is deposited at once, in hundredths. */
const SMALL = 50_000
/** Lines of one call: more take longer for each. */
const BATCH = 2_500

/** @returns parts that are about equal and together the whole, in hundredths */
const partsOf = (whole: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) =>
    index === count - 1 ? whole - Math.floor(whole / count) * index : Math.floor(whole / count),
  )

/** Visits, in each of which a user deposits, wins or loses on a platform, and withdraws: no account is ever overdrawn. */
function transfersOf(random: Random, { id, money, from, until }: Owner, visits: number): Movement[] {
  const { cash, bonus, deposit, withdrawal } = money
  const rail = random.pick(RAILS)
  const store_platform_id = random.pick(PLATFORM_IDS)
  const count = deposit > SMALL ? random.integer(2, visits) : 1
  const [deposits, won, withdrawals] = [deposit, cash - deposit + withdrawal, withdrawal].map((whole) =>
    partsOf(whole, count),
  ) as [number[], number[], number[]]
  const movements: Movement[] = []
  for (let line = 0; line < count; line += 1) {
    const [played, taken] = [won[line]!, withdrawals[line]!]
    const move = (purpose: string, debit: AccountKind, credit: AccountKind, hundredths: number) => {
      if (hundredths <= 0) return
      const [amount, source] = [amountOf(BigInt(hundredths)), { source_type: 'users', source_id: id, line }]
      movements.push({ purpose, debit, credit, amount, user_id: id, rail, store_platform_id, ...source })
    }
    move('DEPOSIT', 'CLEARING', 'CASH', deposits[line]!)
    if (line === 0) move('BONUS_GRANTED', 'BONUS_COST', 'BONUS', bonus)
    move('LOAD_REQUESTED', 'CASH', 'LOCKED', -played)
    move('LOAD_COMPLETED', 'LOCKED', 'PLATFORM', -played)
    move('REDEEM_COMPLETED', 'PLATFORM', 'CASH', played)
    move('WITHDRAWAL_REQUESTED', 'CASH', 'LOCKED', taken)
    move('WITHDRAWAL_PAID', 'LOCKED', 'CLEARING', taken)
  }
  const step = (until - from) / (movements.length + 1)
  for (const [index, each] of movements.entries())
    each.at = new Date(Math.floor(from + step * (index + 1))).toISOString()
  return movements
}

/** Posts the transfers of users who have none yet. @param visits how often a user comes at most */
export async function seedMoney(
  tx: Queryable,
  random: Random,
  owners: readonly Owner[],
  visits: number,
): Promise<void> {
  const lines = owners.flatMap((owner) => transfersOf(random, owner, visits))
  for (let from = 0; from < lines.length; from += BATCH) await postTransfers(tx, lines.slice(from, from + BATCH))
}

/** Line of the last movements of a user, after those of their visits. */
const LAST_LINE = 900

/**
 * The last movements of the demo: of a few users a deposit was charged back after they had taken all of it out.
 * @param at ISO time
 */
export async function seedOpenMoney(tx: Queryable, at: string): Promise<void> {
  const rows = await tx.query<{ id: string; cash: string; deposit: string; no: number }>(
    `select u.id::text as id, u.cash_balance::text as cash, d.amount::text as deposit, d.no::float8 as no
     from (select u.*, row_number() over (order by u.id) as place from users u) u
     join (select distinct on (t.user_id) t.user_id, t.no, t.amount from transfers t
       where t.purpose = 'DEPOSIT' and t.amount >= 10 order by t.user_id, t.no) d on d.user_id = u.id
     where u.cash_balance >= 10 and u.place % 31 = 9 order by u.id`,
  )
  await postTransfers(
    tx,
    rows.flatMap(({ id, cash, deposit, no }): TransferLine[] => {
      const common = { user_id: id, source_type: 'users', source_id: id, line: LAST_LINE, at }
      return [
        { ...common, purpose: 'WITHDRAWAL_REQUESTED', debit: 'CASH', credit: 'LOCKED', amount: cash },
        { ...common, purpose: 'WITHDRAWAL_PAID', debit: 'LOCKED', credit: 'CLEARING', rail: 'MANUAL', amount: cash },
        {
          ...common,
          purpose: 'RECEIVABLE_RAISED',
          reverses: no,
          amount: amountOf(hundredthsOf(deposit) / 10n),
          reason: 'Chargeback of a deposit that was taken out',
        },
      ]
    }),
  )
}
