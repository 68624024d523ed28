/** The ledger: what may be posted, what is refused, and that nothing else changes it. */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as runOnPostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as runOnPglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqlState, type Db } from '@server/platform/ports/db'
import { clearDemo, isEmpty } from '@server/db/demo'
import { openDatabase } from '@server/db/open'
import { createPglite, migratedPglite } from '@server/db/pglite'
import { postTransfers, type Movement, type TransferLine } from '@server/platform/modules/ledger/post'
import { emptyPostgres } from '@tests/kit/shared-databases'
import { testDatabases } from './kit/databases'

const databases = await testDatabases()

describe.each(databases.everyKind)('transfers on %s', (kind) => {
  let db: Db
  let user: string
  beforeAll(async () => {
    db = await databases.open(kind, { as: 'owner' })
  })
  const newUser = async (currency = 'USD'): Promise<string> => {
    const [row] = await db.query<{ id: string }>(
      `insert into users (id, first_name, last_name, username, email, role, password_hash, store_code, currency, created_at, updated_at)
       values (gen_random_uuid(), 'Ada', 'Okoye', 'u' || gen_random_uuid(), gen_random_uuid() || '@example.com', 'PLAYER', '-', 'NORTHGATE', $1::text, now(), now())
       returning id::text as id`,
      [currency],
    )
    return row!.id
  }
  const move = (purpose: string, debit: Movement['debit'], credit: Movement['credit'], amount: string, more = {}) =>
    ({
      purpose,
      debit,
      credit,
      amount,
      user_id: user,
      source_type: 'test',
      source_id: randomUUID(),
      ...more,
    }) as Movement
  const up = (amount: string, more = {}) => move('ADJUSTMENT_UP', 'ADJUSTMENT', 'CASH', amount, more)
  const down = (amount: string, more = {}) => move('ADJUSTMENT_DOWN', 'CASH', 'ADJUSTMENT', amount, more)
  const post = (...lines: TransferLine[]) => db.transaction((tx) => postTransfers(tx, lines))
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'accepted',
      (error: unknown) => {
        const state = sqlState(error)
        return `${state?.code} ${state?.constraint}`
      },
    )
  const balances = async (of = user) =>
    Object.fromEntries(
      (
        await db.query<{ kind: string; balance: string; seq: number }>(
          'select kind, balance::text as balance, last_seq::int as seq from accounts where user_id = $1::uuid',
          [of],
        )
      ).map(({ kind: account, balance, seq }) => [account, [balance, seq]]),
    )
  const columns = async (of = user) =>
    (
      await db.query<Record<string, string>>(
        `select cash_balance::text as cash, bonus_balance::text as bonus, total_deposit::text as deposit, total_withdrawal::text as withdrawal
         from users where id = $1::uuid`,
        [of],
      )
    )[0]
  const wallet = (of = user) =>
    db.query<Record<string, unknown>>(
      `select wallet, direction, type, amount::text as amount, balance_before::text as before, balance_after::text as after, seq::int as seq, status
       from wallet_transaction where user_id = $1::uuid order by transfer_no, direction desc`,
      [of],
    )
  beforeAll(async () => {
    user = await newUser()
  })

  it('move money between accounts, count each change of an account, and copy the amounts to the user', async () => {
    user = await newUser()
    const withdrawal = { source_id: randomUUID() }
    await post(
      move('DEPOSIT', 'CLEARING', 'CASH', '100.10', { rail: 'MANUAL' }),
      move('WITHDRAWAL_REQUESTED', 'CASH', 'LOCKED', '40.05', withdrawal),
      move('BONUS_GRANTED', 'BONUS_COST', 'BONUS', '5.00'),
    )
    const pending = await wallet()
    expect(pending.map(({ status }) => status)).toEqual(['COMPLETED', 'PENDING', 'PENDING', 'COMPLETED'])
    await post(move('WITHDRAWAL_PAID', 'LOCKED', 'CLEARING', '40.05', { ...withdrawal, rail: 'MANUAL' }))
    expect(await balances()).toEqual({ CASH: ['60.05', 2], LOCKED: ['0.00', 2], BONUS: ['5.00', 1] })
    expect(await columns()).toEqual({ cash: '60.05', bonus: '5.00', deposit: '100.10', withdrawal: '40.05' })
    const entry = (...[name, direction, type, amount, before, after, seq]: (string | number)[]) => ({
      ...{ wallet: name, direction, type, amount, before, after, seq, status: 'COMPLETED' },
    })
    expect(await wallet()).toEqual([
      entry('CASH', 'CREDIT', 'DEPOSIT', '100.10', '0.00', '100.10', 1),
      entry('CASH', 'DEBIT', 'WITHDRAWAL', '40.05', '100.10', '60.05', 2),
      entry('LOCKED', 'CREDIT', 'WITHDRAWAL', '40.05', '0.00', '40.05', 1),
      entry('BONUS', 'CREDIT', 'BONUS', '5.00', '0.00', '5.00', 1),
      entry('LOCKED', 'DEBIT', 'WITHDRAWAL', '40.05', '40.05', '0.00', 2),
    ])
  })

  it('refuse a line that is wrong in itself, and post nothing of the call then', async () => {
    user = await newUser()
    for (const [line, expected] of [
      ...['0', '-1', '0.001', 'NaN', 'Infinity', '99999999999999999'].map(
        (amount) => [up(amount), '22023 transfer_amount'] as const,
      ),
      ...['10,10', '１０', ''].map((amount) => [up(amount), '22P02 null'] as const),
      [up('1.00', { purpose: 'GIFT' }), '22023 transfer_purpose'],
      [up('1.00', { credit: 'BONUS' }), '22023 transfer_account'],
      [up('1.00', { user_id: undefined }), '22023 transfer_account'],
      [move('DEPOSIT', 'CLEARING', 'CASH', '1.00'), '22023 transfer_account'],
      [up('1.00', { user_id: randomUUID() }), '22023 transfer_user'],
      [up('1.00', { user_id: randomUUID(), currency: 'USD' }), '22023 transfer_user'],
      [up('1.00', { currency: 'EUR' }), '22023 transfer_currency'],
      [up('1.00', { actor_type: 'STAFF' }), '22023 transfer_actor'],
      [up('1.00', { source_id: undefined }), '22023 transfer_source'],
      [up('1.00', { reverses: 1 }), '23514 transfer_reversal'],
    ] as const)
      expect(await refusal(post(up('2.00'), line)), JSON.stringify(line)).toBe(expected)
    expect(await balances()).toEqual({})
  })

  it('never take more from an account than it has, and reject the same posting a second time', async () => {
    user = await newUser()
    const once = up('10.00')
    await post(once)
    expect(await refusal(post(once))).toBe('23505 transfers_source')
    expect(await refusal(post(down('10.01')))).toBe('23514 transfer_funds')
    expect(await refusal(post(down('6.00'), down('5.00')))).toBe('23514 transfer_funds')
    await post(down('10.00'))
    expect(await balances()).toEqual({ CASH: ['0.00', 2] })
  })

  it('reverse a transfer once, in parts, and record what cannot be taken back as owed, which the next credit repays', async () => {
    user = await newUser()
    const [spin] = await post(move('DEPOSIT', 'CLEARING', 'CASH', '100.00', { rail: 'CRYPTO' }))
    await post(down('70.00'))
    const reversal = { source_type: 'test', reverses: spin!.no }
    const back = (purpose: string, amount: string) => ({ ...reversal, source_id: randomUUID(), purpose, amount })
    expect(await refusal(post(back('REVERSAL', '100.00')))).toBe('23514 transfer_funds')
    expect(await refusal(post(back('REVERSAL', '30.00'), back('RECEIVABLE_RAISED', '70.01')))).toBe(
      '23514 transfer_reversal',
    )
    await post(back('REVERSAL', '30.00'), back('RECEIVABLE_RAISED', '70.00'))
    expect(await refusal(post(back('REVERSAL', '0.01')))).toBe('23514 transfer_reversal')
    expect(await balances()).toEqual({ CASH: ['0.00', 3], RECEIVABLE: ['70.00', 1] })
    expect(await columns()).toMatchObject({ cash: '0.00', deposit: '0.00' })
    expect((await wallet())[0]).toMatchObject({ type: 'DEPOSIT', status: 'REVERSED' })
    const clearing = await db.query<{ sum: string }>(
      `select sum(case when t.credit_id = a.id then t.amount else -t.amount end)::text as sum
       from transfers t join accounts a on a.id in (t.debit_id, t.credit_id) and a.kind = 'CLEARING' where t.user_id = $1::uuid`,
      [user],
    )
    expect(clearing[0]!.sum).toBe('0.00')
    await post(up('50.00'))
    expect(await balances()).toEqual({ CASH: ['0.00', 5], RECEIVABLE: ['20.00', 2] })
    await post(up('50.00'))
    expect(await balances()).toEqual({ CASH: ['30.00', 7], RECEIVABLE: ['0.00', 3] })
    expect((await wallet()).at(-1)).toMatchObject({ wallet: 'RECEIVABLE', before: '20.00', after: '0.00' })
  })

  it('are never changed or removed, and the amounts of a user are not written in another way', async () => {
    await post(up('1.00'))
    for (const [statement, expected] of [
      ['update transfers set amount = amount + 1', 'ledger_immutable'],
      ['delete from transfers', 'ledger_immutable'],
      ['truncate transfers', 'ledger_immutable'],
      ['delete from accounts', 'ledger_immutable'],
      ['truncate accounts', 'ledger_immutable'],
      ['update users set cash_balance = cash_balance + 1', 'users_money'],
      [`update users set total_deposit = 1 where total_deposit = 0`, 'users_money'],
    ] as const)
      expect(await refusal(db.query(statement)), statement).toContain(expected)
  })

  it('posted at the same time by several processes give the sum of those that were accepted', async () => {
    user = await newUser()
    await post(up('100.00'))
    const other = kind === 'PGlite' ? db : await databases.again(db)
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        refusal((index % 2 ? db : other).transaction((tx) => postTransfers(tx, [down('7.00')]))),
      ),
    )
    expect(outcomes.filter((each) => each === 'accepted')).toHaveLength(14)
    expect(new Set(outcomes)).toEqual(new Set(['accepted', '23514 transfer_funds']))
    expect(await balances()).toEqual({ CASH: ['2.00', 15] })
    expect((await wallet()).map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
  })

  it('of the demo give each user the amounts of their accounts, and all accounts of a currency sum to 0', async () => {
    const [row] = await db.query<{ users: number; wrong: number }>(
      `select count(*)::int as users, count(*) filter (where u.cash_balance <> coalesce(c.balance, 0) or u.bonus_balance <> coalesce(b.balance, 0)
         or u.total_deposit <> (select coalesce(sum(case t.purpose when 'DEPOSIT' then t.amount else -t.amount end), 0) from transfers t
           where t.user_id = u.id and t.purpose in ('DEPOSIT', 'RECEIVABLE_RAISED')))::int as wrong
       from users u left join accounts c on c.user_id = u.id and c.kind = 'CASH' left join accounts b on b.user_id = u.id and b.kind = 'BONUS'
       where u.total_deposit > 0 and u.email not like 'u%@example.com'`,
    )
    expect(row!.users).toBeGreaterThan(100)
    expect(row!.wrong).toBe(0)
  })

  it('go with the demo when it is cleared, and stay immutable afterwards', async () => {
    const fresh = await databases.open(kind, { as: 'owner' })
    await fresh.transaction(clearDemo)
    expect(await isEmpty(fresh)).toBe(true)
    expect((await fresh.query('select from transfers')).length).toBe(0)
    expect(await refusal(fresh.query('truncate transfers'))).toContain('ledger_immutable')
  })
})

describe.each(databases.everyKind)('a database from before the ledger, on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-migrations-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Amounts of users, as cash, bonus, deposits, withdrawals. */
  const AMOUNTS = [
    ['0.00', '0.00', '0.00', '0.00'],
    ['10.01', '0.00', '50.00', '20.00'],
    ['90.00', '5.55', '50.00', '20.00'],
    ['0.00', '1.00', '0.00', '75.25'],
    ['9999999999.99', '0.00', '9999999999.99', '0.00'],
  ]
  const FILL = `
    insert into roles (name, kind) values ('PLAYER', 'USER');
    insert into stores (code, name, kind) values ('OWN', 'Own', 'OWN');
    ${AMOUNTS.map(
      (amounts, index) =>
        `insert into users (id, first_name, last_name, username, email, role, password_hash, store_code, created_at, updated_at, cash_balance, bonus_balance, total_deposit, total_withdrawal)
         values ('00000000-0000-7000-8000-00000000000${index}', 'A', 'B', 'user${index}', 'user${index}@example.com', 'PLAYER', '-', 'OWN', now(), now(), ${amounts.join(', ')});`,
    ).join('\n')}`

  it('keeps the amounts of each user, as opening transfers that sum to 0', async () => {
    const migrationsFolder = join(folder, kind)
    cpSync(join(import.meta.dirname, '../../server/db/migrations'), migrationsFolder, { recursive: true })
    const journal = join(migrationsFolder, 'meta/_journal.json')
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
    const before = entries.slice(
      0,
      entries.findIndex(({ tag }) => tag.endsWith('_ledger')),
    )
    expect(before.length).toBeGreaterThan(30)
    writeFileSync(journal, JSON.stringify({ ...rest, entries: before }))

    let db: Db
    if (kind === 'PGlite') {
      const client = await createPglite({ dataDir: 'memory://' })
      await runOnPglite(drizzlePglite(client), { migrationsFolder })
      await client.exec(FILL)
      db = await migratedPglite(client)
    } else {
      const url = (await emptyPostgres())!
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await runOnPostgres(drizzlePostgres(client), { migrationsFolder })
      await client.query(FILL)
      await client.end()
      db = await openDatabase({ kind: 'postgres', url }, { demo: null })
    }
    const rows = await db.query<{ amounts: string[]; accounts: Record<string, number> | null }>(
      `select array[cash_balance::text, bonus_balance::text, total_deposit::text, total_withdrawal::text] as amounts,
         (select json_object_agg(a.kind, a.balance) from accounts a where a.user_id = u.id) as accounts from users u order by id`,
    )
    expect(rows.map(({ amounts }) => amounts)).toEqual(AMOUNTS)
    expect(rows[0]!.accounts).toBeNull()
    expect(rows[2]!.accounts).toEqual({ CASH: 90, BONUS: 5.55 })
    const sums = await db.query<{ purpose: string; sum: string }>(
      'select purpose, sum(amount)::text as sum from transfers group by purpose order by purpose',
    )
    expect(sums).toEqual([
      { purpose: 'OPENING', sum: '161.79' },
      { purpose: 'OPENING_DEPOSIT', sum: '10000000099.99' },
      { purpose: 'OPENING_WITHDRAWAL', sum: '115.25' },
    ])
    await db.close()
    // All migrations, on a database of its own.
  }, 120_000)
})
