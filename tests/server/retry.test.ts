/** Repeating transactions that the database rolled back because of others. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { sqlState, type Db, type Queryable } from '@server/platform/ports/db'
import { retriedTransaction } from '@server/platform/db/retry'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { testDatabases } from './kit/databases'

const databases = await testDatabases()
const failure = (code: string) => Object.assign(new Error(code), { code })

describe('a transaction', () => {
  const failing = (code: string, times: number) => {
    let attempts = 0
    const db = {
      transaction: async <T>(work: (tx: never) => Promise<T>): Promise<T> => {
        attempts += 1
        if (attempts <= times) throw failure(code)
        return work(undefined as never)
      },
    }
    return { db, attempts: () => attempts }
  }

  it.each(['40001', '40P01'])('that ends with %s is repeated until it succeeds', async (code) => {
    const { db, attempts } = failing(code, 3)
    expect(await retriedTransaction(db, async () => 'done')).toBe('done')
    expect(attempts()).toBe(4)
  })

  it('is given up after the last attempt, with its error', async () => {
    const { db, attempts } = failing('40P01', 100)
    const error = await retriedTransaction(db, async () => 'done', { attempts: 3 }).catch((caught: unknown) => caught)
    expect([sqlState(error)?.code, attempts()]).toEqual(['40P01', 3])
  })

  it.each(['23505', '23514', '57014'])('that ends with %s is not repeated', async (code) => {
    const { db, attempts } = failing(code, 1)
    await expect(retriedTransaction(db, async () => 'done')).rejects.toThrow(code)
    expect(attempts()).toBe(1)
  })
})

describe.skipIf(!databases.kinds.includes('PostgreSQL'))('on PostgreSQL', () => {
  let db: Db
  let users: string[]
  beforeAll(async () => {
    db = await databases.open('PostgreSQL')
    users = (
      await db.query<{ id: string }>(`select id::text as id from users where currency = 'USD' order by id limit 2`)
    ).map(({ id }) => id)
    // The first posting adds the account of the house, and others of the house wait for that.
    await db.transaction((tx) =>
      postTransfers(
        tx,
        users.map((id) => credit(id, '1.00')),
      ),
    )
  })
  const balances = async () =>
    (
      await db.query<{ cash: string }>(
        'select cash_balance::text as cash from users where id = any($1::uuid[]) order by id',
        [users],
      )
    ).map(({ cash }) => Number(cash))
  const credit = (user_id: string, amount: string) => ({
    purpose: 'ADJUSTMENT_UP',
    debit: 'ADJUSTMENT' as const,
    credit: 'CASH' as const,
    amount,
    user_id,
    source_type: 'test',
    source_id: randomUUID(),
  })
  /** Resolves for both when both have come. */
  const meeting = () => {
    let waiting: (() => void) | null = null
    return () =>
      new Promise<void>((resolve) => {
        if (!waiting) return void (waiting = resolve)
        waiting()
        resolve()
      })
  }

  it('two postings that lock the accounts of two users in opposite order deadlock; both are posted, once', async () => {
    const before = await balances()
    const met = meeting()
    let attempts = 0
    const post = (order: readonly string[], amount: string) => {
      let isFirst = true
      const lines = order.map((id) => credit(id, amount))
      return retriedTransaction(db, async (tx) => {
        attempts += 1
        await postTransfers(tx, [lines[0]!])
        // Each has locked its first user now, and waits for that of the other.
        if (isFirst) {
          isFirst = false
          await met()
        }
        await postTransfers(tx, [lines[1]!])
      })
    }
    await Promise.all([post(users, '1.00'), post(users.toReversed(), '10.00')])
    // Usually 3. Where the other transaction does not get the processor during the pause, the second attempt locks its first user
    // before the other wakes up (PostgreSQL does not queue for a lock whose holder has rolled back), and they deadlock again.
    expect(attempts).toBeGreaterThanOrEqual(3)
    expect((await balances()).map((cash, index) => Math.round((cash - before[index]!) * 100))).toEqual([1100, 1100])
  })

  it('a posting locks its user before their accounts, as grants, claims and spins do: neither is ended as a deadlock', async () => {
    const [before] = await balances()
    const user = users[0]!
    const met = meeting()
    let attempts = 0
    const run = (work: (tx: Queryable) => Promise<unknown>) =>
      retriedTransaction(db, async (tx) => {
        attempts += 1
        await work(tx)
      })
    await Promise.all([
      run(async (tx) => {
        await tx.query('select 1 from users where id = $1::uuid for no key update', [user])
        await met()
        // The other posting has begun, and waits for the user.
        await pause(300)
        await postTransfers(tx, [credit(user, '1.00')])
      }),
      run(async (tx) => {
        await met()
        await postTransfers(tx, [credit(user, '10.00')])
      }),
    ])
    expect(attempts).toBe(2)
    expect(Math.round(((await balances())[0]! - before!) * 100)).toBe(1100)
  })

  it('a serialization failure is repeated with the committed values', async () => {
    const [before] = await balances()
    const met = meeting()
    let attempts = 0
    const one = () => {
      let isFirst = true
      const line = credit(users[0]!, '1.00')
      return retriedTransaction(db, async (tx) => {
        attempts += 1
        await tx.query('set transaction isolation level repeatable read')
        await tx.query('select 1 from accounts limit 1')
        if (isFirst) {
          isFirst = false
          await met()
        }
        await postTransfers(tx, [line])
      })
    }
    await Promise.all([one(), one()])
    expect(attempts).toBe(3)
    expect(Math.round(((await balances())[0]! - before!) * 100)).toBe(200)
  })
})
