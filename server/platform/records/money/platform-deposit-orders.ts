/** Loads: how their money is locked, and what follows when the platform has loaded the account. */
import { amountOf, hundredthsOf } from '@contract/amounts'
import { platformDeposit } from '@contract/records/money/platform-deposit'
import { moneyFor } from '@contract/records/money/platform-request'
import { postTransfers, type Movement } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'
import type { Columns } from '@server/platform/records/writes'
import { orderSql, type PlatformOrder } from './platform-requests'
import { knownAfter, knownOfJob } from './rail-answers'
import type { OrderType } from './rail-attempts'
import { causeOf, sentBy, type By, type OrderKind } from './rail-orders'

export const LOADS = 'platform_deposits'
const TYPE: OrderType = 'platform_deposit'

export interface LoadOrder extends PlatformOrder {
  amount: string
  fee: string
  credits: string
}

/** The number of times that the money of a load was locked. */
async function timesLocked(tx: Queryable, id: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from transfers where source_type = '${TYPE}' and source_id = $1::uuid and purpose = 'LOAD_REQUESTED'`,
    [id],
  )
  return row!.count
}

/** The transfer of a request: its money is locked. @param line 0, and one more for each further try */
export const lockLoad = (
  of: Pick<LoadOrder, 'id' | 'user_id' | 'reference' | 'amount'>,
  line: number,
  by: By,
): Movement => ({
  purpose: 'LOAD_REQUESTED',
  debit: 'CASH',
  credit: 'LOCKED',
  amount: of.amount,
  reason: `Load ${of.reference}`,
  ...causeOf(TYPE, of, by, line),
})
/** The transfer of a load that was not made. */
export const returnLoad = (
  of: Pick<LoadOrder, 'id' | 'user_id' | 'reference'>,
  amount: string,
  line: number,
  by: By,
): Movement => ({
  purpose: 'LOAD_FAILED',
  debit: 'LOCKED',
  credit: 'CASH',
  amount,
  reason: `Load ${of.reference} returned`,
  ...causeOf(TYPE, of, by, line),
})
/**
 * The transfers of a load that was made: the money for its credits, the fee, and what was not loaded.
 * @param moved credits that were loaded @returns them, and what the user has again
 */
export function loadedMovements(
  of: Pick<LoadOrder, 'id' | 'user_id' | 'reference' | 'amount' | 'fee' | 'credits' | 'rate' | 'store_platform_id'>,
  moved: string,
  line: number,
  by: By,
): { movements: Movement[]; returned: string } {
  const [amount, fee] = [hundredthsOf(of.amount), hundredthsOf(of.fee)]
  const worth = hundredthsOf(moneyFor(moved, of.rate))
  const net = amount - fee
  // Rounding never takes more than there is.
  const used = moved === of.credits || worth > net ? net : worth
  const cause = causeOf(TYPE, of, by, line)
  const paidFee = { purpose: 'LOAD_FEE', debit: 'LOCKED', credit: 'FEES' } as const
  const returned = net - used
  return {
    returned: amountOf(returned),
    movements: [
      {
        purpose: 'LOAD_COMPLETED',
        debit: 'LOCKED',
        credit: 'PLATFORM',
        store_platform_id: of.store_platform_id,
        amount: amountOf(used),
        reason: `Load ${of.reference}`,
        ...cause,
      },
      ...(fee === 0n ? [] : [{ ...paidFee, amount: of.fee, reason: `Fee of the load ${of.reference}`, ...cause }]),
      ...(returned === 0n ? [] : [returnLoad(of, amountOf(returned), line, by)]),
    ],
  }
}

/** Locks the money of a load, once more where it was returned before. */
export async function lockMoney(tx: Queryable, order: LoadOrder, by: By): Promise<void> {
  await postTransfers(tx, [lockLoad(order, await timesLocked(tx, order.id), by)])
}
/** Returns the money of a load that was not made. */
export async function returnMoney(tx: Queryable, order: LoadOrder, by: By): Promise<void> {
  await postTransfers(tx, [returnLoad(order, order.amount, (await timesLocked(tx, order.id)) - 1, by)])
}

/** @returns whether the account of the user was suspended, excluded or closed since the request */
export async function isNotPlaying(tx: Queryable, { user_id }: Pick<LoadOrder, 'user_id'>): Promise<boolean> {
  const [row] = await tx.query<{ status: string }>('select account_status as status from users where id = $1::uuid', [
    user_id,
  ])
  return row!.status !== 'ACTIVE'
}

export const loadOrders: OrderKind<LoadOrder> = {
  type: TYPE,
  record: 'platformDeposit',
  subject: platformDeposit.subject,
  table: LOADS,
  waits: 'QUEUED',
  events: { QUEUED: 'unsent', PROCESSING: 'send', COMPLETED: 'carryOut', FAILED: 'breakDown', UNKNOWN: 'loseSight' },
  async read(tx, id) {
    const [row] = await tx.query<LoadOrder>(orderSql(LOADS, ['amount', 'fee']), [id])
    return row ?? null
  },
  // Who was excluded after the request is not loaded: staff reject it.
  whyNotSent: async (tx, order) => ((await isNotPlaying(tx, order)) ? 'the user may not play' : null),
  ...sentBy('PLATFORM', async (rail, { username, credits }: LoadOrder, { reference }) =>
    knownAfter(await rail.platform.run({ reference, kind: 'LOAD', username, credits }), knownOfJob),
  ),
  async done(tx, order, { amount, external_ref }, by): Promise<Columns> {
    const moved = amount ?? order.credits
    const { movements, returned } = loadedMovements(order, moved, (await timesLocked(tx, order.id)) - 1, by)
    await postTransfers(tx, movements)
    return {
      moved_credits: { value: moved, type: 'numeric', field: 'moved_credits' },
      returned: { value: Number(returned) === 0 ? null : returned, type: 'numeric', field: 'returned' },
      decided_at: { value: by.at, type: 'timestamptz', field: 'decided_at' },
      ...(external_ref ? { external_ref: { value: external_ref, type: 'text', field: 'external_ref' } } : {}),
    }
  },
  failed: returnMoney,
}
