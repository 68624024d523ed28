/** Manual withdrawals (money, Withdrawals): how they are requested, checked, approved, paid by staff, rejected, held and cancelled. */
import { LENGTH } from '@contract/constants'
import { manualWithdrawal, WITHDRAWAL_EVENTS, WITHDRAWAL_REFUSAL } from '@contract/records/money/manual-withdrawal'
import { BLOCKING_CHECKS, WITHDRAWAL_CHECKS, type CheckResult } from '@contract/records/money/withdrawal-checks'
import { sql } from 'drizzle-orm'
import { index, jsonb, text, timestamp } from 'drizzle-orm/pg-core'
import { isoTime } from '@server/platform/db/iso-time'
import { staff, users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import type { PayoutDetail } from '@server/platform/ports/rails'
import { notFound, rejected } from '@server/platform/operations/failure'
import { enqueue } from '@server/platform/modules/outbox/messages'
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { ApprovedCall, RequestCall, Requested } from '@server/platform/records/approvals'
import { recordTable } from '@server/platform/records/record-table'
import { carrierText } from '@server/platform/records/system/connected-rail'
import { paymentMethods } from '@server/platform/records/system/payment-method'
import { defineSource, type AppRuleCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import {
  attemptsOf,
  isContradicted,
  queueAttempt,
  withdrawAttempt,
  type NewAttempt,
  type OrderType,
} from './rail-attempts'
import { findAttempt, readAttempt, settle } from './rail-outcome'
import { withdrawalOrders } from './withdrawal-orders'
import { detailsIn, keepDetails, readDetails, sealDetails } from './payout-details'
import { storeDetails } from './payout-details-call'
import { paidMovements, returnMovement, type WithdrawalMoney } from './withdrawal-money'
import { CHECK_FACTS, CHECKED, CHECKS_NOW, stateOf, WARNINGS } from './withdrawal-checks'
import { OPEN_WITHDRAWALS, openWithdrawal, WITHDRAWALS } from './withdrawal-request'

const TABLE = WITHDRAWALS
const TYPE: OrderType = 'withdrawal'
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

/** A pending withdrawal whose approval waits needs a second one. @param alias of the row */
const statusOf = (alias: string) =>
  `case when ${alias}.status = 'PENDING' and exists (select from approvals waiting where waiting.subject_type = 'manual_withdrawal'
     and waiting.subject_id = ${alias}.id and waiting.status = 'PENDING' and waiting.expires_at > statement_timestamp())
     then 'AWAITING_SECOND_APPROVAL' else ${alias}.status end`
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

interface Withdrawal extends WithdrawalMoney {
  status: string
  fee: string
  net_amount: string
  store: string | null
  rail: string | null
  currency: string
}
/** Reads a withdrawal, and locks it until the end of the transaction, and its user. */
async function readLocked(tx: Queryable, id: string): Promise<Withdrawal> {
  await tx.query(`select 1 from ${TABLE} where id = $1::uuid for update`, [id])
  await tx.query(
    `select 1 from users where id = (select user_id from ${TABLE} where id = $1::uuid) for no key update`,
    [id],
  )
  const [row] = await tx.query<Withdrawal>(
    `select w.id::text as id, w.user_id::text as user_id, w.reference, w.amount::text as amount, w.fee::text as fee, w.net_amount::text as net_amount, w.rail, w.status, w.store_code as store, p.currency
     from ${TABLE} w join users p on p.id = w.user_id where w.id = $1::uuid`,
    [id],
  )
  return row!
}

/** What the rail is asked for. */
const attemptOf = ({ id, store, reference, net_amount, currency }: Withdrawal, rail: string): NewAttempt => ({
  type: TYPE,
  id,
  store,
  reference,
  rail,
  amount: net_amount,
  unit: currency,
})

/** The checks as they are now. */
async function checkNow(tx: Queryable, id: string): Promise<CheckResult[]> {
  const [row] = await tx.query<{ checks: CheckResult[] }>(
    `select ${CHECKS_NOW.list} as checks
     from ${TABLE} u join users account on account.id = u.user_id ${CHECKS_NOW.facts} where u.id = $1::uuid`,
    [id],
  )
  return row!.checks
}

/** @throws 422 where a check fails that blocks */
function requirePayable(checks: readonly CheckResult[]): void {
  const blocking = checks.filter(({ check, result }) => result === 'FAIL' && BLOCKING_CHECKS.includes(check))
  if (blocking.length > 0)
    throw rejected(
      {},
      blocking.map(({ check, detail }) => WITHDRAWAL_REFUSAL.blocked(WITHDRAWAL_CHECKS[check], detail)).join('. '),
    )
}

/** Nobody asks others to approve what must not be paid. They read what warns, and the checks are kept as they are. */
async function requestApproval({ tx, id }: RequestCall): Promise<Requested> {
  await readLocked(tx, id)
  const checks = await checkNow(tx, id)
  requirePayable(checks)
  const warnings = checks.filter(({ result }) => result !== 'PASS')
  return {
    facts: {
      checks: {
        value: warnings.map(({ check, detail }) => `${WITHDRAWAL_CHECKS[check]}: ${detail}`).join('; ') || 'All passed',
      },
    },
    columns: { decided_checks: { value: JSON.stringify(checks), type: 'jsonb', follows: true } },
  }
}

/** Sends it to its rail, if it has one. @throws 422 where a check blocks, or another one warns than when it was requested */
async function approved({ tx, id, at, touched }: ApprovedCall): Promise<void> {
  const withdrawal = await readLocked(tx, id)
  const [row] = await tx.query<{ checks: CheckResult[] | null }>(
    `select decided_checks as checks from ${TABLE} where id = $1::uuid`,
    [id],
  )
  const checks = await checkNow(tx, id)
  requirePayable(checks)
  // Null where whoever asks decides alone: the request is of this moment.
  const before = new Map((row!.checks ?? checks).map(({ check, result }) => [check, result]))
  const changed = checks.filter(({ check, result }) => result !== 'PASS' && before.get(check) !== result)
  if (changed.length > 0)
    throw rejected(
      {},
      WITHDRAWAL_REFUSAL.changed(changed.map(({ check }) => WITHDRAWAL_CHECKS[check].toLowerCase()).join(', ')),
    )
  if (withdrawal.rail !== null) await queueAttempt(tx, attemptOf(withdrawal, withdrawal.rail), at)
  await touched('users', [withdrawal.user_id])
}

/** The next request has its own checks. */
const NOT_DECIDED = { decided_checks: { value: null, type: 'jsonb', follows: true } } as const

type ActionCall = RuleCall & { id: string }

/** Returns the money of a withdrawal that is not paid. @throws 422 while the rail is asked to pay it */
async function returnMoney({ tx, id, principal, at, touched }: ActionCall): Promise<void> {
  const withdrawal = await readLocked(tx, id)
  if (!(await withdrawAttempt(tx, TYPE, id))) throw rejected({}, WITHDRAWAL_REFUSAL.isSending)
  await postTransfers(tx, [returnMovement(withdrawal, { actor: principal.staffId, at })])
  await touched('users', [withdrawal.user_id])
}

/** @throws 422 where its rail is asked to pay it at this moment */
async function hold({ tx, id, body }: ActionCall): Promise<Columns> {
  await readLocked(tx, id)
  if (!(await withdrawAttempt(tx, TYPE, id))) throw rejected({}, WITHDRAWAL_REFUSAL.isSending)
  return {
    hold_reason: { value: body.reason as string, type: 'text', field: 'hold_reason' },
    ...NOT_DECIDED,
  }
}

const resume = ({ at }: ActionCall): Promise<Columns> =>
  Promise.resolve({ resumed_at: { value: at, type: 'timestamptz', follows: true } })

async function markPaid({ tx, id, principal, at, touched }: ActionCall): Promise<Columns> {
  const withdrawal = await readLocked(tx, id)
  await postTransfers(tx, paidMovements(withdrawal, { actor: principal.staffId, at }))
  await touched('users', [withdrawal.user_id])
  return { paid_at: { value: at, type: 'timestamptz', field: 'paid_at' } }
}

/** Cancels a withdrawal for its user. @throws 404 for one of another store; 422 where it is decided */
async function cancel({ tx, app, body, at, inTurn, change }: AppRuleCall): Promise<string> {
  const { withdrawal: id } = body as { withdrawal: string }
  await inTurn(id)
  const [row] = await tx.query<Withdrawal & { version: number }>(
    `select w.id::text as id, w.user_id::text as user_id, w.reference, w.amount::text as amount, w.status, w.version
     from ${TABLE} w where w.id = $1::uuid and w.store_code = $2::text for update`,
    [id, app.store],
  )
  if (!row) throw notFound()
  if (row.status === 'CANCELLED') return id
  if (row.status !== 'PENDING' && row.status !== 'ON_HOLD')
    throw rejected({ withdrawal: [WITHDRAWAL_REFUSAL.cancelled] })
  await postTransfers(tx, [returnMovement(row, { at })])
  await change({ id, version: row.version }, 'cancel', {
    status: { value: 'CANCELLED', type: 'text', field: 'status' },
  })
  return id
}

/** Asks the rail at once. @throws 422 where the rail was never asked to pay it */
async function lookUp({ tx, id }: ActionCall): Promise<void> {
  const attempt = await findAttempt(tx, { type: TYPE, order: id })
  if (!attempt) throw rejected({}, WITHDRAWAL_REFUSAL.noAttempt)
  await enqueue(tx, 'railLookup', { attempt: attempt.id, nth: null })
}

/** What two people are certain of, and the rail does not say. @throws 422 where the rail has said it meanwhile */
async function resolved({ tx, id, body, actorId, at, touched }: ApprovedCall): Promise<Columns> {
  const found = await findAttempt(tx, { type: TYPE, order: id })
  const read = found && (await readAttempt(tx, withdrawalOrders, found))
  if (read?.attempt.state !== 'UNKNOWN') throw rejected({}, WITHDRAWAL_REFUSAL.answered)
  const is = body.resolution === 'PAID' ? 'DONE' : 'FAILED'
  const message = `Resolved by staff: ${body.evidence as string}`.slice(0, LENGTH.freeText.short)
  const { status, columns } = await settle(tx, withdrawalOrders, read, { is, message }, { actor: actorId, at })
  await touched('users', [read.order.user_id])
  return { status: { value: status, type: 'text', field: 'status' }, ...columns }
}

/** Sends it to its rail once more. */
async function payAgain({ tx, id, at }: ActionCall): Promise<void> {
  const withdrawal = await readLocked(tx, id)
  if (await isContradicted(tx, TYPE, id)) throw rejected({}, WITHDRAWAL_REFUSAL.contradicted)
  await queueAttempt(tx, attemptOf(withdrawal, withdrawal.rail!), at)
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

const OTHERS = `left join lateral (select json_agg(json_build_object('id', o.id, 'name', o.reference) order by o.reference) as list,
    string_agg(o.reference, ', ' order by o.reference) as names
  from (select w.id, w.reference from ${TABLE} w where w.user_id = u.user_id and w.id <> u.id and w.status in ${OPEN_WITHDRAWALS}
    order by w.requested_at desc limit 5) o) other on true`
const TICKETS = `left join lateral (select json_agg(json_build_object('id', o.id, 'name', o.number) order by o.number) as list,
    string_agg(o.number, ', ' order by o.number) as names
  from (select t.id, t.number from support_tickets t where t.user_id = u.user_id and t.status not in ('RESOLVED', 'CLOSED')
    order by t.created_at desc limit 5) o) ticket on true`
const REDEEM = `left join lateral (select json_build_object('id', r.id, 'name', r.reference) as value, r.reference
  from platform_withdrawals r where r.withdrawal_id = u.id) redeem on true`
const EVENTS = `coalesce((select jsonb_agg(jsonb_build_object('at', ${isoTime('e.at')}, 'type', e.type,
      'amount', (case e.direction when 'CREDIT' then e.amount else -e.amount end)::text, 'balance', e.balance_after::text) order by e.at desc, e.id desc)
    from (select * from wallet_transaction t where t.user_id = u.user_id and t.wallet = 'CASH' order by t.at desc, t.id desc limit ${WITHDRAWAL_EVENTS}) e), '[]'::jsonb)`
const CHECKED_BY = ['account', 'facts', 'checked']

export default defineSource(manualWithdrawal, {
  table: withdrawals,
  scope: { store: 'row' },
  derived: {
    withdrawable: {
      value: 'greatest(account.cash_balance - account.receivable, 0)::numeric(20, 2)::text',
      key: 'greatest(account.cash_balance - account.receivable, 0)',
      joins: ['account'],
    },
    level: {
      value: `case when own_level.id is not null then json_build_object('id', own_level.id, 'name', own_level.name) end`,
      key: 'own_level.name',
      joins: ['account', 'own_level'],
    },
    redeem: { value: 'redeem.value', key: 'redeem.reference', joins: ['redeem'] },
    warnings: {
      value: WARNINGS,
      key: `nullif(array_to_string(${WARNINGS}, ','), '')`,
      compared: { sql: WARNINGS, type: 'text[]' },
      joins: CHECKED_BY,
    },
    has_warning: { value: `cardinality(${WARNINGS}) > 0`, joins: CHECKED_BY },
    checks: { value: 'checked.list', joins: CHECKED_BY },
    check_state: { value: `nullif(${stateOf('checked.list')}, '')`, joins: CHECKED_BY },
    events: { value: EVENTS },
    others: { value: `coalesce(other.list, '[]'::json)`, key: 'other.names', joins: ['other'] },
    tickets: { value: `coalesce(ticket.list, '[]'::json)`, key: 'ticket.names', joins: ['ticket'] },
    attempts: { value: attemptsOf(TYPE) },
    paid_by: { value: carrierText('u', { staff: 'Staff', rail: 'The rail' }) },
    to_pay: { value: `(u.status = 'APPROVED' and u.rail is null)` },
  },
  computed: { status: statusOf },
  within: (alias) =>
    `(select l.payout_sla_minutes from users p join user_levels l on l.id = p.user_level_id where p.id = ${alias}.user_id)`,
  joins: {
    account: 'join users account on account.id = u.user_id',
    facts: CHECK_FACTS,
    checked: CHECKED,
    own_level: 'left join user_levels own_level on own_level.id = account.user_level_id',
    other: OTHERS,
    ticket: TICKETS,
    redeem: REDEEM,
  },
  reveals,
  appCalls: { request, storeDetails, cancel },
  actions: { reject: returnMoney, giveBack: returnMoney, hold, resume, markPaid, lookUp, payAgain },
  approvals: {
    approve: { request: requestApproval, approved, refused: () => Promise.resolve(NOT_DECIDED) },
    resolve: { approved: resolved },
  },
})
