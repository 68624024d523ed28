/** The money and the attempts of the demo's loads and redeems. */
import { amountOf, hundredthsOf } from '@contract/amounts'
import { THEN_WITHDRAW_REFUSAL } from '@contract/records/money/platform-withdrawal'
import { thenWithdraw } from '@server/platform/records/money/then-withdraw'
import { CREDITS } from '@server/platform/records/money/rail-answers'
import { loadedMovements, LOADS, lockLoad, returnLoad } from '@server/platform/records/money/platform-deposit-orders'
import { redeemedMovements, REDEEMS } from '@server/platform/records/money/platform-withdrawal-orders'
import { postTransfers, type TransferLine } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'
import { inOrder, notBefore, winsBefore } from './demo-wins'

/** What became of the attempt of a request that its rail carries out, by the state of the request. */
const ATTEMPTS: Readonly<Record<string, { state: string; message: string | null }>> = {
  QUEUED: { state: 'QUEUED', message: 'Connect ECONNREFUSED' },
  PROCESSING: { state: 'ACCEPTED', message: null },
  UNKNOWN: { state: 'UNKNOWN', message: 'No answer within 10 s' },
  FAILED: { state: 'FAILED', message: 'The account is in a game' },
  COMPLETED: { state: 'DONE', message: null },
}

/** Lines of a user's wins before loads, after those before withdrawals. */
const LAST_LINE = 2000

interface Seeded {
  id: string
  user_id: string
  owed: string
  reference: string
  amount: string
  fee: string
  credits: string
  moved: string | null
  rate: string
  store_platform_id: string
  status: string
  actor: string | null
  at: string
  decided_at: string
}
const seeded = (table: string) =>
  `select r.id::text as id, r.user_id::text as user_id, u.receivable::text as owed, r.reference, r.amount::text as amount, r.fee::text as fee,
     r.credits::text as credits, r.moved_credits::text as moved, r.rate::text as rate, r.store_platform_id::text as store_platform_id, r.status,
     r.decided_by_id::text as actor, x.at::text as at,
     greatest(x.at + interval '1 minute', coalesce(r.decided_at, r.requested_at))::text as decided_at
   from ${table} r join users u on u.id = r.user_id cross join lateral (select ${notBefore('r.requested_at')} as at) x
   order by r.requested_at, r.id`
const byOf = ({ actor, decided_at }: Seeded) => ({ ...(actor === null ? {} : { actor }), at: decided_at })

/** Posts the transfers of loads and redeems, after those that their users have already. */
export async function seedPlatformRequests(tx: Queryable): Promise<void> {
  const loads = await tx.query<Seeded>(seeded(LOADS))
  const ofLoads = loads.flatMap((row): TransferLine[] => {
    const locked = lockLoad(row, 0, { at: row.at })
    if (row.status === 'COMPLETED') return [locked, ...loadedMovements(row, row.moved!, 0, byOf(row)).movements]
    if (row.status === 'FAILED' || row.status === 'REJECTED') return [locked, returnLoad(row, row.amount, 0, byOf(row))]
    return [locked]
  })
  await postTransfers(tx, inOrder([...winsBefore(loads, LAST_LINE), ...ofLoads]))
  const redeems = await tx.query<Seeded>(seeded(REDEEMS))
  const ofRedeems = redeems.flatMap((row) => (row.status === 'COMPLETED' ? redeemedMovements(row, row, byOf(row)) : []))
  await postTransfers(tx, inOrder(ofRedeems))
  await seedThenWithdraw(tx, redeems)
  for (const [type, table] of [
    ['platform_deposit', LOADS],
    ['platform_withdrawal', REDEEMS],
  ] as const)
    await tx.query(
      // The statements of the demo's rail have what was done before it began.
      `insert into rail_attempts (id, order_type, order_id, store_code, number, reference, rail, amount, unit, state, created_at, started_at,
         done_at, message, stated_on)
       select gen_random_uuid(), $1::text, r.id, r.store_code, 1, r.reference || '-1', r.rail, coalesce(r.moved_credits, r.credits),
         '${CREDITS}', a.state, r.requested_at, case when a.state <> 'QUEUED' then r.requested_at end,
         case when a.state = 'DONE' then r.decided_at end, a.message, case when a.state = 'DONE' then r.decided_at::date end
       from ${table} r join json_to_recordset($2::json) as a(status text, state text, message text) on a.status = r.status
       where r.rail is not null`,
      [type, JSON.stringify(Object.entries(ATTEMPTS).map(([status, attempt]) => ({ status, ...attempt })))],
    )
}

/** Of the open redeems, every so many is asked for with a withdrawal. */
const WITHDRAWN_EVERY = 3
/** Number of the done ones whose withdrawal waits for a decision. */
const WITHDRAWN = 2

/** Lets users be paid what they redeem, to the payout details that they have stored: some of the open redeems, and the last ones that are done. */
async function seedThenWithdraw(tx: Queryable, redeems: readonly Seeded[]): Promise<void> {
  // What was requested never changes afterwards.
  await tx.query('alter table platform_withdrawals disable trigger platform_withdrawals_change')
  const asked = await tx.query<{
    id: string
    status: string
    payout_method_id: string
    store: string
    source: string
    last: string | null
  }>(
    `select r.id::text as id, r.status, d.payment_method_id::text as payout_method_id, r.store_code as store, r.source,
       (select max(t.at) from transfers t where t.user_id = r.user_id)::text as last
     from platform_withdrawals r join lateral (select p.payment_method_id from payout_details p join payment_methods m on m.id = p.payment_method_id
       where p.user_id = r.user_id and m.store_code = r.store_code order by m.position limit 1) d on true
     order by r.requested_at desc, r.id`,
  )
  const open = asked.filter(({ status }) => ['REQUESTED', 'QUEUED', 'PROCESSING', 'UNKNOWN'].includes(status))
  for (const { id, payout_method_id } of open.filter((_, nth) => nth % WITHDRAWN_EVERY === 0))
    await tx.query('update platform_withdrawals set payout_method_id = $2::uuid where id = $1::uuid', [
      id,
      payout_method_id,
    ])
  const done = asked.flatMap(({ id, status, last, ...of }) => {
    const row = redeems.find((each) => each.id === id)!
    // What a user has locked is the newest entry of their accounts.
    return status === 'COMPLETED'
      ? [{ ...row, ...of, isLast: last !== null && Date.parse(last) <= Date.parse(row.decided_at) }]
      : []
  })
  const withdrawn = done.filter(({ isLast }) => isLast).slice(0, WITHDRAWN)
  const became = (redeem: { id: string; payout_method_id: string }, withdrawal: unknown, why: unknown) =>
    tx.query(
      `update platform_withdrawals set payout_method_id = $2::uuid, withdrawal_id = $3::uuid, not_withdrawn = $4::text where id = $1::uuid`,
      [redeem.id, redeem.payout_method_id, withdrawal as string | null, why as string | null],
    )
  for (const redeem of withdrawn) {
    const net = amountOf(hundredthsOf(redeem.amount) - hundredthsOf(redeem.fee))
    const { withdrawal_id, not_withdrawn } = await thenWithdraw(tx, redeem, net, redeem.decided_at)
    await became(redeem, withdrawal_id!.value, not_withdrawn!.value)
  }
  const refused = done.find((each) => !withdrawn.includes(each))
  if (refused) await became(refused, null, THEN_WITHDRAW_REFUSAL.method)
  await tx.query('alter table platform_withdrawals enable trigger platform_withdrawals_change')
}
