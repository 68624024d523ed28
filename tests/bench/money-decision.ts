/**
 * A decision about a withdrawal with its checks, beside a bare transaction of the same statements: those that one decision sends to the
 * database, noted once, and sent again for other withdrawals by nothing but a connection.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Db, Param, Queryable } from '@server/platform/ports/db'
import { createServer } from '@server/server'
import { signedIn, type TestClient } from '../server/kit/client'
import { SECRET } from './platform'
import { inTurn, median } from './statistics'

export const DECISIONS = { connections: 20, each: 100 } as const
const WITHDRAWALS = '/api/v1/admin-manual-withdrawal'

interface Statement {
  text: string
  params: readonly Param[]
}
/** A pending withdrawal that whoever decides may approve alone. */
interface Waiting {
  id: string
  user_id: string
  reference: string
  amount: string
}

export interface DecisionResults {
  /** Decisions a second. */
  ours: number
  bare: number
  /** Statements in the transaction of one. */
  statements: number
}

/** A database that notes the statements of each transaction while it is told to. */
function noting(db: Db): { db: Db; noted: () => Promise<Statement[][]>; begin: () => void } {
  let transactions: Statement[][] | null = null
  return {
    begin: () => (transactions = []),
    noted: () => {
      const all = transactions!
      transactions = null
      return Promise.resolve(all)
    },
    db: {
      ...db,
      transaction: (work) =>
        db.transaction((tx) => {
          if (transactions === null) return work(tx)
          const own: Statement[] = []
          transactions.push(own)
          const watched: Queryable = {
            query: (text, params = []) => {
              own.push({ text, params })
              return tx.query(text, params)
            },
          }
          return work(watched)
        }),
    },
  }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const uuidsIn = (statements: readonly Statement[]) => new Set(JSON.stringify(statements).match(UUID) ?? [])

/**
 * @param first @param second what two decisions sent: ids that both have are of the person and what is decided by
 * @returns the statements of the first, for another withdrawal: with its ids, and new ids for the rows that are added
 */
function replayOf(first: { of: Waiting; statements: Statement[] }, second: { statements: Statement[] }) {
  const shared = uuidsIn(second.statements)
  return (of: Waiting): Statement[] => {
    const ids = new Map([
      [first.of.id, of.id],
      [first.of.user_id, of.user_id],
    ])
    const idFor = (id: string) => {
      const known = ids.get(id) ?? (shared.has(id) ? id : randomUUID())
      ids.set(id, known)
      return known
    }
    const replaced = (param: Param): Param => {
      if (param === first.of.amount) return of.amount
      if (typeof param === 'string') return param.replaceAll(UUID, idFor).replaceAll(first.of.reference, of.reference)
      return Array.isArray(param) ? (param as readonly string[]).map((each) => replaced(each) as string) : param
    }
    return first.statements.map(({ text, params }) => ({ text, params: params.map(replaced) }))
  }
}

/** Prepares withdrawals that one person may approve: nothing warns, and they have claimed them. @returns them, the oldest last */
async function prepare(owner: Db, finance: TestClient, count: number): Promise<Waiting[]> {
  await owner.query(
    `update user_levels set required_kyc = 'NONE', daily_withdrawal_limit = null, weekly_withdrawal_limit = null`,
  )
  await owner.transaction(async (tx) => {
    await tx.query(`select set_config('pitboss.posting', 'on', true)`)
    await tx.query(
      `update users set total_withdrawal = 1, risk_level = 'LOW' where id in (select user_id from withdrawals where status = 'PENDING')`,
    )
  })
  const me = ((await finance.session()).body as { user: { id: string } }).user.id
  const rows = await owner.query<Waiting>(
    `update withdrawals w set claimed_by = $1::uuid, claim_until = now() + interval '8 hours'
     from payment_methods m where m.id = w.payment_method_id and m.name = 'PIX' and w.status = 'PENDING' and w.amount <= 200
       and not exists (select from users p where p.id = w.user_id and p.receivable > 0)
       and not exists (select from user_bonuses g where g.user_id = w.user_id and g.status = 'ACTIVE')
       and not exists (select from transfers t where t.user_id = w.user_id and t.purpose in ('ADJUSTMENT_UP', 'BONUS_RELEASED')
         and t.at > now() - interval '8 days')
     returning w.id::text as id, w.user_id::text as user_id, w.reference, w.amount::text as amount`,
    [me],
  )
  if (rows.length < count) throw new Error(`there are only ${rows.length} withdrawals to decide, and not ${count}`)
  await owner.query('vacuum (analyze) withdrawals')
  return rows
}

/** Runs `work` for each withdrawal on some connections. @returns how many a second */
async function rateOf(withdrawals: readonly Waiting[], work: (of: Waiting) => Promise<void>): Promise<number> {
  const began = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: DECISIONS.connections }, async () => {
      while (next < withdrawals.length) {
        next += 1
        await work(withdrawals[next - 1]!)
      }
    }),
  )
  return withdrawals.length / ((performance.now() - began) / 1000)
}

export async function measureDecisions(
  { url, owner, db }: { url: string; owner: Db; db: Db },
  rounds: number,
  say: (line: string) => void,
): Promise<DecisionResults> {
  const watched = noting(db)
  const platform = await createServer({ db: watched.db, secrets: { session: SECRET }, demo: true })
  const pool = new pg.Pool({ connectionString: url, max: DECISIONS.connections, options: '-c timezone=UTC' })
  try {
    const finance = await signedIn(platform, 'FINANCE')
    const waiting = await prepare(owner, finance, 2 * DECISIONS.each * (rounds + 1) + 2)
    const approve = async ({ id }: Waiting) => {
      const { status, body, text } = await finance.patch(`${WITHDRAWALS}/${id}/approve`, {}, { ifMatch: 1 })
      if (status !== 200 || (body as { data: { status: string } }).data.status !== 'APPROVED') throw new Error(text)
    }
    async function note(of: Waiting): Promise<{ of: Waiting; statements: Statement[] }> {
      watched.begin()
      await approve(of)
      const statements = (await watched.noted()).find((all) =>
        all.some(({ text }) => text.includes('update withdrawals')),
      )
      if (!statements) throw new Error('a decision updates the withdrawal')
      return { of, statements }
    }
    const [first, second] = [await note(waiting.pop()!), await note(waiting.pop()!)]
    const statementsFor = replayOf(first, second)
    say(
      `A decision:\nbegin;\n${first.statements.map(({ text }) => text.replaceAll(/\s+/g, ' ').slice(0, 160)).join(';\n')};\ncommit;`,
    )
    const names = new Map(first.statements.map(({ text }, at) => [text, `bare_${at}`]))
    async function bare(of: Waiting) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        for (const { text, params } of statementsFor(of))
          await client.query({ name: names.get(text)!, text, values: [...params] as unknown[] })
        await client.query('commit')
      } finally {
        client.release()
      }
    }
    const next = () => waiting.splice(-DECISIONS.each)
    const decided = async (work: (of: Waiting) => Promise<void>) => {
      const own = next()
      const rate = await rateOf(own, work)
      const [left] = await db.query<{ n: number }>(
        `select count(*)::int as n from withdrawals where id = any($1::uuid[]) and status <> 'APPROVED'`,
        [own.map(({ id }) => id)],
      )
      if (left!.n > 0) throw new Error(`${left!.n} withdrawals were not approved`)
      return rate
    }
    // Connections are opened, and statements are planned.
    const subjects = { bare: () => decided(bare), ours: () => decided(approve) }
    await inTurn(1, subjects)
    const rates = await inTurn(rounds, subjects)
    const results = { ours: median(rates.ours), bare: median(rates.bare), statements: first.statements.length }
    say(`decisions: ${JSON.stringify(results)}`)
    return results
  } finally {
    await pool.end()
    await platform.close()
  }
}
