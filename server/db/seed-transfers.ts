/**
 * Many transfers for an existing set of users, to try a large ledger: written in bulk and not through `post_transfers`, with the
 * same numbers and balances that it would give them. Only the owner of the tables can do this.
 */
import type { Db, Queryable } from '@server/platform/ports/db'

/** Transfers that one statement adds. */
const BATCH = 100_000
/** The transfers of a user repeat this pattern: what they spend never exceeds the smallest deposit. */
const PATTERN = 4

/** The wallets that get transfers, each with its accounts, and with the balance and number that the next transfer continues. */
const WALLETS = `
  create temporary table seeded_wallets on commit drop as
  select row_number() over (order by a.id)::int as place, a.id as account, a.user_id, a.currency, a.balance, a.last_seq, 0::numeric as deposits,
    s.last_at, clearing.id as clearing, promotion.id as promotion, adjustment.id as adjustment
  from accounts a
  join users u on u.id = a.user_id
  cross join lateral (select coalesce(max(t.at), now() - interval '1 year') as last_at from transfers t where t.user_id = a.user_id) s
  join accounts clearing on clearing.kind = 'CLEARING' and clearing.holder = 'MANUAL' and clearing.currency = a.currency
  join accounts promotion on promotion.kind = 'PROMOTION_COST' and promotion.holder = u.store and promotion.currency = a.currency
  join accounts adjustment on adjustment.kind = 'ADJUSTMENT' and adjustment.holder = u.store and adjustment.currency = a.currency
  where a.kind = 'CASH'`

/** The accounts of the house that the transfers need. */
const HOUSE = `
  insert into accounts (kind, currency, rail, store_code)
  select distinct k.kind, a.currency, k.rail, case when k.rail is null then u.store end
  from accounts a join users u on u.id = a.user_id
  cross join (values ('CLEARING', 'MANUAL'), ('PROMOTION_COST', null), ('ADJUSTMENT', null)) k(kind, rail)
  where a.kind = 'CASH'
  on conflict do nothing`

/** Users without any money get an account for it. */
const MISSING = `
  insert into accounts (kind, currency, user_id, balance, last_seq)
  select 'CASH', u.currency, u.id, 0, 0 from users u where u.store is not null
  on conflict do nothing`

/**
 * Adds the rounds $1 to $2 of $3, in each of which every wallet gets one transfer, up to the number $4 of them in all. The times
 * run from the user's last transfer to now.
 */
const ADD = `
  with lines as (
    select w.*, n, (n - 1) % ${PATTERN} as nth,
      (case when (n - 1) % ${PATTERN} = 0 then 1000 + x.random % 9000 else 1 + x.random % 500 end)::numeric / 100 as amount,
      date_trunc('milliseconds', w.last_at + (greatest(now(), w.last_at) - w.last_at) * n / $3::int) as at
    from generate_series($1::int, $2::int) n
    cross join seeded_wallets w
    cross join lateral (select hashint8(w.account * 1000003 + n)::bigint & 2147483647 as random) x
    where (n - 1)::bigint * (select count(*) from seeded_wallets) + w.place <= $4::bigint
  ), running as (
    select l.*, l.nth in (0, 2) as is_credit, l.last_seq + row_number() over part as seq,
      l.balance + sum(case when l.nth in (0, 2) then l.amount else -l.amount end) over part as after
    from lines l window part as (partition by l.account order by l.n)
  ), added as (
    insert into transfers (debit_id, credit_id, amount, currency, purpose, source_type, source_id, line, user_id, actor_type, reason,
      debit_entry, debit_seq, debit_balance, credit_entry, credit_seq, credit_balance, at)
    select case nth when 0 then clearing when 2 then promotion else account end,
      case nth when 0 then account when 1 then promotion when 2 then account else adjustment end,
      amount, currency, (array['DEPOSIT', 'SPIN_PAID', 'SPIN_WON', 'ADJUSTMENT_DOWN'])[nth + 1], 'seed', uuid_v7(at), 0, user_id, 'SYSTEM', 'Demo',
      case when not is_credit then uuid_v7(at) end, case when not is_credit then seq end, case when not is_credit then after end,
      case when is_credit then uuid_v7(at) end, case when is_credit then seq end, case when is_credit then after end, at
    from running order by n, place
    returning no
  ), unsealed as (
    insert into unsealed_transfers select no from added
  )
  update seeded_wallets w set balance = s.balance, last_seq = s.seq, deposits = w.deposits + s.deposits
  from (select account, max(seq) as seq, (array_agg(after order by n desc))[1] as balance,
      coalesce(sum(amount) filter (where nth = 0), 0) as deposits from running group by account) s
  where w.account = s.account`

/**
 * Adds transfers until the ledger has the given number, all or none.
 * @param total number of transfers; nothing is added where there are as many already
 * @returns how many were added. Seal them afterwards (modules/audit/sealer.ts), or the server does
 */
export const seedTransfers = (db: Db, total: number): Promise<number> =>
  db.transaction(async (tx) => {
    // Nobody posts meanwhile: the balances are read once.
    await tx.query('lock table accounts in exclusive mode')
    const present = await count(tx, 'transfers')
    const missing = total - present
    if (missing <= 0) return 0
    await tx.query(MISSING)
    await tx.query(HOUSE)
    await tx.query(WALLETS)
    await tx.query('analyze seeded_wallets')
    const wallets = await count(tx, 'seeded_wallets')
    if (wallets === 0) return 0
    const rounds = Math.ceil(missing / wallets)
    const step = Math.max(1, Math.floor(BATCH / wallets))
    for (let first = 1; first <= rounds; first += step)
      await tx.query(ADD, [first, Math.min(first + step - 1, rounds), rounds, missing])
    await tx.query(
      'update accounts a set balance = w.balance, last_seq = w.last_seq from seeded_wallets w where w.account = a.id',
    )
    await tx.query(`select set_config('pitboss.posting', 'on', true)`)
    await tx.query(
      `update users u set cash_balance = w.balance, total_deposit = u.total_deposit + w.deposits from seeded_wallets w where w.user_id = u.id`,
    )
    await tx.query(`select set_config('pitboss.posting', 'off', true)`)
    // Without current statistics the planner would scan all transfers for each batch that is sealed.
    await tx.query('analyze transfers, unsealed_transfers, accounts')
    return missing
  })

async function count(tx: Queryable, table: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(`select count(*)::float8 as n from ${table}`)
  return row!.n
}
