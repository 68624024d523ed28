/** What crediting a deposit depends on and does, whatever the way of the money: limits, transfers, fee and bonus. */
import { moneyText } from '@contract/amounts'
import { NOT_CREDITED } from '@contract/records/money/manual-deposit'
import type { ACCOUNT_STATUSES } from '@contract/records/people/users'
import type { DEPOSIT_METHODS } from '@contract/records/money/deposit-bonus-type'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { postTransfers, type Movement } from '@server/platform/modules/ledger/post'
import { businessDay } from '@server/platform/records/business-day'
import { giveDepositBonus } from './given-bonus'

/** Whether money can be given to an account. @param alias of the user */
export const mayDeposit = (alias: string) =>
  `${alias}.account_status not in (${NOT_CREDITED.map((status) => `'${status}'`).join(', ')})`

/**
 * What a user may deposit today, by the level's limit a day; null: no limit. A reversed deposit does not count.
 * @param user alias of the user
 */
export const limitLeft = (user: string) =>
  `(select case when l.daily_deposit_limit is not null then greatest(l.daily_deposit_limit - coalesce((select sum(t.amount) from transfers t
       join transfer_purposes kind on kind.purpose = t.purpose and kind.counts = 'DEPOSIT'
       where t.user_id = ${user}.id and t.credit_entry is not null and t.reverses is null and t.at > statement_timestamp() - interval '2 days'
         and ${businessDay(`${user}.store`, 't.at')} = ${businessDay(`${user}.store`, 'statement_timestamp()')}
         and not exists (select from transfers o where o.reverses = t.no)), 0), 0) end::numeric(20, 2)
     from user_levels l where l.id = ${user}.user_level_id)`

/** The number of deposits of a user that were credited and not reversed. @param user alias of the user */
export const creditedDeposits = (user: string) =>
  `(select count(*)::int from transfers t join transfer_purposes x on x.purpose = t.purpose and x.counts = 'DEPOSIT'
    where t.user_id = ${user}.id and t.credit_entry is not null and t.reverses is null and not exists (select from transfers o where o.reverses = t.no))`

/** A user, as a deposit finds them. */
export interface Depositor {
  user_id: string
  currency: string
  store: string | null
  account_status: keyof typeof ACCOUNT_STATUSES
  is_deleted: boolean
  may_deposit: boolean
  limit_left: string | null
  is_above_limit: boolean
  /** Number of the user's earlier deposits that were credited and not reversed. */
  earlier: number
}
/** Reads the user of a deposit of this amount, and locks them until the end of the transaction. */
export async function readDepositor(tx: Queryable, user: string, amount: string): Promise<Depositor> {
  await tx.query('select 1 from users where id = $1::uuid for no key update', [user])
  const [row] = await tx.query<Depositor>(
    `select p.id::text as user_id, p.currency, p.store, p.account_status, p.is_deleted, ${mayDeposit('p')} as may_deposit,
       limits.left_today::text as limit_left, coalesce($2::text::numeric > limits.left_today, false) as is_above_limit,
       ${creditedDeposits('p')} as earlier
     from users p cross join lateral (select ${limitLeft('p')} as left_today) limits where p.id = $1::uuid`,
    [user, amount],
  )
  return row!
}
/** @throws 422 where the user may not have the money */
export function requireDepositor(
  { account_status, may_deposit, is_above_limit, limit_left, currency }: Depositor,
  refusal: { excluded: (status: Depositor['account_status']) => string; limit: (left: string) => string },
): void {
  if (!may_deposit) throw rejected({}, refusal.excluded(account_status))
  if (is_above_limit) throw rejected({}, refusal.limit(moneyText(limit_left!, currency)))
}

/** A deposit, as it is credited. */
export interface Creditable {
  id: string
  user_id: string
  reference: string
  amount: string
  fee: string
  /** As transfers name it. */
  source: 'manual_deposit' | 'crypto_deposit'
  /** Where the money is until the operator has it. */
  rail: string
}
/** Who credits it, and when (ISO time). `actor` null: the platform. */
export interface CreditedBy {
  actor: string | null
  at: string
}

/** The transfers of a deposit that is credited: the money, and the fee if there is one. */
export function creditMovements(
  { id, user_id, reference, amount, fee, source, rail }: Creditable,
  { actor, at }: CreditedBy,
): Movement[] {
  const cause = {
    user_id,
    source_type: source,
    source_id: id,
    at,
    ...(actor === null ? {} : { actor_type: 'STAFF' as const, actor_id: actor }),
  }
  const paid: Movement = {
    purpose: 'DEPOSIT',
    debit: 'CLEARING',
    rail,
    credit: 'CASH',
    amount,
    reason: `Deposit ${reference}`,
    ...cause,
  }
  if (Number(fee) === 0) return [paid]
  const reason = `Fee of the deposit ${reference}`
  return [paid, { purpose: 'DEPOSIT_FEE', debit: 'CASH', credit: 'FEES', amount: fee, reason, ...cause }]
}

/** Gives the user the money, takes the fee, and gives the deposit's bonus. @returns what the bonus is, as people read it */
export async function creditDeposit(
  tx: Queryable,
  deposit: Creditable & { promo_code: string | null },
  { earlier, currency, store }: Depositor,
  method_kind: keyof typeof DEPOSIT_METHODS,
  by: CreditedBy,
): Promise<string | null> {
  await postTransfers(tx, creditMovements(deposit, by))
  return giveDepositBonus(tx, { ...deposit, currency, store, ...by }, { which: earlier + 1, method_kind })
}
