/** On PostgreSQL the server's connections have a role that cannot forge a transfer, whatever it runs. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sqlState, type Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import { RUNTIME_ROLE } from '@server/db/runtime-role'
import { checkLedger } from '@server/platform/modules/ledger/check'
import { postTransfers, type TransferLine } from '@server/platform/modules/ledger/post'
import { SettingsError } from '@server/node/settings-error'
import { emptyPostgres } from '@tests/kit/shared-databases'
import { testDatabases } from './kit/databases'
import { startPooler } from './kit/pooler'
import { nodeHash } from '@server/node/crypto'

const databases = await testDatabases()

describe.skipIf(!databases.kinds.includes('PostgreSQL'))('the role of the server on PostgreSQL', () => {
  let db: Db
  let owner: Db
  let ownerUrl: string
  let user: string
  const opened: Db[] = []
  const logins: string[] = []
  const suffix = randomUUID().slice(0, 8)

  beforeAll(async () => {
    db = await databases.open('PostgreSQL')
    owner = await databases.asOwner(db)
    ownerUrl = owner.connection!.connectionString
    const [row] = await db.query<{ id: string }>('select id::text as id from users where cash_balance > 10 limit 1')
    user = row!.id
  })
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()))
    for (const login of logins.toReversed()) {
      await owner.query(`drop owned by ${login}`)
      await owner.query(`drop role ${login}`)
    }
  })

  /** A login without rights of its own. @returns its connection string */
  async function login(name: string, sql = ''): Promise<string> {
    const full = `pitboss_test_${name}_${suffix}`
    await owner.query(`create role ${full} login password 'test' ${sql}`)
    logins.push(full)
    return Object.assign(new URL(ownerUrl), { username: full, password: 'test' }).href
  }
  const adjustment = (amount = '1.00'): TransferLine => ({
    purpose: 'ADJUSTMENT_UP',
    debit: 'ADJUSTMENT',
    credit: 'CASH',
    amount,
    user_id: user,
    source_type: 'test',
    source_id: randomUUID(),
  })

  const FORGERIES = [
    `insert into transfers (debit_id, credit_id, amount, currency, purpose, source_type, source_id, line, actor_type, at)
     select debit_id, credit_id, 1000, currency, purpose, 'test', gen_random_uuid(), 0, 'SYSTEM', now() from transfers limit 1`,
    'update transfers set amount = amount + 1',
    'delete from transfers',
    'truncate transfers',
    'alter table transfers disable trigger user',
    'alter table transfers owner to current_user',
    'drop trigger transfers_immutable on transfers',
    'update accounts set balance = balance + 1',
    `insert into accounts (kind, currency) values ('FEES', 'EUR')`,
    'delete from accounts',
    `insert into transfer_purposes values ('FORGED', 'ADJUSTMENT', '{ADJUSTMENT}', '{CASH}', null, null)`,
    'insert into unsealed_transfers values (1)',
    'update approval_policies set alone_up_to = 1000000',
    `insert into approval_policies values ('FORGED', 1000000, null, null)`,
    'delete from approval_policies',
    `update audit_events set reason = 'changed'`,
    'delete from audit_events',
    `set session_replication_role = replica`,
    `create or replace function refuse_money_columns() returns trigger language plpgsql as 'begin return new; end'`,
    `create function forged() returns int language sql as 'select 1'`,
  ]

  /** Tries every forgery on a connection. @returns those that were not refused for want of a right */
  async function accepted(on: Db): Promise<string[]> {
    const found: string[] = []
    for (const statement of FORGERIES)
      await on.query(statement).then(
        () => found.push(statement),
        (error: unknown) => {
          if (sqlState(error)?.code !== '42501') found.push(`${statement}: ${String(error)}`)
        },
      )
    return found
  }

  it('owns nothing', async () => {
    const rows = await db.query<{ role: string; owned: number }>(
      `select current_user as role, (select count(*)::int from pg_class where relowner = current_user::regrole) as owned`,
    )
    expect(rows).toEqual([{ role: RUNTIME_ROLE, owned: 0 }])
  })

  it('posts through the function, and in no other way', async () => {
    expect(await db.transaction((tx) => postTransfers(tx, [adjustment()]))).toHaveLength(1)
    expect(await accepted(db)).toEqual([])
    expect((await checkLedger(db, nodeHash)).error).toBeNull()
  })

  it('does not get the amounts of users changed with the setting that the function uses', async () => {
    const forged = db.transaction(async (tx) => {
      await tx.query(`select set_config('pitboss.posting', 'on', true)`)
      await tx.query('update users set cash_balance = cash_balance + 1 where id = $1::uuid', [user])
    })
    await expect(forged).rejects.toMatchObject({ code: '23514', constraint: 'users_money' })
  })

  it('is all that a login of its own has: leaving the role gives nothing back', async () => {
    const url = await login('app')
    const own = await openDatabase({ kind: 'postgres', url, ownerUrl }, { demo: null })
    opened.push(own)
    expect(await own.query(`select session_user <> current_user as apart, current_user as role`)).toEqual([
      { apart: true, role: RUNTIME_ROLE },
    ])
    expect(await own.transaction((tx) => postTransfers(tx, [adjustment()]))).toHaveLength(1)
    const left = own.transaction(async (tx) => {
      await tx.query('set role none')
      await tx.query('delete from transfers')
    })
    await expect(left).rejects.toMatchObject({ code: '42501' })
    expect(await accepted(own)).toEqual([])
  })

  it.each(['removed', 'refused'] as const)(
    'is required: a server does not start where a pooler has %s the options of its connections',
    async (options) => {
      const pooler = await startPooler(ownerUrl, options)
      try {
        const refused = openDatabase({ kind: 'postgres', url: pooler.url, ownerUrl }, { demo: null })
        await expect(refused).rejects.toThrow(SettingsError)
        await expect(refused).rejects.toThrow('a pooler such as PgBouncer')
      } finally {
        pooler.close()
      }
    },
  )

  it('is required: a server does not start with options in the address, which replace its own', async () => {
    const url = Object.assign(new URL(ownerUrl), { search: '?options=-c%20lock_timeout%3D5s' }).href
    const refused = openDatabase({ kind: 'postgres', url, ownerUrl }, { demo: null })
    await expect(refused).rejects.toThrow(SettingsError)
    await expect(refused).rejects.toThrow('or the address has options of its own')
  })

  describe('where an administrator has not given it to the logins', () => {
    let plain: string
    let admin: pg.Client
    beforeAll(async () => {
      // A login that owns its database, and may neither create roles nor grant them.
      plain = await login('plain')
      const url = (await emptyPostgres())!
      plain = Object.assign(new URL(plain), { pathname: new URL(url).pathname }).href
      admin = new pg.Client({ connectionString: url })
      await admin.connect()
      await admin.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${new URL(plain).username}`)
    })
    afterAll(async () => {
      await admin.query(`reassign owned by ${new URL(plain).username} to current_user`)
      await admin.query(`drop owned by ${new URL(plain).username}`)
      await admin.end()
    })

    it('the only login keeps its rights, with a warning, and the triggers protect the ledger', async () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const alone = await openDatabase({ kind: 'postgres', url: plain }, { demo: null })
      opened.push(alone)
      expect(warn.mock.calls.flat().join()).toContain('DATABASE_OWNER_URL')
      warn.mockRestore()
      await expect(alone.query('delete from transfers')).rejects.toMatchObject({ constraint: 'ledger_immutable' })
      await alone.close()
      opened.pop()
    })

    it('a second login is refused at the start, with what to do', async () => {
      const stranger = Object.assign(new URL(await login('stranger')), { pathname: new URL(plain).pathname }).href
      const refused = openDatabase({ kind: 'postgres', url: stranger, ownerUrl: plain }, { demo: null })
      await expect(refused).rejects.toThrow(SettingsError)
      await expect(refused).rejects.toThrow(`grant ${RUNTIME_ROLE}`)
    })
  })
})
