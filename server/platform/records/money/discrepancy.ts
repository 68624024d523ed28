/** Discrepancies (money, Rails): what rails tell of payments that differs from what the platform has, and what people found out. */
import { moneyText } from '@contract/amounts'
import type { ADJUSTMENT_DIRECTIONS } from '@contract/records/money/adjustment'
import { ATTEMPT_STATES } from '@contract/records/money/rail-attempts'
import { discrepancy, type DiscrepancyKind } from '@contract/records/money/discrepancy'
import { sql } from 'drizzle-orm'
import { uniqueIndex } from 'drizzle-orm/pg-core'
import { staff } from '@server/platform/db/schema'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import type { Clock } from '@server/platform/ports/clock'
import type { Queryable } from '@server/platform/ports/db'
import type { ApprovedCall } from '@server/platform/records/approvals'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { postAdjustment } from './adjustment'
import { cryptoWithdrawals } from './crypto-withdrawal'
import { withdrawals } from './manual-withdrawal'
import { platformDeposits } from './platform-deposit'
import { platformWithdrawals } from './platform-withdrawal'
import { ORDER_COLUMNS, type AttemptState, type OrderType } from './rail-attempts'

const TABLE = 'discrepancies'
/** What a discrepancy `u` is about, and whose it is. */
const ORDERS = `left join withdrawals paid on paid.id = u.withdrawal_id left join crypto_withdrawals sent on sent.id = u.crypto_withdrawal_id
  left join platform_deposits loaded on loaded.id = u.load_id
  left join platform_withdrawals redeemed on redeemed.id = u.redeem_id`
const USER = 'coalesce(paid.user_id, sent.user_id, loaded.user_id, redeemed.user_id)'
const NAME = `payee.first_name || ' ' || payee.last_name`
/** What was found never changes, and money is corrected only as it was approved: a trigger (migration `discrepancy_corrections`) sees to it. */
export const discrepancies = recordTable(
  discrepancy,
  TABLE,
  {
    withdrawal: () => withdrawals.id,
    crypto_withdrawal: () => cryptoWithdrawals.id,
    load: () => platformDeposits.id,
    redeem: () => platformWithdrawals.id,
    decided_by: () => staff.id,
  },
  {
    columns: {},
    indexes: ({ rail, kind, rail_reference, reported }) => [
      uniqueIndex('discrepancies_open')
        .on(rail!, kind!, rail_reference!, reported!)
        .where(sql`status = 'OPEN'`),
    ],
  },
)

/** What is found. */
export interface Finding {
  rail: string
  kind: DiscrepancyKind
  /** What it is about; null where the platform has nothing of this reference. */
  order: { type: OrderType; id: string; store: string | null } | null
  rail_reference: string
  expected: string
  reported: string
}

/** How people say that an order is done. */
const DONE: Readonly<Record<OrderType, string>> = {
  withdrawal: 'paid',
  crypto_withdrawal: 'sent',
  platform_deposit: 'loaded',
  platform_withdrawal: 'redeemed',
}
/** @returns what the platform has of an attempt: 'paid 100.00 USD' */
export const expectedOf = (
  state: AttemptState,
  type: OrderType,
  { amount, unit }: { amount: string; unit: string },
): string => `${state === 'DONE' ? DONE[type] : ATTEMPT_STATES[state].toLowerCase()} ${moneyText(amount, unit)}`
/** What the platform has where it never asked for it. */
export const NO_PAYMENT = 'no such payment'

/**
 * Opens a discrepancy for each finding that is not open already.
 * @param known `again`: also one that was resolved before is opened; `once`: it is not, because the same source tells it repeatedly
 * @returns the new rows, for the consoles
 */
export async function openDiscrepancies(
  tx: Queryable,
  clock: Clock,
  findings: readonly Finding[],
  known: 'again' | 'once',
): Promise<Changed[]> {
  if (findings.length === 0) return []
  const at = new Date(clock.now()).toISOString()
  const rows = findings.map(({ order, ...finding }) => ({
    ...finding,
    id: uuidV7(clock.now()),
    store_code: order?.store ?? null,
    ...(order && { [ORDER_COLUMNS[order.type]]: order.id }),
  }))
  const columns = Object.values(ORDER_COLUMNS)
  const opened = await tx.query<{ id: string; reference: string; kind: string; expected: string; reported: string }>(
    `insert into ${TABLE} (id, rail, kind, rail_reference, expected, reported, store_code, ${columns.join(', ')}, seen_at, created_at, updated_at)
     select t.id, t.rail, t.kind, t.rail_reference, t.expected, t.reported, t.store_code, ${columns.map((column) => `t.${column}`).join(', ')},
       $2::timestamptz, $2::timestamptz, $2::timestamptz
     from json_to_recordset($1::json) as t(id uuid, rail text, kind text, rail_reference text, expected text, reported text, store_code text,
       ${columns.map((column) => `${column} uuid`).join(', ')})
     where not ($3::boolean and exists (select from ${TABLE} d where d.rail = t.rail and d.kind = t.kind
       and d.rail_reference = t.rail_reference and d.reported = t.reported))
     on conflict do nothing returning id::text as id, reference, kind, expected, reported`,
    [JSON.stringify(rows), at, known === 'once'],
  )
  if (opened.length === 0) return []
  await writeAuditRows(
    tx,
    clock,
    { actorId: null, subject: discrepancy.subject, origin: OF_THE_PLATFORM },
    opened.map(({ id, ...after }) => ({ action: 'create', subjectId: id, before: null, after })),
  )
  return [{ record: 'discrepancy', ids: opened.map(({ id }) => id), edited: true }]
}

/** The transfer of a correction says what it resolves. */
export const correctionReason = (reference: string, reason: string): string => `Discrepancy ${reference}: ${reason}`

/** Says what is right, and corrects the cash of the user where it is asked for. @throws 422 where the user has less than is to be taken */
async function resolved({ tx, id, body, actorId, at, touched }: ApprovedCall): Promise<Columns> {
  const { reason, correction, amount } = body as Partial<Record<'reason' | 'correction' | 'amount', string>>
  if (correction) {
    const [row] = await tx.query<{ reference: string; user_id: string }>(
      `select u.reference, ${USER}::text as user_id from ${TABLE} u ${ORDERS} where u.id = $1::uuid`,
      [id],
    )
    const { reference, user_id } = row!
    await postAdjustment(tx, {
      user_id,
      direction: correction as keyof typeof ADJUSTMENT_DIRECTIONS,
      amount: amount!,
      source: { type: 'discrepancy', id },
      actor: actorId,
      reason: correctionReason(reference, reason!),
      at,
    })
    await touched('users', [user_id])
  }
  return { resolution: { value: reason!, type: 'text', field: 'resolution' } }
}

export default defineSource(discrepancy, {
  table: discrepancies,
  scope: { store: 'row' },
  derived: {
    user: {
      value: `case when payee.id is not null then json_build_object('id', payee.id, 'name', ${NAME}) end`,
      key: NAME,
      joins: ['payee'],
    },
    has_user: { value: 'coalesce(u.withdrawal_id, u.crypto_withdrawal_id, u.load_id, u.redeem_id) is not null' },
  },
  joins: {
    payee: `${ORDERS} left join users payee on payee.id = ${USER}`,
  },
  approvals: { resolve: { approved: resolved } },
})
