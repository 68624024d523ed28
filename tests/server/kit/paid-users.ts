/** Users of the tests about withdrawals: no check warns of them, and they have money. */
import { payoutValue } from '@demo/money/payout-accounts'
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'

/** Lines of their transfers, after those of the demo. */
const LINE = 5000

/**
 * Makes levels ask for nothing, and gives users money who were paid before.
 * @param owner with the rights of the tables' owner
 * @returns ids of active users of the house without debts, bonuses and withdrawals; and one who gets nothing
 */
export async function paidUsers(owner: Queryable, most: number): Promise<{ users: string[]; poor: string }> {
  await owner.query(
    `update user_levels set required_kyc = 'NONE', fee_percent = null, daily_withdrawal_limit = null, weekly_withdrawal_limit = null`,
  )
  const rows = await owner.query<{ id: string }>(
    `select u.id::text as id from users u where store = 'NORTHGATE' and account_status = 'ACTIVE' and not is_deleted and risk_level = 'LOW'
       and receivable = 0 and currency = 'USD'
       and not exists (select from withdrawals w where w.user_id = u.id) and not exists (select from user_bonuses b where b.user_id = u.id)
       and not exists (select from transfers t where t.user_id = u.id and t.purpose in ('ADJUSTMENT_UP', 'BONUS_RELEASED'))
     order by id desc limit $1::int`,
    [most],
  )
  const users = rows.map(({ id }) => id)
  const poor = users.pop()!
  await postTransfers(
    owner,
    users.flatMap((user_id) => {
      const of = { user_id, source_type: 'users', source_id: user_id, line: LINE }
      return [
        { purpose: 'OPENING', debit: 'OPENING', credit: 'CASH', amount: '3500.00', ...of } as const,
        { purpose: 'OPENING_WITHDRAWAL', debit: 'CASH', credit: 'OPENING', amount: '500.00', ...of } as const,
      ]
    }),
  )
  return { users, poor }
}

/** @returns the full name of a user */
export async function nameOf(db: Queryable, user: string): Promise<string> {
  const [row] = await db.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from users where id = $1::uuid`,
    [user],
  )
  return row!.name
}

/** The first account that no row of the demo has. */
const FIRST = 1000
/** @returns a function that returns another IBAN each time: no two users share one */
export function ibans(): () => string {
  let last = FIRST
  const used = new Set<string>()
  return () => {
    for (;;) {
      const iban = payoutValue('IBAN', (last += 1))
      // Some accounts of the demo are shared.
      if (used.has(iban)) continue
      used.add(iban)
      return iban
    }
  }
}
