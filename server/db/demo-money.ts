/** The demo's money: transfers that lead to given amounts of each user. */
import { PLATFORM_IDS } from '@demo/all'
import { amountOf } from '@contract/amounts'
import { postTransfers, type AccountKind, type Movement } from '@server/modules/ledger/post'
import type { Queryable } from './db'
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
/** Lines of one call: more would make its text very long. */
const BATCH = 10_000

/** Deposits, what was won or lost on a platform, a bonus and withdrawals, in an order in which no account is ever overdrawn. */
function transfersOf(random: Random, { id, money, from, until }: Owner): Movement[] {
  const { cash, bonus, deposit, withdrawal } = money
  const rail = random.pick(RAILS)
  const store_platform_id = random.pick(PLATFORM_IDS)
  const first = deposit > SMALL ? Math.floor(deposit * (0.2 + random.next() * 0.6)) : deposit
  const played = cash - deposit + withdrawal
  const movement = (purpose: string, debit: AccountKind, credit: AccountKind, hundredths: number, line = 0) => ({
    purpose,
    debit,
    credit,
    hundredths,
    line,
  })
  const movements = [
    movement('DEPOSIT', 'CLEARING', 'CASH', first),
    movement('BONUS_GRANTED', 'BONUS_COST', 'BONUS', bonus),
    movement('DEPOSIT', 'CLEARING', 'CASH', deposit - first, 1),
    movement('LOAD_REQUESTED', 'CASH', 'LOCKED', -played),
    movement('LOAD_COMPLETED', 'LOCKED', 'PLATFORM', -played),
    movement('REDEEM_COMPLETED', 'PLATFORM', 'CASH', played),
    movement('WITHDRAWAL_REQUESTED', 'CASH', 'LOCKED', withdrawal),
    movement('WITHDRAWAL_PAID', 'LOCKED', 'CLEARING', withdrawal),
  ].filter(({ hundredths }) => hundredths > 0)
  const step = (until - from) / (movements.length + 1)
  return movements.map(({ hundredths, ...each }, index) => ({
    ...each,
    amount: amountOf(BigInt(hundredths)),
    user_id: id,
    rail,
    store_platform_id,
    source_type: 'users',
    source_id: id,
    at: new Date(Math.floor(from + step * (index + 1))).toISOString(),
  }))
}

/** Posts the transfers of users who have none yet. */
export async function seedMoney(tx: Queryable, random: Random, owners: readonly Owner[]): Promise<void> {
  const lines = owners.flatMap((owner) => transfersOf(random, owner))
  for (let from = 0; from < lines.length; from += BATCH) await postTransfers(tx, lines.slice(from, from + BATCH))
}
