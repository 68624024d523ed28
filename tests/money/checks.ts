/** The end of the money test: what was acknowledged against what the database has. None of the server's rules is asked. */
import type { Db } from '@server/platform/ports/db'
import { sealAudit } from '@server/platform/modules/audit/sealer'
import { checkLedger } from '@server/platform/modules/ledger/check'
import type { FlowKind, Told } from './acting'
import { LIMITS, type Ground } from './flows'
import { nodeHash } from '@server/node/crypto'

/** The ledger before the run: what belongs to each user, and the last transfer. */
export interface Before {
  worth: ReadonlyMap<string, number>
  lastTransfer: number
}
/** What belongs to each user: cash, bonus and locked money, less what they owe. Cents. */
async function worthOf(db: Db): Promise<Map<string, number>> {
  const rows = await db.query<{ user_id: string; worth: number }>(
    `select user_id::text as user_id, (sum(case kind when 'RECEIVABLE' then -balance else balance end) * 100)::float8 as worth
     from accounts where user_id is not null group by user_id`,
  )
  return new Map(rows.map(({ user_id, worth }) => [user_id, Math.round(worth)]))
}
export async function readBefore(db: Db): Promise<Before> {
  const [last] = await db.query<{ no: number }>('select coalesce(max(no), 0)::float8 as no from transfers')
  return { worth: await worthOf(db), lastTransfer: last!.no }
}

/** For each kind: the rows of a mark, and for each the transfers that moved money and that moved it back. */
const ROWS: Readonly<Record<FlowKind, { table: string; mark: string; source: string }>> = {
  adjust: { table: 'adjustments', mark: 'note', source: 'adjustment' },
  grant: { table: 'user_bonuses', mark: 'note', source: 'bonus_grant' },
  claim: { table: 'offer_claims', mark: 'id::text', source: 'offer_claim' },
  jackpot: { table: 'jackpot_records', mark: 'hit_id', source: 'jackpot' },
  spin: { table: 'daily_spins', mark: 'id::text', source: 'daily_spin' },
  deposit: { table: 'manual_deposits', mark: 'id::text', source: 'manual_deposit' },
  withdrawal: { table: 'withdrawals', mark: 'id::text', source: 'withdrawal' },
  payout: { table: 'withdrawals', mark: 'id::text', source: 'withdrawal' },
  coinPayout: { table: 'crypto_withdrawals', mark: 'id::text', source: 'crypto_withdrawal' },
  load: { table: 'platform_deposits', mark: 'id::text', source: 'platform_deposit' },
  redeem: { table: 'platform_withdrawals', mark: 'id::text', source: 'platform_withdrawal' },
  coins: { table: 'crypto_deposits', mark: 'id::text', source: 'crypto_deposit' },
}

/** How many transfers a row has that moved nothing, and one that moved money, where these are not 0 and 1. */
const TRANSFERS: Partial<Record<FlowKind, { open: number; most: number }>> = {
  // One that is paid and won has two.
  spin: { open: 0, most: 2 },
  // One for its fee.
  deposit: { open: 0, most: 2 },
  // Locked and returned; or locked, paid, and one for its fee.
  withdrawal: { open: 2, most: 3 },
  // The same, with the fee of the user's level; of a payment that failed the money stays locked.
  payout: { open: 2, most: 3 },
  coinPayout: { open: 2, most: 3 },
  // Locked and returned; or loaded with a fee, after a first try that was returned.
  load: { open: 2, most: 5 },
  // Nothing; or the money and its fee.
  redeem: { open: 0, most: 2 },
}

/**
 * @param before the ledger before the run
 * @returns the faults, and the number of transfers that `ledger:check` read
 */
export async function faultsIn(
  db: Db,
  ground: Ground,
  told: readonly Told[],
  before: Before,
): Promise<{ faults: string[]; transfers: number }> {
  const faults: string[] = []
  for (const [kind, { table, mark, source }] of Object.entries(ROWS) as [FlowKind, (typeof ROWS)[FlowKind]][]) {
    const marks = told.filter((each) => each.kind === kind && each.mark !== '').map((each) => each.mark)
    const rows = await db.query<{ mark: string; moved: number; reversed: number }>(
      `select r.${mark} as mark,
         (select count(*)::int from transfers t where t.source_type = $1::text and t.source_id = r.id and t.reverses is null) as moved,
         (select count(*)::int from transfers t join transfers e on e.no = t.reverses where e.source_type = $1::text and e.source_id = r.id) as reversed
       from ${table} r where r.${mark} = any($2::text[])`,
      [source, marks],
    )
    const found = new Map<string, (typeof rows)[number][]>()
    for (const row of rows) found.set(row.mark, [...(found.get(row.mark) ?? []), row])
    for (const { mark: each, end, ...rest } of told.filter((one) => one.kind === kind)) {
      const stored = found.get(each) ?? []
      const expected = end === 'none' ? 0 : 1
      if (stored.length !== expected) {
        faults.push(`${kind} ${each}: ${stored.length} rows instead of ${expected}`)
        continue
      }
      if (end === 'none') continue
      const { moved, reversed } = stored[0]!
      const { open, most } = TRANSFERS[kind] ?? { open: 0, most: 1 }
      const isRight = end === 'open' ? moved === open : moved >= 1 && moved <= most
      if (!isRight) faults.push(`${kind} ${each} (${end}): ${moved} transfers, ${JSON.stringify(rest)}`)
      if ((end === 'reversed') !== reversed > 0) faults.push(`${kind} ${each} (${end}): ${reversed} reversals`)
    }
  }

  // What the servers do by themselves meanwhile: bonus money of the demo expires.
  const others = await db.query<{ user_id: string; change: number }>(
    `select user_id::text as user_id, (-sum(amount) * 100)::float8 as change from transfers
     where purpose = 'BONUS_EXPIRED' and no > $1::bigint group by user_id`,
    [before.lastTransfer],
  )
  const after = await worthOf(db)
  const net = new Map(others.map(({ user_id, change }) => [user_id, Math.round(change)]))
  for (const { user, net: change } of told) net.set(user, (net.get(user) ?? 0) + change)
  for (const user of ground.users) {
    const [was, is, change] = [before.worth.get(user) ?? 0, after.get(user) ?? 0, net.get(user) ?? 0]
    if (is - was === change) continue
    const told = await db.query<{ line: string }>(
      `select purpose || ' ' || amount || ' ' || source_type || ' ' || right(source_id::text, 6) as line from transfers
       where user_id = $1::uuid and no > $2::bigint order by no`,
      [user, before.lastTransfer],
    )
    faults.push(
      `user ${user} has ${is - was} cents more, and was promised ${change}: ${told.map(({ line }) => line).join('; ')}`,
    )
  }

  const [limits] = await db.query<{ granted: number; claims: number; spun: number }>(
    `select (select coalesce(sum(amount), 0)::float8 from user_bonuses where bonus_id = $1::uuid and status in ('GRANTED', 'ACTIVE', 'COMPLETED')) as granted,
       (select coalesce(max(n), 0) from (select count(*)::int as n from offer_claims where offer_id = any($2::uuid[]) and status <> 'REJECTED' group by offer_id) c) as claims,
       (select coalesce(max(cost), 0)::float8 from (select sum(case when reward_type = 'NONE' then 0 else reward_value end - cost) as cost
          from daily_spins where wheel_id = $3::uuid and status = 'CREDITED' group by business_day) s) as spun`,
    [ground.bonus, ground.offers, ground.wheel],
  )
  if (limits!.granted > LIMITS.budget) faults.push(`the budget of ${LIMITS.budget} has ${limits!.granted} granted`)
  if (limits!.claims > LIMITS.claims) faults.push(`the offer for ${LIMITS.claims} has ${limits!.claims} claims`)
  if (limits!.spun > LIMITS.spinBudget) faults.push(`the wheel for ${LIMITS.spinBudget} a day cost ${limits!.spun}`)

  // Each approval told whoever could decide it, once; the super administrator could decide each that they had not requested.
  const untold = await db.query<{ id: string; n: number }>(
    `select a.id::text as id, count(n.id)::int as n from approvals a
     join staff s on s.email = 'super@pitboss.test' and s.id <> a.requested_by
     left join notifications n on n.staff_id = s.id and n.event_key = 'approval requested ' || a.id
     where a.required > 0 and a.requested_by in (select id from staff where email like '%@pitboss.test') and a.requested_at > $1::timestamptz
     group by a.id having count(n.id) <> 1`,
    [ground.since],
  )
  for (const { id, n } of untold) faults.push(`approval ${id}: the super administrator was told ${n} times`)
  const decided = await db.query<{ id: string; n: number }>(
    `select a.id::text as id, count(n.id)::int as n from approvals a
     left join notifications n on n.staff_id = a.requested_by and n.event_key = 'approval decided ' || a.id
     where a.required > 0 and a.status in ('APPROVED', 'REJECTED') and a.requested_at > $1::timestamptz
     group by a.id having count(n.id) <> 1`,
    [ground.since],
  )
  for (const { id, n } of decided) faults.push(`approval ${id}: its requester was told ${n} times of the decision`)

  await sealAudit(db, nodeHash)
  const { transfers, error } = await checkLedger(db, nodeHash)
  if (error) faults.push(`ledger:check: ${error}`)
  return { faults, transfers }
}
