/** Manual withdrawals (money, Withdrawals): how they are requested, and paid by staff or by the rail of their method. */
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
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
import { detailsIn, keepDetails, readDetails, sealDetails } from './payout-details'
import { storeDetails } from './payout-details-call'
import { lockWithdrawal, withdrawalDesk } from './withdrawal-desk'
import { paidMovements } from './withdrawal-money'
import { DETAIL_CHECKS } from './withdrawal-checks'
import { openWithdrawal } from './withdrawal-request'

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

interface RequestBody {
  user: string
  payment_method: string
  amount: string
  payee: string
  details?: readonly PayoutDetail[]
}

/** Adds a withdrawal that an app requests, and locks its amount. @throws 422 at the field */
async function request({ tx, body, sent, at, inTurn, add, seal, hash }: AppRuleCall): Promise<string> {
  const asked = body as unknown as RequestBody
  const { user, payee, details = [] } = asked
  await inTurn(user)
  return openWithdrawal(tx, asked, at, {
    async payTo({ payout_fields }) {
      const read = readDetails(payout_fields, details)
      if ('errors' in read) throw rejected({ details: read.errors })
      const kept = sealDetails(read.values, { user, payee }, seal, hash)
      await keepDetails(tx, asked, kept, at)
      return kept
    },
    add: (columns) => add({ ...sent, ...columns }),
  })
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

/** The redeem that it pays out. */
const REDEEM = `left join lateral (select json_build_object('id', r.id, 'name', r.reference) as value, r.reference
  from platform_withdrawals r where r.withdrawal_id = u.id) redeem on true`

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

const { cancel, actions, derived, joins, ...desk } = withdrawalDesk({
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
  joins: { ...joins, redeem: REDEEM },
  derived: {
    ...derived,
    redeem: { value: 'redeem.value', key: 'redeem.reference', joins: ['redeem'] },
    to_pay: { value: `(u.status = 'APPROVED' and u.rail is null)` },
  },
  reveals,
  appCalls: { request, storeDetails, cancel },
  actions: { ...actions, markPaid },
})
