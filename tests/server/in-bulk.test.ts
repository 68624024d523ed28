/** Rows that are written without the indexes and references of their tables: these are the same afterwards, and hold for all rows. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Db, Queryable } from '@server/platform/ports/db'
import { inBulk } from '@server/platform/db/in-bulk'
import { testDatabases } from './kit/databases'

const databases = await testDatabases()

describe.each(databases.everyKind)('rows written in bulk on %s', (kind) => {
  let db: Db
  beforeAll(async () => {
    db = await databases.open(kind, { as: 'owner' })
  })

  /** Indexes and constraints of users and transfers, as PostgreSQL describes them. */
  const rules = async (on: Queryable) =>
    (
      await on.query<{ rule: string }>(
        `select i.indexdef as rule from pg_indexes i where i.tablename in ('users', 'transfers')
         union all select c.conname || ' ' || pg_get_constraintdef(c.oid) from pg_constraint c where c.conrelid in ('users'::regclass, 'transfers'::regclass)
         order by 1`,
      )
    ).map(({ rule }) => rule)
  const users = () => db.query('select id::text as id, email, store_code from users order by id')

  it('leave every index and reference as it was; while they are written, only the primary keys are there', async () => {
    const before = await rules(db)
    const during = await db.transaction((tx) => inBulk(tx, ['users', 'transfers'], () => rules(tx)))
    const isIndex = (rule: string) => rule.startsWith('CREATE')
    expect(before.filter(isIndex).length).toBeGreaterThan(10)
    expect(during.filter(isIndex)).toEqual([
      expect.stringContaining('transfers_pkey'),
      expect.stringContaining('users_pkey'),
    ])
    expect(during.filter((rule) => rule.includes('FOREIGN KEY'))).toEqual([])
    expect(await rules(db)).toEqual(before)
  })

  it.each([
    [
      'two users have the same e-mail',
      `email = 'same@example.com' where id in (select id from users limit 2)`,
      '23505',
    ],
    ['a user belongs to a store that does not exist', `store_code = 'NOWHERE'`, '23503'],
  ])('are refused, all of them, where %s', async (_fault, change, code) => {
    const before = [await rules(db), await users()]
    await expect(
      db.transaction((tx) => inBulk(tx, ['users'], () => tx.query(`update users set ${change}`))),
    ).rejects.toMatchObject({ code })
    expect([await rules(db), await users()]).toEqual(before)
  })
})
