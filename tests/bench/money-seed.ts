/** A database with many withdrawals and transfers, for the money part: as an operator's is after some years. */
import type { Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import { seedTransfers } from '@server/db/seed-transfers'
import { sealAudit } from '@server/platform/modules/audit/sealer'
import { nodeHash } from '@server/node/crypto'
import type { TestPostgres } from '../kit/postgres'

/** Users of the demo that owns everything; the withdrawals are theirs. */
const USERS = 5000
/** Withdrawals that nobody has decided; the first ones of each user. */
const OPEN = 2000

/**
 * Adds withdrawals, the newest ones open: $1 in all, $2 of them pending. They are as requests leave them, with the fees of no level and
 * without the transfers of their money, which no list reads.
 */
const FILL = `
  with people as (
    select row_number() over (order by u.id) - 1 as place, u.id, u.store, u.first_name || ' ' || u.last_name as name
    from users u where u.store = 'NORTHGATE' and not u.is_deleted and u.account_status = 'ACTIVE'
  ), methods as (
    select row_number() over (order by m.name) - 1 as place, m.id, m.rail from payment_methods m where m.name in ('Bank transfer', 'PIX')
  ), drawn as (
    select n, hashint8(n)::bigint & 2147483647 as random, date_trunc('milliseconds', now() - n * interval '45 seconds') as at
    from generate_series(1, $1::int) n
  ), made as (
    select d.*, case
      when n <= $2::int then 'PENDING'
      when n <= $2::int * 1.2 then (array['ON_HOLD', 'APPROVED', 'PROCESSING', 'UNKNOWN', 'FAILED'])[1 + n % 5]
      when random % 100 < 9 then 'REJECTED' when random % 100 < 12 then 'CANCELLED' else 'COMPLETED' end as status
    from drawn d
  )
  insert into withdrawals (id, reference, user_id, payment_method_id, amount, fee, net_amount, payee, destination, source, requested_at, status,
    decided_by_id, decided_at, reason_code, rail, external_ref, paid_at, store_code, created_at, updated_at)
  select uuid_v7(at), 'W-1' || lpad(n::text, 9, '0'), p.id, m.id, x.amount, 0, x.amount, p.name, '•••• ' || lpad((random % 10000)::text, 4, '0'),
    'APP', at, status, case when status in ('COMPLETED', 'REJECTED') then s.id end,
    case when status in ('COMPLETED', 'REJECTED') then at + interval '1 hour' end, case status when 'REJECTED' then 'OTHER' end, m.rail,
    case status when 'COMPLETED' then 'E2E-' || n end, case status when 'COMPLETED' then at + interval '1 hour' end, p.store, at, at
  from made d cross join lateral (select (2000 + random % 18000)::numeric / 100 as amount) x
  join people p on p.place = n % (select count(*) from people) join methods m on m.place = random % (select count(*) from methods)
  cross join (select id from staff where email = 'finance@pitboss.test') s`

export interface MoneyPlace {
  url: string
  /** Of the tables' owner. */
  owner: Db
  /** As the servers have it. */
  db: Db
  withdrawals: number
  transfers: number
  close(): Promise<void>
}

export interface MoneySizes {
  withdrawals: number
  transfers: number
  /** Connections of `db`. */
  connections: number
}

/** Seeds a database. @param say receives progress */
export async function seedMoney(
  postgres: TestPostgres,
  { withdrawals, transfers, connections }: MoneySizes,
  say: (line: string) => void,
): Promise<MoneyPlace> {
  const url = await postgres.createDatabase()
  const demo = { demo: { size: { staff: 40, users: USERS } } }
  const owner = await openDatabase({ kind: 'postgres', url, as: 'owner' }, demo)
  const db = await openDatabase({ kind: 'postgres', url, maxConnections: connections }, { demo: null })
  const began = performance.now()
  await seedTransfers(owner, transfers)
  say(`${transfers} transfers after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await owner.query(FILL, [withdrawals, Math.min(OPEN, Math.floor(withdrawals / 10))])
  say(`${withdrawals} withdrawals after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await sealAudit(db, nodeHash)
  for (const table of ['withdrawals', 'transfers']) await owner.query(`vacuum (analyze) ${table}`)
  await owner.query('analyze')
  const [count] = await db.query<{ withdrawals: number; transfers: number }>(
    `select (select count(*)::float8 from withdrawals) as withdrawals, (select count(*)::float8 from transfers) as transfers`,
  )
  return { url, owner, db, ...count!, close: async () => void (await Promise.all([owner.close(), db.close()])) }
}
