/** The check of the ledger finds what the database's owner changes by hand, also where everything that follows is adjusted. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '@server/platform/ports/db'
import { sealAudit } from '@server/platform/modules/audit/sealer'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { testDatabases } from './kit/databases'
import { nodeHash } from '@server/node/crypto'

const databases = await testDatabases()
const RESTORED = new Error('restored')

describe.each(databases.everyKind)('the check of the ledger on %s', (kind) => {
  let db: Db
  /** Three sealed credits of 5.00 to one user, by number. */
  let sealed: number[]
  let user: string
  const credit = (amount: string) => ({
    ...({ purpose: 'ADJUSTMENT_UP', debit: 'ADJUSTMENT', credit: 'CASH', amount } as const),
    ...{ user_id: user, source_type: 'test', source_id: randomUUID() },
  })
  beforeAll(async () => {
    db = await databases.open(kind, { as: 'owner' })
    const [row] = await db.query<{ id: string }>('select id::text as id from users order by id limit 1')
    user = row!.id
    const posted = await db.transaction((tx) => postTransfers(tx, ['5.00', '5.00', '5.00'].map(credit)))
    sealed = posted.map(({ no }) => no)
    await sealAudit(db, nodeHash)
  })

  /**
   * What the check says after the owner ran statements on a ledger without triggers. It is rolled back afterwards.
   */
  async function saidAfter(...statements: string[]): Promise<string | null> {
    let said: string | null = null
    await db
      .transaction(async (tx) => {
        await tx.query('alter table transfers disable trigger user')
        for (const table of ['users', 'user_bonuses', 'adjustments', 'approvals', 'approval_decisions'])
          await tx.query(`alter table ${table} disable trigger user`)
        for (const statement of statements) await tx.query(statement)
        said = (await checkLedger({ ...db, transaction: (work) => work(withoutIsolation(tx)) }, nodeHash)).error
        throw RESTORED
      })
      .catch((error: unknown) => {
        if (error !== RESTORED) throw error
      })
    return said
  }
  /** The check's transaction is the one with the forgery, whose isolation cannot be set any more. */
  const withoutIsolation = (tx: Pick<Db, 'query'>): Pick<Db, 'query'> => ({
    query: (text, params) => (text.startsWith('set transaction') ? Promise.resolve([]) : tx.query(text, params)),
  })

  it('finds nothing wrong with what was posted, whether it is sealed or not', async () => {
    const { transfers, error } = await checkLedger(db, nodeHash)
    expect(error).toBeNull()
    const [row] = await db.query<{ n: number }>('select count(*)::int as n from transfers')
    expect(transfers).toBe(row!.n)
    await db.transaction((tx) => postTransfers(tx, [credit('1.00')]))
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })

  it('names a request whose state does not agree with its transfers', async () => {
    const grant = async (status: string) =>
      (
        await db.query<{ id: string }>(
          'select id::text as id from user_bonuses where status = $1::text and settled_at is null order by id limit 1',
          [status],
        )
      )[0]!.id
    for (const [from, to] of [
      ['COMPLETED', 'ACTIVE'],
      ['ACTIVE', 'GRANTED'],
      ['FORFEITED', 'REVOKED'],
    ] as const) {
      const id = await grant(from)
      expect(await saidAfter(`update user_bonuses set status = '${to}' where id = '${id}'`)).toBe(
        `bonus grant ${id}: it is ${to.toLowerCase()}, and its transfers are not those of that`,
      )
    }
    const id = await grant('ACTIVE')
    expect(await saidAfter(`update user_bonuses set amount = amount + 1 where id = '${id}'`)).toContain(
      `bonus grant ${id}: it is active`,
    )
    expect(await saidAfter(`delete from user_bonuses where id = '${id}'`)).toMatch(
      new RegExp(`^transfer \\d+: there is no bonus grant ${id}$`),
    )
    const request = randomUUID()
    const requested = (status: string) => [
      `insert into adjustments (id, user_id, direction, account, amount, reason_code, note, requested_by, created_at)
       select '${request}', '${user}', 'UP', 'CASH', 5, 'GOODWILL', 'By hand', s.id, now() from staff s order by s.id limit 1`,
      `insert into approvals (id, policy, subject_type, subject_id, row_id, permission_subject, record, record_id, title, details, amount, currency,
         requested_by, requested_at, expires_at, required, needs_step_up, status)
       select gen_random_uuid(), 'ADJUSTMENT', 'adjustment', '${request}', '${request}', 'TransactionRecords', 'users', '${user}', 'Add', '[]', 5, 'USD', s.id,
         now(), now() + interval '1 day', 1, false, '${status}' from staff s order by s.id limit 1`,
    ]
    expect(await saidAfter(...requested('PENDING'))).toBeNull()
    expect(await saidAfter(...requested('APPROVED'))).toBe(
      `adjustment ${request}: it is approved, and its transfers are not those of that`,
    )
  })

  it('names a transfer that was changed, also with its balances and those of the account and the user', async () => {
    const account = `(select credit_id from transfers where no = ${sealed[1]})`
    expect(
      await saidAfter(
        `update transfers set amount = 6 where no = ${sealed[1]}`,
        `update transfers set credit_balance = credit_balance + 1 where credit_id = ${account} and no >= ${sealed[1]}`,
        `update transfers set debit_balance = debit_balance + 1 where debit_id = ${account} and no >= ${sealed[1]}`,
        `update accounts set balance = balance + 1 where id = ${account}`,
        `update users set cash_balance = cash_balance + 1 where id = '${user}'`,
      ),
    ).toBe(`transfer ${sealed[1]}: differs from its seal; it was changed after it was posted`)
    expect(await saidAfter(`update transfers set reason = 'Refund' where no = ${sealed[2]}`)).toContain(
      `transfer ${sealed[2]}: differs`,
    )
    expect(await saidAfter(`update transfers set at = at - interval '1 day' where no = ${sealed[0]}`)).toContain(
      `transfer ${sealed[0]}: differs`,
    )
  })

  it('names a transfer that was removed, also with the numbers and balances after it', async () => {
    const [row] = await db.query<{ id: number }>(
      `select credit_id::float8 as id from transfers where no = ${sealed[1]}`,
    )
    expect(
      await saidAfter(
        `delete from transfers where no = ${sealed[1]}`,
        `update transfers set credit_balance = credit_balance - 5, credit_seq = credit_seq - 1 where credit_id = ${row!.id} and no > ${sealed[1]}`,
        `update accounts set balance = balance - 5, last_seq = last_seq - 1 where id = ${row!.id}`,
        `update users set cash_balance = cash_balance - 5 where id = '${user}'`,
      ),
    ).toBe(`transfer ${sealed[1]}: is missing; it was removed after it was posted`)
    const last = await saidAfter(
      `delete from unsealed_transfers`,
      `delete from transfers where no >= ${sealed[2]}`,
      `update accounts set balance = 0 where id = ${row!.id}`,
    )
    expect(last).toBe(`transfer ${sealed[2]}: is missing; it was removed after it was posted`)
  })

  it('names a transfer that was added, also with its number and balances and those of the account and the user', async () => {
    const [row] = await db.query<{ no: number; account: number }>(
      `select max(no)::float8 as no, (select credit_id::float8 from transfers where no = ${sealed[1]}) as account from transfers`,
    )
    const added = row!.no + 1
    expect(
      await saidAfter(
        `insert into transfers (no, debit_id, credit_id, amount, currency, purpose, source_type, source_id, line, user_id, actor_type,
           credit_entry, credit_seq, credit_balance, at)
         overriding system value
         select ${added}, t.debit_id, t.credit_id, 100, t.currency, t.purpose, 'test', gen_random_uuid(), 0, t.user_id, 'SYSTEM',
           gen_random_uuid(), a.last_seq + 1, a.balance + 100, now()
         from transfers t join accounts a on a.id = t.credit_id where t.no = ${sealed[1]}`,
        `update accounts set balance = balance + 100, last_seq = last_seq + 1 where id = ${row!.account}`,
        `update users set cash_balance = cash_balance + 100 where id = '${user}'`,
      ),
    ).toBe(`transfer ${added}: no seal contains it; it was added without post_transfers`)
  })

  it('names an account, a column of a user and a transfer whose amounts do not follow from the transfers', async () => {
    const [row] = await db.query<{ id: number; balance: string; seq: number; no: number }>(
      `select a.id::float8 as id, a.balance::text as balance, a.last_seq::int as seq, (select max(no)::float8 from transfers) as no
       from accounts a where a.id = (select credit_id from transfers where no = ${sealed[1]})`,
    )
    expect(await saidAfter(`update accounts set balance = 0 where id = ${row!.id}`)).toBe(
      `account ${row!.id} (CASH): its balance is 0.00 instead of ${row!.balance}`,
    )
    expect(await saidAfter(`update accounts set last_seq = 0 where id = ${row!.id}`)).toBe(
      `account ${row!.id} (CASH): its last number is 0 instead of ${row!.seq}`,
    )
    expect(await saidAfter(`update users set total_deposit = 0.01 where id = '${user}'`)).toContain(
      `user ${user}: the column total_deposit is 0.01 instead of `,
    )
    // Not sealed yet.
    expect(await saidAfter(`update transfers set credit_balance = 1 where no = ${row!.no}`)).toBe(
      `transfer ${row!.no}: the balance of account ${row!.id} after it is 1.00 instead of ${row!.balance}`,
    )
    expect(await saidAfter(`update transfers set purpose = 'BONUS_GRANTED' where no = ${row!.no}`)).toBe(
      `transfer ${row!.no}: BONUS_GRANTED does not allow a transfer from ADJUSTMENT to CASH`,
    )
  })

  it('finds a seal that was changed to match', async () => {
    expect(
      await saidAfter(
        `update audit_events set after = jsonb_set(after, '{hash}', '"0"') where subject_type = 'Ledger' and chain_no = (select max(chain_no) from audit_events where subject_type = 'Ledger')`,
      ),
    ).toContain('at least one differs from its seal')
    expect(
      await saidAfter(
        `update audit_events set reason = 'x' where chain_no = (select max(chain_no) from audit_events where subject_type = 'Ledger')`,
      ),
    ).toContain('audit entry ')
  })
})
