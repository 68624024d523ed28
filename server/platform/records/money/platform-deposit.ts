/** Loads of platform accounts (money, /platform-transaction/platform-deposit): how they are requested, carried out and returned. */
import { hundredthsOf, moneyText } from '@contract/amounts'
import { LENGTH } from '@contract/constants'
import { feeOf } from '@contract/records/money/method-fee'
import { platformDeposit } from '@contract/records/money/platform-deposit'
import { creditsFor, PLATFORM_REQUEST_REFUSAL } from '@contract/records/money/platform-request'
import { staff, users } from '@server/platform/db/schema'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import type { ApprovedCall, RequestCall, Requested } from '@server/platform/records/approvals'
import { storePlatforms } from '@server/platform/records/content/store-platform'
import { platformAccounts } from '@server/platform/records/people/platform-account'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall, type PrepareCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { isNotPlaying, loadOrders, LOADS, lockMoney, returnMoney, type LoadOrder } from './platform-deposit-orders'
import {
  ACCOUNT_DERIVED,
  ACCOUNT_JOINS,
  columnsOfTerms,
  creditText,
  lookUp,
  readTerms,
  requestMinutes,
  requireAgain,
  requireExplained,
  requireMoved,
  requireTerms,
  requireUnsent,
  requireWithin,
  resolveUnknown,
  waitingState,
  type Terms,
} from './platform-requests'
import { attemptsOf, queueAttempt } from './rail-attempts'
import { CREDITS } from './rail-answers'
import type { By } from './rail-orders'

/** A trigger (migration `platform_requests`) keeps what was requested, and lets the state change only as attempts allow. */
export const platformDeposits = recordTable(platformDeposit, LOADS, {
  platform_account: () => platformAccounts.id,
  user: () => users.id,
  store_platform: () => storePlatforms.id,
  decided_by: () => staff.id,
})

interface Asked {
  platform_account: string
  amount: string
}

/** The columns that follow from the account and the amount. */
function columnsFor(terms: Terms, amount: string, at: string): Columns {
  const { fee, net } = feeOf({ fee_fixed: null, fee_percent: terms.fee_percent }, amount)
  return {
    ...columnsOfTerms(terms, at),
    fee: { value: fee, type: 'numeric', field: 'fee' },
    credits: { value: creditsFor(net, terms.rate), type: 'numeric', field: 'credits' },
  }
}

/** The terms of a new load. @throws 422 at the field where the account cannot be loaded with this amount */
async function requireLoadable(tx: Queryable, { platform_account, amount }: Asked): Promise<Terms> {
  const terms = await requireTerms(tx, LOADS, platform_account)
  if (terms.user_status !== 'ACTIVE') throw rejected({ platform_account: [PLATFORM_REQUEST_REFUSAL.user] })
  requireWithin(terms, 'amount', amount, [terms.min_load, terms.max_load])
  const { fee, net } = feeOf({ fee_fixed: null, fee_percent: terms.fee_percent }, amount)
  if (hundredthsOf(net) <= 0n)
    throw rejected({ amount: [PLATFORM_REQUEST_REFUSAL.fee(moneyText(fee, terms.currency))] })
  if (Number(creditsFor(net, terms.rate)) === 0) throw rejected({ amount: [PLATFORM_REQUEST_REFUSAL.worthless] })
  if (hundredthsOf(terms.cash) < hundredthsOf(amount)) throw noFunds(terms)
  return terms
}
const noFunds = ({ cash, currency }: Pick<Terms, 'cash' | 'currency'>) =>
  rejected({ amount: [PLATFORM_REQUEST_REFUSAL.funds(moneyText(cash, currency))] })

/** Locks the money, and lets the rail of the platform carry it out, if it has one. @throws 422 where the money is spent meanwhile */
async function begin(tx: Queryable, order: LoadOrder, by: By): Promise<void> {
  await lockMoney(tx, order, by).catch(async (error: unknown) => {
    if (sqlState(error)?.constraint !== 'transfer_funds') throw error
    throw rejected({ amount: [PLATFORM_REQUEST_REFUSAL.funds('too little by now')] })
  })
  const { id, store, reference, rail, credits } = order
  if (rail !== null)
    await queueAttempt(
      tx,
      { type: 'platform_deposit', id, store, reference, rail, amount: credits, unit: CREDITS },
      by.at,
    )
}
async function beginNew(tx: Queryable, id: string, by: By): Promise<void> {
  await begin(tx, (await loadOrders.read(tx, id))!, by)
}

/** Adds a load that an app requests. @throws 422 at the field */
async function load({ tx, body, sent, at, add }: AppRuleCall): Promise<string> {
  const asked = body as unknown as Asked
  const terms = await requireLoadable(tx, asked)
  const id = await add({ ...sent, ...columnsFor(terms, asked.amount, at) })
  await beginNew(tx, id, { at })
  return id
}

/** What a person enters for a user; `check` refuses what cannot be loaded. */
async function prepare({ action, db, body, at, principal }: PrepareCall) {
  if (action !== 'create') return
  const { platform_account, amount } = body as unknown as Asked
  const terms = await readTerms(db, platform_account)
  return {
    columns: terms ? columnsFor(terms, amount, at) : {},
    afterWrite: ({ tx, id }: RuleCall & { id: string }) => beginNew(tx, id, { actor: principal.staffId, at }),
  }
}

/** @throws 422 at the field of a new load that cannot be made */
async function check({ tx, id, body }: RuleCall): Promise<void> {
  if (id === null) await requireLoadable(tx, body as unknown as Asked)
}

type ActionCall = RuleCall & { id: string }

async function complete({ tx, id, body, principal, at, touched }: ActionCall): Promise<Columns> {
  const order = (await loadOrders.read(tx, id))!
  const moved = creditText(body.moved_credits) ?? order.credits
  if (await isNotPlaying(tx, order)) throw rejected({}, PLATFORM_REQUEST_REFUSAL.user)
  requireMoved(order.credits, moved, order.rate)
  requireExplained(order.credits, moved, body.difference)
  const by = { actor: principal.staffId, at }
  const { decided_at: _at, ...columns } = await loadOrders.done(
    tx,
    order,
    { is: 'DONE', message: null, amount: moved },
    by,
  )
  await touched('users', [order.user_id])
  return columns
}

/** Returns the money of a load that staff do not make. @throws 422 while the platform is asked to make it */
async function giveBack({ tx, id, principal, at, touched }: ActionCall): Promise<void> {
  const order = (await loadOrders.read(tx, id))!
  await requireUnsent(tx, loadOrders.type, id)
  await returnMoney(tx, order, { actor: principal.staffId, at })
  await touched('users', [order.user_id])
}

/** Locks the money once more, and asks for it again. @throws 422 where the user has too little by now, or may not be loaded any more */
async function retry({ tx, id, principal, at, touched }: ActionCall): Promise<Columns> {
  const order = (await loadOrders.read(tx, id))!
  const terms = await requireAgain(tx, loadOrders.type, LOADS, id)
  if (terms.user_status !== 'ACTIVE') throw rejected({}, PLATFORM_REQUEST_REFUSAL.user)
  if (hundredthsOf(terms.cash) < hundredthsOf(order.amount))
    throw rejected({}, PLATFORM_REQUEST_REFUSAL.funds(moneyText(terms.cash, terms.currency)))
  await begin(tx, order, { actor: principal.staffId, at })
  await touched('users', [order.user_id])
  return {
    status: { value: waitingState(order.rail), type: 'text', field: 'status' },
    reason_code: { value: null, type: 'text', field: 'reason_code' },
    user_text: { value: null, type: 'text', field: 'user_text' },
  }
}

/** Nobody asks others to approve what cannot be booked. */
async function requestResolution({ tx, id, body }: RequestCall): Promise<Requested> {
  const order = (await loadOrders.read(tx, id))!
  if (body.resolution === 'LOADED')
    requireMoved(order.credits, creditText(body.moved_credits) ?? order.credits, order.rate)
  return {}
}

/** What two people are certain of, and the platform does not say. @throws 422 where the platform has said it meanwhile */
async function resolved({ tx, id, body, actorId, at, touched }: ApprovedCall): Promise<Columns> {
  const is = body.resolution === 'LOADED' ? 'DONE' : 'FAILED'
  const message = `Resolved by staff: ${body.evidence as string}`.slice(0, LENGTH.freeText.short)
  const { outcome, order } = await resolveUnknown(
    tx,
    loadOrders,
    id,
    ({ credits }) => ({ is, message, amount: creditText(body.moved_credits) ?? credits }),
    { actor: actorId, at },
  )
  await touched('users', [order.user_id])
  return { status: { value: outcome.status, type: 'text', field: 'status' }, ...outcome.columns }
}

export default defineSource(platformDeposit, {
  table: platformDeposits,
  scope: { store: 'row' },
  derived: { ...ACCOUNT_DERIVED, attempts: { value: attemptsOf('platform_deposit') } },
  joins: ACCOUNT_JOINS,
  within: requestMinutes,
  prepare,
  check,
  appCalls: { load },
  actions: {
    complete,
    fail: giveBack,
    reject: giveBack,
    retry,
    lookUp: (call) => lookUp('platform_deposit', call),
  },
  approvals: { resolve: { request: requestResolution, approved: resolved } },
})
