/**
 * The ledger on PostgreSQL: a posting beside a bare transaction of the same statements, a page of a user's wallet beside the best
 * query by hand, and the check of the ledger beside a bare scan.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import { retriedTransaction } from '@server/platform/db/retry'
import { seedTransfers } from '@server/db/seed-transfers'
import { sealAudit } from '@server/platform/modules/audit/sealer'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { TRANSFER_TEXT } from '@server/platform/modules/ledger/seals'
import { notify } from '@server/platform/modules/notifications/store'
import { enqueue } from '@server/platform/modules/outbox/messages'
import type { TestPostgres } from '../kit/postgres'
import { inTurn, median, timed } from './statistics'
import { nodeHash } from '@server/node/crypto'

export const LEDGER = { transfers: 5_000_000, users: 5000, connections: 50, page: 50, seconds: 5 } as const
/** Queries of each kind in one round, of which the median counts. */
const QUERIES = 40
const READ = 5000
/** People who are notified, in the comparison with notifications. */
const READERS = 20
const MEGABYTE = 1024 * 1024

export interface LedgerResults {
  rounds: number
  transfers: number
  /** Seconds to add the transfers. */
  seeded: number
  /** Postings a second. */
  postings: { ours: number; withMessage: number; withNotification: number; bare: number }
  /** Milliseconds. */
  pages: readonly { what: string; ours: number; other: number }[]
  /** Seconds, and megabytes above the memory before. */
  check: { seconds: number; scan: number; memory: number }
}

export interface LedgerOptions {
  rounds: number
  seconds: number
  transfers: number
}

/**
 * The statements of an adjustment (ADJUSTMENT → CASH) as we would write them for this purpose alone. `post_transfers` runs the same
 * inside the database, in one call.
 */
export const BARE = {
  lock: `select a.id::text as id, a.balance::text as balance, a.last_seq::text as seq, h.id::text as house
    from accounts a join users u on u.id = a.user_id
    join accounts h on h.kind = 'ADJUSTMENT' and h.holder = u.store and h.currency = a.currency
    where a.kind = 'CASH' and a.holder = $1::text and a.currency = 'USD' for update of a`,
  insert: `insert into transfers (debit_id, credit_id, amount, currency, purpose, source_type, source_id, line, user_id, actor_type,
      credit_entry, credit_seq, credit_balance, at)
    values ($1::bigint, $2::bigint, $3::numeric, 'USD', 'ADJUSTMENT_UP', 'bench', $4::uuid, 0, $5::uuid, 'SYSTEM',
      $6::uuid, $7::bigint + 1, $8::numeric + $3::numeric, now())
    returning no`,
  balance: 'update accounts set balance = balance + $2::numeric, last_seq = last_seq + 1 where id = $1::bigint',
  allow: `select set_config('pitboss.posting', 'on', true)`,
  copy: 'update users set cash_balance = cash_balance + $2::numeric where id = $1::uuid',
  seal: 'insert into unsealed_transfers values ($1::bigint)',
} as const

/** Runs `work` on many connections for some seconds. Each call gets another user, so that no row is hot. @returns calls a second */
async function rateOf(
  users: readonly string[],
  seconds: number,
  work: (user: string) => Promise<unknown>,
): Promise<number> {
  let next = 0
  let calls = 0
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    Array.from({ length: LEDGER.connections }, async () => {
      while (performance.now() < end) {
        const user = users[next % users.length]!
        next += 1
        await work(user)
        calls += 1
      }
    }),
  )
  return calls / ((performance.now() - began) / 1000)
}

async function measurePostings(db: Db, pool: pg.Pool, { rounds, seconds }: LedgerOptions) {
  const rows = await db.query<{ id: string }>(
    `select u.id::text as id from users u join accounts a on a.kind = 'CASH' and a.holder = u.id::text and a.currency = u.currency
     where u.currency = 'USD' order by u.id`,
  )
  const users = rows.map(({ id }) => id)
  if (users.length < LEDGER.connections * 2)
    throw new Error('there are not enough users for a posting without a hot row')
  const lineFor = (user_id: string) => ({
    purpose: 'ADJUSTMENT_UP',
    debit: 'ADJUSTMENT' as const,
    credit: 'CASH' as const,
    amount: '0.01',
    user_id,
    source_type: 'bench',
    source_id: randomUUID(),
  })
  const ours = (user: string) => retriedTransaction(db, (tx) => postTransfers(tx, [lineFor(user)]))
  const readers = (await db.query<{ id: string }>(`select id::text as id from staff order by id limit ${READERS}`)).map(
    ({ id }) => id,
  )
  const happening = (user: string) => ({
    keyword: 'TICKET_ASSIGNED' as const,
    keywordId: user,
    eventKey: randomUUID(),
    title: 'Bench',
    description: '',
  })
  const readerOf = (user: string) => readers[users.indexOf(user) % readers.length]!
  const withMessage = (user: string) =>
    retriedTransaction(db, async (tx) => {
      await postTransfers(tx, [lineFor(user)])
      await enqueue(tx, 'notification', { staff_ids: [readerOf(user)], at: Date.now(), what: happening(user) })
    })
  const withNotification = (user: string) =>
    retriedTransaction(db, async (tx) => {
      await postTransfers(tx, [lineFor(user)])
      await notify(tx, { now: Date.now }, [readerOf(user)], happening(user))
    })
  async function bare(user: string) {
    const client = await pool.connect()
    const run = (name: keyof typeof BARE, values: unknown[] = []) =>
      client.query<Record<string, string>>({ name, text: BARE[name], values })
    try {
      await client.query('begin')
      const [held] = (await run('lock', [user])).rows
      const [{ no }] = (
        await run('insert', [held!.house, held!.id, '0.01', randomUUID(), user, randomUUID(), held!.seq, held!.balance])
      ).rows as [{ no: string }]
      await run('balance', [held!.id, '0.01'])
      await run('allow')
      await run('copy', [user, '0.01'])
      await run('seal', [no])
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  const measured = (work: (user: string) => Promise<unknown>) => () => rateOf(users, seconds, work)
  // Connections are opened, and statements are planned.
  for (const work of [ours, withMessage, withNotification, bare]) await rateOf(users, 1, work)
  const rates = await inTurn(rounds, {
    bare: measured(bare),
    ours: measured(ours),
    withMessage: measured(withMessage),
    withNotification: measured(withNotification),
  })
  const checked = await checkLedger(db, nodeHash)
  if (checked.error) throw new Error(`the ledger is wrong after the postings: ${checked.error}`)
  return {
    bare: median(rates.bare),
    ours: median(rates.ours),
    withMessage: median(rates.withMessage),
    withNotification: median(rates.withNotification),
  }
}

const COLUMNS = `id, direction, amount, currency, purpose, seq, balance_after, source_type, source_id, actor_type, actor_id, reason, at`
/** A page of the view, newest first. */
const PAGE = `select ${COLUMNS}, wallet, type, balance_before, status from wallet_transaction
  where user_id = $1::uuid and (at, id) < ($2::timestamptz, $3::uuid) order by at desc, id desc limit ${LEDGER.page}`
/** The same page by hand: the newest of each side along its index, of which the newest count; the rest is read for these alone. */
const side = (name: 'debit' | 'credit') => `(
    select t.${name}_entry as id, '${name.toUpperCase()}' as direction, t.amount, t.currency, t.purpose, t.${name}_seq as seq, t.${name}_balance as balance_after,
      t.source_type, t.source_id, t.actor_type, t.actor_id, t.reason, t.at, t.${name}_id as account_id, t.no
    from transfers t where t.user_id = $1::uuid and t.${name}_entry is not null and (t.at, t.${name}_entry) < ($2::timestamptz, $3::uuid)
    order by t.at desc, t.${name}_entry desc limit ${LEDGER.page})`
const BY_HAND = `select e.id, e.direction, e.amount, e.currency, e.purpose, e.seq, e.balance_after, e.source_type, e.source_id, e.actor_type, e.actor_id,
    e.reason, e.at, a.kind as wallet, p.type,
    case when (a.kind = 'RECEIVABLE') = (e.direction = 'CREDIT') then e.balance_after + e.amount else e.balance_after - e.amount end as balance_before,
    case when exists (select from transfers r where r.reverses = e.no) then 'REVERSED'
      when exists (select from transfer_purposes s where s.settles = e.purpose) and not exists (
        select from transfers s join transfer_purposes sp on sp.purpose = s.purpose
        where sp.settles = e.purpose and s.source_type = e.source_type and s.source_id = e.source_id) then 'PENDING'
      else 'COMPLETED' end as status
  from (select * from (${side('debit')} union all ${side('credit')}) b order by at desc, id desc limit ${LEDGER.page}) e
  join accounts a on a.id = e.account_id join transfer_purposes p on p.purpose = e.purpose
  order by e.at desc, e.id desc`

type Read = () => Promise<object[]>
async function measurePages(db: Db, rounds: number) {
  const [owner] = await db.query<{ id: string; n: number }>(
    `select user_id::text as id, count(*)::int as n from transfers where user_id is not null group by user_id order by n desc limit 1`,
  )
  const pages = []
  for (const [what, share] of [
    ['first page', 0],
    ['a page in the middle', 0.5],
    ['the last page', 1],
  ] as const) {
    const offset = Math.max(0, Math.floor((owner!.n - LEDGER.page - 1) * share))
    const [end] =
      share === 0
        ? [{ at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }]
        : await db.query<{ at: string; id: string }>(
            `select at::text as at, id::text as id from wallet_transaction where user_id = $1::uuid order by at desc, id desc offset $2::int limit 1`,
            [owner!.id, offset],
          )
    const values = [owner!.id, end!.at, end!.id]
    // Planned once for each connection, as the server reads pages along an index.
    const [ours, other] = [PAGE, BY_HAND].map((text) => () => db.plannedOnce.query(text, values)) as [Read, Read]
    if (JSON.stringify(await ours()) !== JSON.stringify(await other()))
      throw new Error(`${what}: the query by hand returns other rows`)
    await inTurn(QUERIES, { ours, other })
    const times = await inTurn(rounds * QUERIES, { ours: () => timed(ours), other: () => timed(other) })
    pages.push({ what, ours: median(times.ours), other: median(times.other) })
  }
  return pages
}

/** Reads the text of every transfer, as the check does, and does nothing with it. */
async function scan(db: Db): Promise<void> {
  let last = 0
  for (;;) {
    const rows = await db.query<{ no: number }>(
      `select t.no::float8 as no, ${TRANSFER_TEXT} as text from transfers t where t.no > $1::bigint order by t.no limit ${READ}`,
      [last],
    )
    if (rows.length < READ) return
    last = rows.at(-1)!.no
  }
}

async function measureCheck(db: Db, rounds: number) {
  const times = await inTurn(rounds, {
    scan: () => timed(() => scan(db)),
    check: () =>
      timed(async () => {
        const { error } = await checkLedger(db, nodeHash)
        if (error) throw new Error(`the ledger is wrong: ${error}`)
      }),
  })
  const before = process.memoryUsage().rss
  let peak = before
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  await checkLedger(db, nodeHash)
  clearInterval(sampling)
  return {
    seconds: median(times.check) / 1000,
    scan: median(times.scan) / 1000,
    memory: Math.max(0, peak - before) / MEGABYTE,
  }
}

/** Measures all in one database. @param say receives progress, and the statements that are compared */
export async function measureLedger(
  postgres: TestPostgres,
  options: LedgerOptions,
  say: (line: string) => void,
): Promise<LedgerResults> {
  const url = await postgres.createDatabase()
  const demo = { demo: { size: { staff: 40, users: LEDGER.users } } }
  const owner = await openDatabase({ kind: 'postgres', url, as: 'owner' }, demo)
  const db = await openDatabase({ kind: 'postgres', url, maxConnections: LEDGER.connections }, { demo: null })
  const pool = new pg.Pool({ connectionString: url, max: LEDGER.connections, options: '-c timezone=UTC' })
  try {
    const seeded = (await timed(() => seedTransfers(owner, options.transfers))) / 1000
    say(`${options.transfers} transfers: added in ${seeded.toFixed(1)} s`)
    await sealAudit(db, nodeHash)
    await owner.query('vacuum (analyze) transfers')
    await owner.query('analyze')
    const [row] = await db.query<{ n: number }>('select count(*)::float8 as n from transfers')
    const check = await measureCheck(db, options.rounds)
    say(`check ${check.seconds.toFixed(1)} s, scan ${check.scan.toFixed(1)} s, memory ${check.memory.toFixed(0)} MB`)
    const pages = await measurePages(db, options.rounds)
    for (const { what, ours, other } of pages) say(`${what}: ${ours.toFixed(2)} ms, by hand ${other.toFixed(2)} ms`)
    say(`\nA bare posting:\nbegin;\n${Object.values(BARE).join(';\n')};\ncommit;\n`)
    const postings = await measurePostings(db, pool, options)
    say(JSON.stringify(postings))
    return { rounds: options.rounds, transfers: row!.n, seeded, postings, pages, check }
  } finally {
    await Promise.all([pool.end(), owner.close(), db.close()])
  }
}
