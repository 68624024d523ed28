/** Manual deposits (money, /deposit/manual-deposit): how they are sent, compared, credited, sent back and reversed. */
import { moneyText } from '@contract/amounts'
import { REVERSAL_REFUSAL } from '@contract/entities/approval'
import { feeOf, type MethodFees } from '@contract/records/money/method-fee'
import {
  DEPOSIT_HINTS,
  DEPOSIT_REFUSAL,
  DEPOSIT_UNDECIDED_MAX,
  manualDeposit,
  NO_BONUS,
  PROOF_HOURS,
  REOPEN_DAYS,
} from '@contract/records/money/manual-deposit'
import { sql } from 'drizzle-orm'
import { index, text } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import { notFound, overtaken, rejected } from '@server/platform/operations/failure'
import { reverseTransfers } from '@server/platform/modules/ledger/reverse'
import { isNameIn, numberKey } from '@server/platform/records/alike'
import type { ApprovedCall, RequestCall, Requested } from '@server/platform/records/approvals'
import { decided } from '@server/platform/records/queues'
import { recordTable } from '@server/platform/records/record-table'
import { paymentMethods } from '@server/platform/records/system/payment-method'
import { defineSource, type AppRuleCall, type PrepareCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { revokeRewards } from '../rewards/grant'
import {
  creditDeposit,
  creditedDeposits,
  limitLeft,
  mayDeposit,
  readDepositor,
  requireDepositor,
  type Creditable,
  type Depositor,
} from './deposit-credit'

const TABLE = 'manual_deposits'
/** A trigger (migration `manual_deposits`) keeps what was sent, and lets a deposit be credited and reversed only as it was approved. */
export const manualDeposits = recordTable(
  manualDeposit,
  TABLE,
  {
    user: () => users.id,
    payment_method: () => paymentMethods.id,
    decided_by: () => staff.id,
    corrected_by: () => staff.id,
  },
  {
    columns: {
      /** The bonus as its approval says it, while it waits. */
      promised_bonus: text(),
    },
    indexes: ({ external_ref }) => [index('manual_deposits_external_ref').on(sql.raw(numberKey(external_ref!.name)))],
  },
)

/** How transfers name it, and where its money is. */
export const MANUAL = { source: 'manual_deposit', rail: 'MANUAL' } as const

const expiryOf = (alias: string) => `coalesce(${alias}.reopened_at, ${alias}.sent_at) + interval '${PROOF_HOURS} hours'`
/** A pending deposit without a proof is expired from a while after it was sent, or reopened. @param alias of the row */
const isLate = (alias: string) =>
  `(cardinality(${alias}.proof_ids) = 0 and ${expiryOf(alias)} <= statement_timestamp())`
const isExpired = (alias: string) => `(${alias}.status = 'PENDING' and ${isLate(alias)})`
/** One that waits, whether or not somebody has claimed it. */
const isOpen = (alias: string) => `(${alias}.status = 'PENDING' and not ${isLate(alias)})`

/**
 * Up to five other deposits of the store, the oldest ones, with the same external reference, or with a file of the same content. Each step begins with what
 * the row has (`offset 0`), whatever the planner knows of the tables.
 */
const TWINS = `left join lateral (select json_agg(json_build_object('id', o.id, 'name', o.reference) order by o.reference) as list,
      string_agg(o.reference, ', ' order by o.reference) as names,
      coalesce(bool_or(o.has_reference), false) as has_reference, coalesce(bool_or(o.has_image), false) as has_image
    from (select d.id, d.reference, x.has_reference, x.has_image
      from (select found.id, bool_or(found.by_reference) as has_reference, bool_or(not found.by_reference) as has_image
        from ((select t.id, true as by_reference from ${TABLE} t
            where ${numberKey('t.external_ref')} = nullif(${numberKey('u.external_ref')}, '') and t.id <> u.id
            order by t.id limit 20)
          union all
          select other.id, false from unnest(u.proof_ids) as proof(id)
            cross join lateral (select f.sha256 from files f where f.id = proof.id offset 0) own
            cross join lateral (select f.record_id as id from files f where f.sha256 = own.sha256
              and f.purpose = '${manualDeposit.name}.proof' and f.record_id <> u.id order by f.record_id limit 20) other) found
        group by found.id) x
      cross join lateral (select d.id, d.reference from ${TABLE} d
        where d.id = x.id and d.store_code is not distinct from u.store_code offset 0) d
      order by d.id limit 5) o) twin on true`

/** What decides about the bonus of a pending deposit, beside the time (given-bonus.ts): each part changes with its rule. */
const BONUS_STATE = `case when u.status = 'PENDING' then concat_ws(' ', coalesce(own_level.id::text, '-'), own_level.deposit_bonus_percent,
    ${creditedDeposits('account')},
    (select string_agg(t.version::text, '.' order by t.position, t.id) from deposit_bonus_types t
     where t.store_code is not distinct from u.store_code),
    (select string_agg(b.id || ' ' || b.version, ',' order by b.id) from bonuses b
     where b.promo_code = u.promo_code and b.store_code is not distinct from u.store_code)) end`

/** Staff entered or corrected it. */
const OF_STAFF = `(u.created_by is not null or u.corrected_by_id is not null)`
const HAS_NO_PROOF = `cardinality(u.proof_ids) = 0`
const HINT_LIST = `array_remove(array[
    case when u.payer_name is not null then
      case when ${isNameIn(`account.first_name || ' ' || account.last_name`, 'u.payer_name')} then 'NAME_MATCHES' else 'NAME_DIFFERS' end end,
    case when twin.has_reference then 'SAME_REFERENCE' end,
    case when twin.has_image then 'SAME_IMAGE' end,
    case when u.status = 'PENDING' and ${HAS_NO_PROOF} then 'NO_PROOF' end,
    case when ${OF_STAFF} then 'BY_STAFF' end,
    case when u.status = 'PENDING' and u.amount > limits.left_today then 'ABOVE_LIMIT' end,
    case when u.status = 'PENDING' and not (${mayDeposit('account')}) then 'NOT_ALLOWED' end
  ], null)`

interface Method extends MethodFees {
  name: string
  minimum: string
  maximum: string
  account_label: string | null
  /** It takes deposits, of the store and the level of the user. */
  is_for_user: boolean
  is_closed: boolean
  currency: string
}
/** @returns the method as it is now, and whether the user may use it */
async function methodFor(on: Queryable, method: string, user: string): Promise<Method | undefined> {
  const [row] = await on.query<Method>(
    `select m.name, m.minimum::text as minimum, m.maximum::text as maximum, m.account_label, m.fee_fixed::text as fee_fixed,
       m.fee_percent::text as fee_percent, p.account_status = 'CLOSED' as is_closed, p.currency,
       m.direction <> 'WITHDRAWAL' and m.store_code is not distinct from p.store
         and (m.level_ids = '{}' or p.user_level_id = any(m.level_ids)) as is_for_user
     from payment_methods m cross join users p where m.id = $1::uuid and p.id = $2::uuid`,
    [method, user],
  )
  return row
}

/** The columns of an amount and its fee. @throws 422 at the amount where nothing is left of it */
function amountColumns(method: MethodFees & { currency: string }, amount: string): Columns {
  const { fee, net } = feeOf(method, amount)
  if (Number(net) <= 0) throw rejected({ amount: [DEPOSIT_REFUSAL.fee(moneyText(fee, method.currency))] })
  return {
    fee: { value: fee, type: 'numeric', field: 'fee' },
    net_amount: { value: net, type: 'numeric', field: 'net_amount' },
  }
}

interface Sent {
  user: string
  payment_method: string
  amount: string
}
/** The method of a new deposit. @throws 422 at the field where the user may not use it */
async function usedMethod(on: Queryable, { user, payment_method }: Sent): Promise<Method> {
  const method = await methodFor(on, payment_method, user)
  if (!method?.is_for_user) throw rejected({ payment_method: [DEPOSIT_REFUSAL.method] })
  if (method.is_closed) throw rejected({ user: [DEPOSIT_REFUSAL.account] })
  return method
}

/** The columns that follow from the method. @throws 422 at the amount where the fee leaves nothing of it */
const columnsOfMethod = (method: Method, amount: string): Columns => ({
  ...amountColumns(method, amount),
  account_label: { value: method.account_label, type: 'text', field: 'account_label' },
})

/** What users may pay with a method. Staff enter what has arrived. @throws 422 at the amount */
function requireWithin({ minimum, maximum, currency }: Method, amount: string): void {
  if (Number(amount) < Number(minimum))
    throw rejected({ amount: [DEPOSIT_REFUSAL.below(moneyText(minimum, currency))] })
  if (Number(amount) > Number(maximum))
    throw rejected({ amount: [DEPOSIT_REFUSAL.above(moneyText(maximum, currency))] })
}

/** The bonus that an approval says; null once none waits. */
const promised = (bonus: string | null): Columns => ({
  promised_bonus: { value: bonus, type: 'text', follows: true },
})

/** Adds a deposit that an app sends. @throws 422 at the field */
async function send({ tx, body, sent, at, inTurn, add }: AppRuleCall): Promise<string> {
  const deposit = body as unknown as Sent
  await inTurn(deposit.user)
  const [open] = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${TABLE} u where u.user_id = $1::uuid and ${isOpen('u')}`,
    [deposit.user],
  )
  if (open!.count >= DEPOSIT_UNDECIDED_MAX) throw rejected({ user: [DEPOSIT_REFUSAL.undecided] })
  const method = await usedMethod(tx, deposit)
  requireWithin(method, deposit.amount)
  return add({ ...sent, ...columnsOfMethod(method, deposit.amount), sent_at: { value: at, type: 'timestamptz' } })
}

/** Adds the proof of a deposit. @throws 404 for one of another store; 422 where it is not open, or has another proof */
async function prove({ tx, app, body, sent, at, inTurn, change }: AppRuleCall): Promise<string> {
  const { deposit: id, proof } = body as { deposit: string; proof: readonly string[] }
  await inTurn(id)
  const [row] = await tx.query<{ version: number; is_open: boolean; proof: string[] }>(
    `select u.version, ${isOpen('u')} as is_open, u.proof_ids::text[] as proof from ${TABLE} u
     where u.id = $1::uuid and u.store_code = $2::text for update`,
    [id, app.store],
  )
  if (!row) throw notFound()
  if (row.proof.join() === proof.join()) return id
  if (!row.is_open) throw rejected({ deposit: [DEPOSIT_REFUSAL.notOpen] })
  if (row.proof.length > 0) throw rejected({ deposit: [DEPOSIT_REFUSAL.hasProof] })
  // What waited for approval has ended with the change: nobody has decided it.
  await change({ id, version: row.version }, 'prove', { ...sent, ...decided(null, at), ...promised(null) })
  return id
}

/** What a person enters for a user: the fee and the account are those of the method, which `check` refuses where it is not the user's. */
async function prepare({ action, db, body, at }: PrepareCall) {
  if (action !== 'create') return
  const { payment_method, user, amount } = body as unknown as Sent
  const method = await methodFor(db, payment_method, user)
  return {
    columns: {
      ...(method && columnsOfMethod(method, amount)),
      sent_at: { value: at, type: 'timestamptz' },
    } satisfies Columns,
  }
}

/** @throws 422 at the field of a new deposit whose user may not use the method */
async function check({ tx, id, body }: RuleCall): Promise<void> {
  if (id === null) await usedMethod(tx, body as unknown as Sent)
}

interface Deposit extends Creditable {
  promo_code: string | null
  /** Its proof has not come in time. */
  is_expired: boolean
  /** What the approval says; null where none was requested. */
  promised_bonus: string | null
}
/** Reads a deposit, and locks it and its user until the end of the transaction. @throws 422 where it cannot be credited */
async function readCreditable(tx: Queryable, id: string): Promise<{ deposit: Deposit; depositor: Depositor }> {
  const [row] = await tx.query<Omit<Deposit, 'source' | 'rail'>>(
    `select d.id::text as id, d.user_id::text as user_id, d.reference, d.amount::text as amount, d.fee::text as fee, d.promo_code,
       ${isExpired('d')} as is_expired, d.promised_bonus
     from ${TABLE} d where d.id = $1::uuid for update`,
    [id],
  )
  const deposit = { ...row!, ...MANUAL }
  const depositor = await readDepositor(tx, deposit.user_id, deposit.amount)
  if (deposit.is_expired) throw rejected({}, DEPOSIT_REFUSAL.notOpen)
  requireDepositor(depositor, DEPOSIT_REFUSAL)
  return { deposit, depositor }
}

type Found = Awaited<ReturnType<typeof readCreditable>>
/** Posts the money and the fee of a deposit, and gives its bonus. @returns the bonus and why, or why nothing is given */
const post = (
  tx: Queryable,
  { deposit, depositor }: Found,
  by: { actor: string; at: string },
): Promise<string | null> => creditDeposit(tx, deposit, depositor, 'MANUAL', by)

/** The bonus that a deposit would give now: it is given, and taken back. */
async function bonusNow(tx: Queryable, found: Found, by: { actor: string; at: string }): Promise<string> {
  await tx.query('savepoint bonus_now')
  const bonus = await post(tx, found, by)
  await tx.query('rollback to savepoint bonus_now')
  return bonus ?? NO_BONUS
}

/** Nobody asks others to approve what cannot be credited. They read what speaks against it, and the bonus that it gives. */
async function request({ tx, id, row, principal, at }: RequestCall): Promise<Requested> {
  const bonus = await bonusNow(tx, await readCreditable(tx, id), { actor: principal.staffId, at })
  const hints = (row.hints as (keyof typeof DEPOSIT_HINTS)[]).filter((hint) => hint !== 'NAME_MATCHES')
  return {
    facts: { hints: { value: hints.map((hint) => DEPOSIT_HINTS[hint]).join('; ') }, bonus: { value: bonus } },
    columns: promised(bonus),
  }
}

/** Gives the user the money, takes the fee, and gives the deposit's bonus. @throws 409 where it is another one than the approval says */
async function credit({ tx, id, actorId, at, touched }: ApprovedCall): Promise<Columns> {
  const found = await readCreditable(tx, id)
  const { deposit } = found
  const bonus = await post(tx, found, { actor: actorId, at })
  // Null where whoever asks decides alone: the request is of this moment.
  const was = deposit.promised_bonus ?? bonus ?? NO_BONUS
  if (was !== (bonus ?? NO_BONUS)) throw overtaken(DEPOSIT_REFUSAL.bonus(was, bonus ?? NO_BONUS))
  await touched('users', [deposit.user_id])
  return { bonus: { value: bonus, type: 'text', field: 'bonus' }, ...promised(null) }
}

/** Takes the deposit, its fee and its bonus back. @throws 422 where its bonus was released, or the cash of the user changes now */
async function reverse({ tx, id, actorId, body, at, touched }: ApprovedCall): Promise<void> {
  const [row] = await tx.query<{ user_id: string; reference: string }>(
    `select user_id::text as user_id, reference from ${TABLE} where id = $1::uuid for update`,
    [id],
  )
  const { user_id, reference } = row!
  const by = { actor: actorId, reason: `Reversal of the deposit ${reference}: ${body.reason as string}`, at }
  await reverseTransfers(tx, { type: 'manual_deposit', id }, by)
  if (!(await revokeRewards(tx, id, by))) throw rejected({}, REVERSAL_REFUSAL.released)
  await touched('users', [user_id])
}

type ActionCall = RuleCall & { id: string }

/** Whoever corrects is kept, because another person decides then. The fee follows the amount. @throws 422 where nothing would change */
async function correct({ tx, id, body, principal, at }: ActionCall): Promise<Columns> {
  // What is left out stays as it is, and what is empty is emptied.
  const typed = (name: string) => (body[name] === undefined ? null : ((body[name] as string | null) ?? ''))
  const [method] = await tx.query<MethodFees & { currency: string; is_same: boolean }>(
    `select m.fee_fixed::text as fee_fixed, m.fee_percent::text as fee_percent, p.currency,
       d.amount = $2::text::numeric and ($3::text is null or nullif($3::text, '') is not distinct from d.payer_name)
         and ($4::text is null or nullif($4::text, '') is not distinct from d.external_ref) as is_same
     from ${TABLE} d join payment_methods m on m.id = d.payment_method_id join users p on p.id = d.user_id where d.id = $1::uuid`,
    [id, typed('amount'), typed('payer_name'), typed('external_ref')],
  )
  if (method!.is_same) throw rejected({ amount: [DEPOSIT_REFUSAL.unchanged] })
  return {
    ...amountColumns(method!, body.amount as string),
    corrected_by_id: { value: principal.staffId, type: 'uuid', field: 'corrected_by' },
    // What waited for approval has ended with the change: nobody has decided it.
    ...decided(null, at),
    ...promised(null),
  }
}

const reject = ({ body }: ActionCall): Promise<Columns> =>
  Promise.resolve({
    ...promised(null),
    returned: { value: body.send_back === true ? 'DUE' : null, type: 'text', field: 'returned' },
  })

/** @throws 422 for whoever decided it, after a while, and where the money was sent back */
async function reopen({ tx, id, principal, at }: ActionCall): Promise<Columns> {
  const [row] = await tx.query<{ by: string | null; is_late: boolean; returned: string | null }>(
    `select decided_by_id::text as by, returned, coalesce(decided_at, sent_at) + interval '${REOPEN_DAYS} days' < $2::timestamptz as is_late
     from ${TABLE} where id = $1::uuid`,
    [id, at],
  )
  if (row!.returned === 'SENT') throw rejected({}, DEPOSIT_REFUSAL.sentBack)
  if (row!.by === principal.staffId) throw rejected({ reason: [DEPOSIT_REFUSAL.samePerson] })
  if (row!.is_late) throw rejected({}, DEPOSIT_REFUSAL.late)
  return { reopened_at: { value: at, type: 'timestamptz', field: 'reopened_at' } }
}

export default defineSource(manualDeposit, {
  table: manualDeposits,
  scope: { store: 'row' },
  derived: {
    needs_two: { value: `(${OF_STAFF} or ${HAS_NO_PROOF})` },
    hints: {
      value: HINT_LIST,
      key: `nullif(array_to_string(${HINT_LIST}, ','), '')`,
      compared: { sql: HINT_LIST, type: 'text[]' },
      joins: ['account', 'limits', 'twin'],
    },
    twins: { value: `coalesce(twin.list, '[]'::json)`, key: 'twin.names', joins: ['twin'] },
    level: {
      value: `case when own_level.id is not null then json_build_object('id', own_level.id, 'name', own_level.name) end`,
      key: 'own_level.name',
      joins: ['account', 'own_level'],
    },
    bonus_state: { value: BONUS_STATE, joins: ['account', 'own_level'] },
    limit_left: { value: 'limits.left_today::text', key: 'limits.left_today', joins: ['account', 'limits'] },
  },
  computed: { status: { EXPIRED: isLate } },
  ended: (alias) => `case when ${isExpired(alias)} then ${expiryOf(alias)} end`,
  joins: {
    account: 'join users account on account.id = u.user_id',
    own_level: 'left join user_levels own_level on own_level.id = account.user_level_id',
    limits: `cross join lateral (select ${limitLeft('account')} as left_today) limits`,
    twin: TWINS,
  },
  prepare,
  check,
  appCalls: { send, prove },
  actions: { correct, reject, reopen },
  approvals: {
    approve: { request, approved: credit, refused: () => Promise.resolve(promised(null)) },
    reverse: { approved: reverse },
  },
})
