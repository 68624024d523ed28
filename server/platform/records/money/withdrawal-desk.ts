/**
 * What withdrawals share, whatever pays them (money, Withdrawals): how their money is locked with the request, how they are checked, approved,
 * rejected, held, cancelled and paid again, and what their desk shows.
 */
import { hundredthsOf, moneyText } from '@contract/amounts'
import { LENGTH } from '@contract/constants'
import {
  BLOCKING_CHECKS,
  PASSING_CHECKS,
  WITHDRAWAL_CHECKS,
  type CheckResult,
} from '@contract/records/money/withdrawal-checks'
import { WITHDRAWAL_EVENTS, WITHDRAWAL_REFUSAL, WITHDRAWALS_OPEN_MAX } from '@contract/records/money/withdrawal'
import { isoTime } from '@server/platform/db/iso-time'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import { notFound, rejected } from '@server/platform/operations/failure'
import { enqueue } from '@server/platform/modules/outbox/messages'
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { Changed } from '@server/platform/modules/approvals/effects'
import {
  awaitsApprovalSql,
  type ApprovedCall,
  type RequestCall,
  type Requested,
} from '@server/platform/records/approvals'
import type { AppRuleCall, RuleCall } from '@server/platform/records/source'
import { carrierText } from '@server/platform/records/system/connected-rail'
import type { Columns } from '@server/platform/records/writes'
import { attemptsOf, isContradicted, queueAttempt, withdrawAttempt, type NewAttempt } from './rail-attempts'
import { findAttempt, readAttempt, settle } from './rail-outcome'
import type { By, Order, OrderKind } from './rail-orders'
import { CHECKED, stateOf, WARNINGS, type WithdrawalChecks } from './withdrawal-checks'
import {
  lockMovement,
  returnMovement,
  WITHDRAWAL_TABLES,
  type WithdrawalMoney,
  type WithdrawalType,
} from './withdrawal-money'

/** States in which nothing is settled yet. */
export const OPEN_WITHDRAWALS = `('PENDING', 'ON_HOLD', 'APPROVED', 'PROCESSING', 'UNKNOWN', 'FAILED')`

/** A withdrawal, locked. Amounts are decimal texts with two places. */
export interface Withdrawal extends WithdrawalMoney {
  status: string
  store: string | null
  version: number
}

/** What a record of withdrawals is. */
export interface WithdrawalKind<O extends Order> {
  type: WithdrawalType
  /** Type of the approvals of its payment. */
  approval: string
  checks: WithdrawalChecks
  orders: OrderKind<O>
  /** Fixes what the rail pays, when it is approved. @throws 422 where it cannot be paid now */
  fix?: (tx: Queryable, id: string, at: string) => Promise<{ columns: Columns; amount: string }>
  /** Columns without what `fix` wrote: it is approved anew. */
  unfixed?: (withdrawal: Withdrawal) => Columns
  /** What else follows where its money is returned. @returns rows of other records that it has changed */
  returned?: (tx: Queryable, withdrawal: Withdrawal, by: By) => Promise<readonly Changed[]>
  /** @returns what the rail is asked for, before it is fixed; null where staff pay it */
  attemptOf: (tx: Queryable, id: string) => Promise<NewAttempt | null>
}

/** @throws 422 where so many withdrawals of the user are open that no further one is taken */
export async function requireFewOpen(tx: Queryable, user: string): Promise<void> {
  const [open] = await tx.query<{ count: number }>(
    `select count(*)::int as count from all_withdrawals where user_id = $1::uuid and status in ${OPEN_WITHDRAWALS}`,
    [user],
  )
  if (open!.count >= WITHDRAWALS_OPEN_MAX) throw rejected({ user: [WITHDRAWAL_REFUSAL.open] })
}

/** The cash of a user, before a request. */
interface Cash {
  cash: string
  currency: string
}
const noFunds = ({ cash, currency }: Cash) =>
  rejected({ amount: [WITHDRAWAL_REFUSAL.funds(moneyText(cash, currency))] })

/** @throws 422 where the user has less than is asked for */
export function requireCash(user: Cash, amount: string): void {
  if (hundredthsOf(user.cash) < hundredthsOf(amount)) throw noFunds(user)
}
/** Locks the money of a withdrawal that was just added. @throws 422 where the user has less by now */
export async function lockRequested(
  tx: Queryable,
  type: WithdrawalType,
  { id, user, amount, at }: { id: string; user: string; amount: string; at: string },
  cash: Cash,
): Promise<void> {
  const [row] = await tx.query<{ reference: string }>(
    `select reference from ${WITHDRAWAL_TABLES[type]} where id = $1::uuid`,
    [id],
  )
  const locked = { id, user_id: user, amount, reference: row!.reference, rail: null, refund_of: null }
  await postTransfers(tx, [lockMovement(type, locked, { at })]).catch((error: unknown) => {
    throw sqlState(error)?.constraint === 'transfer_funds' ? noFunds(cash) : error
  })
}

/** SQL of the deposit that a withdrawal `w` sends back. */
const REFUND_OF: Readonly<Record<WithdrawalType, string>> = {
  withdrawal: 'null',
  crypto_withdrawal: 'w.refund_of_id::text',
}
/** Reads a withdrawal, and locks it until the end of the transaction, and its user. */
export async function lockWithdrawal(tx: Queryable, type: WithdrawalType, id: string): Promise<Withdrawal> {
  const table = WITHDRAWAL_TABLES[type]
  await tx.query(`select 1 from ${table} where id = $1::uuid for update`, [id])
  await tx.query(
    `select 1 from users where id = (select user_id from ${table} where id = $1::uuid) for no key update`,
    [id],
  )
  const [row] = await tx.query<Withdrawal>(
    `select w.id::text as id, w.user_id::text as user_id, w.reference, w.amount::text as amount, w.fee::text as fee, w.rail, w.status,
       w.store_code as store, w.version, ${REFUND_OF[type]} as refund_of from ${table} w where w.id = $1::uuid`,
    [id],
  )
  return row!
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

type ActionCall = RuleCall & { id: string }
/** The next request has its own checks. */
const NOT_DECIDED = { decided_checks: { value: null, type: 'jsonb', follows: true } } as const

/** SQL of the user's other open withdrawals in a table, as `alias.list` and `alias.names`. */
const openOf = (alias: string, table: string) =>
  `left join lateral (select json_agg(json_build_object('id', o.id, 'name', o.reference) order by o.reference) as list,
    string_agg(o.reference, ', ' order by o.reference) as names
  from (select w.id, w.reference from ${table} w where w.user_id = u.user_id and w.id <> u.id and w.status in ${OPEN_WITHDRAWALS}
    order by w.requested_at desc limit 5) o) ${alias} on true`
const TICKETS = `left join lateral (select json_agg(json_build_object('id', o.id, 'name', o.number) order by o.number) as list,
    string_agg(o.number, ', ' order by o.number) as names
  from (select t.id, t.number from support_tickets t where t.user_id = u.user_id and t.status not in ('RESOLVED', 'CLOSED')
    order by t.created_at desc limit 5) o) ticket on true`
const EVENTS = `coalesce((select jsonb_agg(jsonb_build_object('at', ${isoTime('e.at')}, 'type', e.type,
      'amount', (case e.direction when 'CREDIT' then e.amount else -e.amount end)::text, 'balance', e.balance_after::text) order by e.at desc, e.id desc)
    from (select * from wallet_transaction t where t.user_id = u.user_id and t.wallet = 'CASH' order by t.at desc, t.id desc limit ${WITHDRAWAL_EVENTS}) e), '[]'::jsonb)`
const CHECKED_BY = ['account', 'facts', 'checked']
const listOf = (alias: string) => ({
  value: `coalesce(${alias}.list, '[]'::json)`,
  key: `${alias}.names`,
  joins: [alias],
})

/** @returns the parts of the source of a record of withdrawals that all of them have */
export function withdrawalDesk<O extends Order>(kind: WithdrawalKind<O>) {
  const { type, approval, checks: checked, orders, fix, unfixed, returned, attemptOf } = kind
  const table = WITHDRAWAL_TABLES[type]
  const lock = (tx: Queryable, id: string) => lockWithdrawal(tx, type, id)

  /** The checks as they are now. */
  async function checkNow(tx: Queryable, id: string): Promise<CheckResult[]> {
    const [row] = await tx.query<{ checks: CheckResult[] }>(
      `select ${checked.now.list} as checks
       from ${table} u join users account on account.id = u.user_id ${checked.now.facts} where u.id = $1::uuid`,
      [id],
    )
    return row!.checks
  }

  /** Nobody asks others to approve what must not be paid. They read what warns, and the checks are kept as they are. */
  async function requestApproval({ tx, id, at }: RequestCall): Promise<Requested> {
    await lock(tx, id)
    const checks = await checkNow(tx, id)
    requirePayable(checks)
    // What could not be fixed now is not sent for approval.
    await fix?.(tx, id, at)
    const warnings = checks.filter(({ result }) => result !== 'PASS')
    return {
      facts: {
        checks: {
          value:
            warnings.map(({ check, detail }) => `${WITHDRAWAL_CHECKS[check]}: ${detail}`).join('; ') || 'All passed',
        },
      },
      columns: { decided_checks: { value: JSON.stringify(checks), type: 'jsonb', follows: true } },
    }
  }

  /** Sends it to its rail, if it has one. @throws 422 where a check blocks, or another one warns than when it was requested */
  async function approved({ tx, id, at, touched }: ApprovedCall): Promise<Columns> {
    const withdrawal = await lock(tx, id)
    const [row] = await tx.query<{ checks: CheckResult[] | null }>(
      `select decided_checks as checks from ${table} where id = $1::uuid`,
      [id],
    )
    const checks = await checkNow(tx, id)
    requirePayable(checks)
    // Null where whoever asks decides alone: the request is of this moment.
    const before = new Map((row!.checks ?? checks).map(({ check, result }) => [check, result]))
    const changed = checks.filter(
      ({ check, result }) => result !== 'PASS' && before.get(check) !== result && !PASSING_CHECKS.includes(check),
    )
    if (changed.length > 0)
      throw rejected(
        {},
        WITHDRAWAL_REFUSAL.changed(changed.map(({ check }) => WITHDRAWAL_CHECKS[check].toLowerCase()).join(', ')),
      )
    const fixed = await fix?.(tx, id, at)
    const attempt = await attemptOf(tx, id)
    if (attempt) await queueAttempt(tx, fixed ? { ...attempt, amount: fixed.amount } : attempt, at)
    await touched('users', [withdrawal.user_id])
    return fixed?.columns ?? {}
  }

  /** Returns the money of a withdrawal that is not paid. @throws 422 while the rail is asked to pay it, or says that it has paid it */
  async function returnMoney({ tx, id, principal, at, touched }: ActionCall): Promise<void> {
    const withdrawal = await lock(tx, id)
    if (await isContradicted(tx, type, id)) throw rejected({}, WITHDRAWAL_REFUSAL.contradicted)
    if (!(await withdrawAttempt(tx, type, id))) throw rejected({}, WITHDRAWAL_REFUSAL.isSending)
    const by = { actor: principal.staffId, at }
    await postTransfers(tx, [returnMovement(type, withdrawal, by)])
    const others = (await returned?.(tx, withdrawal, by)) ?? []
    for (const { record, ids, edited } of others) await touched(record, ids, edited)
    await touched('users', [withdrawal.user_id])
  }

  /** @throws 422 where its rail is asked to pay it at this moment */
  async function hold({ tx, id, body }: ActionCall): Promise<Columns> {
    const withdrawal = await lock(tx, id)
    if (!(await withdrawAttempt(tx, type, id))) throw rejected({}, WITHDRAWAL_REFUSAL.isSending)
    return {
      hold_reason: { value: body.reason as string, type: 'text', field: 'hold_reason' },
      ...NOT_DECIDED,
      ...(withdrawal.status === 'APPROVED' && unfixed?.(withdrawal)),
    }
  }

  const resume = ({ at }: ActionCall): Promise<Columns> =>
    Promise.resolve({ resumed_at: { value: at, type: 'timestamptz', follows: true } })

  /** Cancels a withdrawal for its user. @throws 404 for one of another store; 422 where it is decided */
  async function cancel({ tx, app, body, at, inTurn, change }: AppRuleCall): Promise<string> {
    const { withdrawal: id } = body as { withdrawal: string }
    await inTurn(id)
    const [found] = await tx.query(`select from ${table} where id = $1::uuid and store_code = $2::text for update`, [
      id,
      app.store,
    ])
    if (!found) throw notFound()
    const row = await lock(tx, id)
    // No app has asked for it: staff reject it where its user tells them that the address is wrong.
    if (row.refund_of !== null) throw rejected({ withdrawal: [WITHDRAWAL_REFUSAL.refund] })
    if (row.status === 'CANCELLED') return id
    if (row.status !== 'PENDING' && row.status !== 'ON_HOLD')
      throw rejected({ withdrawal: [WITHDRAWAL_REFUSAL.cancelled] })
    await postTransfers(tx, [returnMovement(type, row, { at })])
    await change({ id, version: row.version }, 'cancel', {
      status: { value: 'CANCELLED', type: 'text', field: 'status' },
    })
    return id
  }

  /** Asks the rail at once. @throws 422 where the rail was never asked to pay it */
  async function lookUp({ tx, id }: ActionCall): Promise<void> {
    const attempt = await findAttempt(tx, { type, order: id })
    if (!attempt) throw rejected({}, WITHDRAWAL_REFUSAL.noAttempt)
    await enqueue(tx, 'railLookup', { attempt: attempt.id, nth: null })
  }

  /** What two people are certain of, and the rail does not say. @throws 422 where the rail has said it meanwhile */
  async function resolved({ tx, id, body, actorId, at, touched }: ApprovedCall): Promise<Columns> {
    const found = await findAttempt(tx, { type, order: id })
    const read = found && (await readAttempt(tx, orders, found))
    if (read?.attempt.state !== 'UNKNOWN') throw rejected({}, WITHDRAWAL_REFUSAL.answered)
    const is = body.resolution === 'PAID' ? 'DONE' : 'FAILED'
    const message = `Resolved by staff: ${body.evidence as string}`.slice(0, LENGTH.freeText.short)
    const { status, columns } = await settle(tx, orders, read, { is, message }, { actor: actorId, at })
    for (const { record, ids, edited } of orders.adds?.(columns, read.order) ?? []) await touched(record, ids, edited)
    await touched('users', [read.order.user_id])
    return { status: { value: status, type: 'text', field: 'status' }, ...columns }
  }

  /** Sends it to its rail once more. */
  async function payAgain({ tx, id, at }: ActionCall): Promise<void> {
    await lock(tx, id)
    if (await isContradicted(tx, type, id)) throw rejected({}, WITHDRAWAL_REFUSAL.contradicted)
    await queueAttempt(tx, (await attemptOf(tx, id))!, at)
  }

  return {
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
      warnings: {
        value: WARNINGS,
        key: `nullif(array_to_string(${WARNINGS}, ','), '')`,
        compared: { sql: WARNINGS, type: 'text[]' as const },
        joins: CHECKED_BY,
      },
      has_warning: { value: `cardinality(${WARNINGS}) > 0`, joins: CHECKED_BY },
      checks: { value: 'checked.list', joins: CHECKED_BY },
      check_state: { value: `nullif(${stateOf('checked.list')}, '')`, joins: CHECKED_BY },
      events: { value: EVENTS },
      others: listOf('other'),
      other_coins: listOf('other_coin'),
      tickets: listOf('ticket'),
      attempts: { value: attemptsOf(type) },
      paid_by: { value: carrierText('u', { staff: 'Staff', rail: 'The rail' }) },
    },
    computed: {
      /** A pending withdrawal whose approval waits needs a second one. */
      status: { AWAITING_SECOND_APPROVAL: (alias: string) => awaitsApprovalSql([approval], alias) },
    },
    within: (alias: string) =>
      `(select l.payout_sla_minutes from users p join user_levels l on l.id = p.user_level_id where p.id = ${alias}.user_id)`,
    joins: {
      account: 'join users account on account.id = u.user_id',
      facts: checked.facts,
      checked: CHECKED(checked),
      own_level: 'left join user_levels own_level on own_level.id = account.user_level_id',
      other: openOf('other', WITHDRAWAL_TABLES.withdrawal),
      other_coin: openOf('other_coin', WITHDRAWAL_TABLES.crypto_withdrawal),
      ticket: TICKETS,
    },
    actions: { reject: returnMoney, giveBack: returnMoney, hold, resume, lookUp, payAgain },
    approvals: {
      approve: { request: requestApproval, approved, refused: () => Promise.resolve(NOT_DECIDED) },
      resolve: { approved: resolved },
    },
    cancel,
  }
}
