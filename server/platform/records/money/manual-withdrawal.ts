/** Manual withdrawals (money, Withdrawals): how they are requested, and paid by staff or by the rail of their method. */
import { hundredthsOf, moneyText } from '@contract/amounts'
import { feeOf, type MethodFees } from '@contract/records/money/method-fee'
import { MANUAL_WITHDRAWAL_REFUSAL, manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import { sql } from 'drizzle-orm'
import { index, jsonb, text, timestamp } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import type { PayoutDetail } from '@server/platform/ports/rails'
import { rejected } from '@server/platform/operations/failure'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { recordTable } from '@server/platform/records/record-table'
import { paymentMethods } from '@server/platform/records/system/payment-method'
import { defineSource, type AppRuleCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import type { NewAttempt } from './rail-attempts'
import { withdrawalOrders } from './withdrawal-orders'
import { detailsIn, keepDetails, readDetails, sealDetails, type PayoutField } from './payout-details'
import { lockRequested, lockWithdrawal, requireCash, requireFewOpen, withdrawalDesk } from './withdrawal-desk'
import { paidMovements } from './withdrawal-money'
import { DETAIL_CHECKS } from './withdrawal-checks'

const TABLE = 'withdrawals'
/** A trigger (migration `withdrawals`) keeps what was requested, and lets the state change only as approvals and attempts allow. */
export const withdrawals = recordTable(
  manualWithdrawal,
  TABLE,
  { user: () => users.id, payment_method: () => paymentMethods.id, decided_by: () => staff.id },
  {
    columns: {
      /** The payout details that it was requested with, encrypted; null where they are not known. */
      payout_sealed: text(),
      payout_fingerprint: text(),
      /** The checks as they were when its approval was requested. */
      decided_checks: jsonb(),
      /** Only an approval that was requested afterwards counts. */
      resumed_at: timestamp({ precision: 3, withTimezone: true }),
    },
    indexes: ({ wakes_at }) => [
      index('withdrawals_wakes_at')
        .on(wakes_at!)
        .where(sql`status = 'ON_HOLD' and wakes_at is not null`),
    ],
  },
)

interface Method extends MethodFees {
  minimum: string
  maximum: string
  rail: string | null
  payout_fields: readonly PayoutField[]
  /** The level's own fee, which replaces the method's percentage. */
  level_percent: string | null
  is_for_user: boolean
  is_closed: boolean
  currency: string
  cash: string
}

/** @returns the method as it is now, and what of it depends on the user */
async function methodFor(on: Queryable, method: string, user: string): Promise<Method | undefined> {
  const [row] = await on.query<Method>(
    `select m.minimum::text as minimum, m.maximum::text as maximum, m.rail, m.payout_fields, m.fee_fixed::text as fee_fixed,
       m.fee_percent::text as fee_percent, l.fee_percent::text as level_percent, p.account_status = 'CLOSED' as is_closed, p.currency,
       p.cash_balance::text as cash,
       m.direction <> 'DEPOSIT' and m.store_code is not distinct from p.store
         and (m.level_ids = '{}' or p.user_level_id = any(m.level_ids)) as is_for_user
     from payment_methods m cross join users p left join user_levels l on l.id = p.user_level_id
     where m.id = $1::uuid and p.id = $2::uuid`,
    [method, user],
  )
  return row
}

interface RequestBody {
  user: string
  payment_method: string
  amount: string
  payee: string
  details?: readonly PayoutDetail[]
}

/** @throws 422 at the field where the user may not use the method for this amount */
function feeFor(method: Method, amount: string): { fee: string; net: string } {
  const { minimum, maximum, currency, level_percent } = method
  const money = (text: string) => moneyText(text, currency)
  if (hundredthsOf(amount) < hundredthsOf(minimum))
    throw rejected({ amount: [MANUAL_WITHDRAWAL_REFUSAL.below(money(minimum))] })
  if (hundredthsOf(amount) > hundredthsOf(maximum))
    throw rejected({ amount: [MANUAL_WITHDRAWAL_REFUSAL.above(money(maximum))] })
  const fees = level_percent === null ? method : { ...method, fee_percent: level_percent }
  const { fee, net } = feeOf(fees, amount)
  if (hundredthsOf(net) <= 0n) throw rejected({ amount: [WITHDRAWAL_REFUSAL.fee(money(fee))] })
  return { fee, net }
}

/** Adds a withdrawal that an app requests, and locks its amount. @throws 422 at the field */
async function request({ tx, body, sent, at, inTurn, add, seal, hash }: AppRuleCall): Promise<string> {
  const asked = body as unknown as RequestBody
  const { user, payment_method, amount, payee, details = [] } = asked
  await inTurn(user)
  await requireFewOpen(tx, user)
  const method = await methodFor(tx, payment_method, user)
  if (!method?.is_for_user) throw rejected({ payment_method: [MANUAL_WITHDRAWAL_REFUSAL.method] })
  if (method.is_closed) throw rejected({ user: [WITHDRAWAL_REFUSAL.account] })
  const { fee, net } = feeFor(method, amount)
  const read = readDetails(method.payout_fields, details)
  if ('errors' in read) throw rejected({ details: read.errors })
  requireCash(method, amount)

  const kept = sealDetails(read.values, { user, payee }, seal, hash)
  await keepDetails(tx, asked, kept, at)
  const id = await add({
    ...sent,
    fee: { value: fee, type: 'numeric', field: 'fee' },
    net_amount: { value: net, type: 'numeric', field: 'net_amount' },
    destination: { value: kept.destination, type: 'text', field: 'destination' },
    rail: { value: method.rail, type: 'text', field: 'rail' },
    requested_at: { value: at, type: 'timestamptz' },
    payout_sealed: { value: kept.sealed, type: 'text', follows: true },
    payout_fingerprint: { value: kept.fingerprint, type: 'text', follows: true },
  })
  await lockRequested(tx, 'withdrawal', { id, user, amount, at }, method)
  return id
}

type ActionCall = RuleCall & { id: string }

async function markPaid({ tx, id, principal, at, touched }: ActionCall): Promise<Columns> {
  const withdrawal = await lockWithdrawal(tx, 'withdrawal', id)
  await postTransfers(tx, paidMovements('withdrawal', withdrawal, { actor: principal.staffId, at }))
  await touched('users', [withdrawal.user_id])
  return { paid_at: { value: at, type: 'timestamptz', field: 'paid_at' } }
}

/** @returns the payout details that it was requested with, one in a line; null where they are not known */
async function reveals({ tx, id, unseal }: ActionCall): Promise<string | null> {
  const [row] = await tx.query<{ sealed: string | null; payee: string }>(
    `select payout_sealed as sealed, payee from ${TABLE} where id = $1::uuid`,
    [id],
  )
  if (row!.sealed === null) return null
  const details = detailsIn(unseal(row!.sealed)).map(({ label, value }) => `${label}: ${value}`)
  return [`Payee: ${row!.payee}`, ...details].join('\n')
}

/** What the rail is asked for. */
async function attemptOf(tx: Queryable, id: string): Promise<NewAttempt | null> {
  const [row] = await tx.query<Omit<NewAttempt, 'type' | 'rail'> & { rail: string | null }>(
    `select w.id::text as id, w.store_code as store, w.reference, w.rail, w.net_amount::text as amount, p.currency as unit
     from ${TABLE} w join users p on p.id = w.user_id where w.id = $1::uuid`,
    [id],
  )
  const { rail, ...order } = row!
  return rail === null ? null : { type: 'withdrawal', rail, ...order }
}

const { cancel, actions, derived, ...desk } = withdrawalDesk({
  type: 'withdrawal',
  approval: 'manual_withdrawal',
  checks: DETAIL_CHECKS,
  orders: withdrawalOrders,
  attemptOf,
})

export default defineSource(manualWithdrawal, {
  table: withdrawals,
  scope: { store: 'row' },
  ...desk,
  derived: { ...derived, to_pay: { value: `(u.status = 'APPROVED' and u.rail is null)` } },
  reveals,
  appCalls: { request, cancel },
  actions: { ...actions, markPaid },
})
