/** Redeems of platform accounts (money, /platform-transaction/platform-withdrawal): how they are requested, carried out and credited. */
import { LENGTH } from '@contract/constants'
import { platformWithdrawal } from '@contract/records/money/platform-withdrawal'
import { PLATFORM_REQUEST_REFUSAL } from '@contract/records/money/platform-request'
import { uniqueIndex } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import type { ApprovedCall, RequestCall, Requested } from '@server/platform/records/approvals'
import { storePlatforms } from '@server/platform/records/content/store-platform'
import { platformAccounts } from '@server/platform/records/people/platform-account'
import { recordTable } from '@server/platform/records/record-table'
import { paymentMethods } from '@server/platform/records/system/payment-method'
import { defineSource, type AppRuleCall, type PrepareCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
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
import { redeemOrders, REDEEMS, worthOf, type RedeemOrder } from './platform-withdrawal-orders'
import { withdrawals } from './manual-withdrawal'
import { attemptsOf, queueAttempt } from './rail-attempts'
import { CREDITS } from './rail-answers'
import { requireThenWithdraw } from './then-withdraw'

/**
 * A trigger (migration `platform_requests`) keeps what was requested, and lets the state change only as attempts allow. Another one
 * (migration `then_withdraw`) holds that what was withdrawn with it is what the user got.
 */
export const platformWithdrawals = recordTable(
  platformWithdrawal,
  REDEEMS,
  {
    platform_account: () => platformAccounts.id,
    user: () => users.id,
    store_platform: () => storePlatforms.id,
    payout_method: () => paymentMethods.id,
    withdrawal: () => withdrawals.id,
    decided_by: () => staff.id,
  },
  {
    columns: {},
    indexes: ({ withdrawal_id }) => [uniqueIndex('platform_withdrawals_withdrawal').on(withdrawal_id!)],
  },
)

interface Asked {
  platform_account: string
  credits?: string | null
  payout_method?: string | null
}

const columnsFor = (terms: Terms, at: string): Columns => ({
  ...columnsOfTerms(terms, at),
  fee_percent: { value: terms.fee_percent, type: 'numeric', field: 'fee_percent' },
})

/** The terms of a new redeem. Users redeem also while they may not play. @throws 422 at the field where nothing can be redeemed */
async function requireRedeemable(tx: Queryable, { platform_account, credits, payout_method }: Asked): Promise<Terms> {
  const terms = await requireTerms(tx, REDEEMS, platform_account)
  if (terms.user_status === 'CLOSED') throw rejected({ platform_account: [PLATFORM_REQUEST_REFUSAL.closed] })
  if (credits) requireWithin(terms, 'credits', worthOf(terms, credits).amount, [terms.min_redeem, terms.max_redeem])
  if (payout_method) await requireThenWithdraw(tx, terms.user_id, payout_method)
  return terms
}

/** Lets the rail of the platform carry it out, if it has one. @param at ISO time */
async function begin(tx: Queryable, { id, store, reference, rail, credits }: RedeemOrder, at: string): Promise<void> {
  if (rail === null) return
  await queueAttempt(
    tx,
    { type: 'platform_withdrawal', id, store, reference, rail, amount: credits, unit: CREDITS },
    at,
  )
}
const read = async (tx: Queryable, id: string): Promise<RedeemOrder> => (await redeemOrders.read(tx, id))!

/** Adds a redeem that an app requests. @throws 422 at the field */
async function redeem({ tx, body, sent, at, add }: AppRuleCall): Promise<string> {
  const asked = body as unknown as Asked
  const terms = await requireRedeemable(tx, asked)
  const id = await add({
    ...sent,
    ...columnsFor(terms, at),
  })
  await begin(tx, await read(tx, id), at)
  return id
}

/** What a person enters for a user; `check` refuses what cannot be redeemed. */
async function prepare({ action, db, body, at }: PrepareCall) {
  if (action !== 'create') return
  const terms = await readTerms(db, (body as unknown as Asked).platform_account)
  return {
    columns: terms ? columnsFor(terms, at) : {},
    afterWrite: async ({ tx, id }: RuleCall & { id: string }) => begin(tx, await read(tx, id), at),
  }
}

/** @throws 422 at the field of a new redeem that cannot be made */
async function check({ tx, id, body }: RuleCall): Promise<void> {
  if (id === null) await requireRedeemable(tx, body as unknown as Asked)
}

type ActionCall = RuleCall & { id: string }

/** Notifies consoles of what a redeem that is done has changed besides. */
async function tell(touched: RuleCall['touched'], order: RedeemOrder, columns: Columns): Promise<void> {
  await touched('users', [order.user_id])
  for (const { record, ids, edited } of redeemOrders.adds!(columns, order)) await touched(record, ids, edited)
}

async function complete({ tx, id, body, principal, at, touched }: ActionCall): Promise<Columns> {
  const order = await read(tx, id)
  const moved = creditText(body.moved_credits)!
  requireMoved(order.credits, moved, order.rate)
  requireExplained(order.credits, moved, body.difference)
  const by = { actor: principal.staffId, at }
  const known = { is: 'DONE', message: null, amount: moved } as const
  const { decided_at: _at, ...columns } = await redeemOrders.done(tx, order, known, by)
  await tell(touched, order, columns)
  return columns
}

/** Withdraws the attempt of a redeem that is not made. @throws 422 while the platform is asked to make it */
async function refuse({ tx, id }: ActionCall): Promise<void> {
  await read(tx, id)
  await requireUnsent(tx, redeemOrders.type, id)
}

async function retry({ tx, id, at }: ActionCall): Promise<Columns> {
  const order = await read(tx, id)
  const { user_status } = await requireAgain(tx, redeemOrders.type, REDEEMS, id)
  if (user_status === 'CLOSED') throw rejected({}, PLATFORM_REQUEST_REFUSAL.closed)
  await begin(tx, order, at)
  return {
    status: { value: waitingState(order.rail), type: 'text', field: 'status' },
    reason_code: { value: null, type: 'text', field: 'reason_code' },
    user_text: { value: null, type: 'text', field: 'user_text' },
  }
}

/** What was redeemed, as far as people say it: without it, what was asked for. @throws 422 where neither is known */
function movedOf({ credits }: Pick<RedeemOrder, 'credits'>, body: Readonly<Record<string, unknown>>): string {
  const moved = creditText(body.moved_credits) ?? credits
  if (!moved) throw rejected({ moved_credits: [PLATFORM_REQUEST_REFUSAL.redeemed] })
  return moved
}

/** Whoever approves reads what the credits are worth. */
async function requestResolution({ tx, id, body }: RequestCall): Promise<Requested> {
  const order = await read(tx, id)
  if (body.resolution !== 'REDEEMED') return { facts: { worth: { label: 'Worth', amount: '0.00' } } }
  const moved = movedOf(order, body)
  requireMoved(order.credits, moved, order.rate)
  const { amount } = worthOf(order, moved)
  return { facts: { worth: { label: 'Worth', amount } } }
}

/** What two people are certain of, and the platform does not say. @throws 422 where the platform has said it meanwhile */
async function resolved({ tx, id, body, actorId, at, touched }: ApprovedCall): Promise<Columns> {
  const isDone = body.resolution === 'REDEEMED'
  const message = `Resolved by staff: ${body.evidence as string}`.slice(0, LENGTH.freeText.short)
  const { outcome, order } = await resolveUnknown(
    tx,
    redeemOrders,
    id,
    (unknown) => (isDone ? { is: 'DONE', message, amount: movedOf(unknown, body) } : { is: 'FAILED', message }),
    { actor: actorId, at },
  )
  await tell(touched, order, outcome.columns)
  return { status: { value: outcome.status, type: 'text', field: 'status' }, ...outcome.columns }
}

export default defineSource(platformWithdrawal, {
  table: platformWithdrawals,
  scope: { store: 'row' },
  derived: {
    ...ACCOUNT_DERIVED,
    asked: { value: `case when u.everything then 'Everything' else round(u.credits, 2) || ' credits' end` },
    attempts: { value: attemptsOf('platform_withdrawal') },
  },
  joins: ACCOUNT_JOINS,
  within: requestMinutes,
  prepare,
  check,
  appCalls: { redeem },
  actions: {
    complete,
    fail: refuse,
    reject: refuse,
    retry,
    lookUp: (call) => lookUp('platform_withdrawal', call),
  },
  approvals: { resolve: { request: requestResolution, approved: resolved } },
})
