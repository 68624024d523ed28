/** Telegram accounts: at most one per user and one user per account, with two processes too, enforced by the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TELEGRAM_REFUSAL } from '@contract/records/people/telegram-user'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { SOURCES } from '@server/platform/records/sources'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const BASE = '/api/v1/admin-telegram'
const AT_ONCE = 12
interface Account {
  id: string
  version: number
  telegram_id: string
  user: { id: string } | null
  status: string
}

describe.each(databases.kinds)('Telegram accounts on %s', (kind) => {
  let db: Db
  /** Two processes where the database supports them, otherwise one. */
  let processes: [PitbossServer, PitbossServer]
  let people: [TestClient, TestClient]
  beforeAll(async () => {
    db = await databases.open(kind)
    const first = await makePlatform(db)
    processes = [first, kind === 'PGlite' ? first : await makePlatform(await databases.again(db))]
    people = [await signedIn(processes[0], 'MANAGER'), await signedIn(processes[1], 'SUPPORT_LEAD')]
  })
  afterAll(() => Promise.all([...new Set(processes)].map((platform) => platform.close())))

  /** Accounts without a user, in the store with most of them. */
  const free = async () =>
    db.query<{ id: string; version: number; telegram_id: string }>(
      `select id::text as id, version, telegram_id from telegram_users where user_id is null
         and store_code = (select store_code from telegram_users where user_id is null group by 1 order by count(*) desc limit 1)
       order by id`,
    )
  /** Users of that store without an account. */
  const users = async (of: string) =>
    (
      await db.query<{ id: string }>(
        `select p.id::text as id from users p where not p.is_deleted
           and p.store = (select store_code from telegram_users where id = $1::uuid)
           and not exists (select 1 from telegram_users t where t.user_id = p.id) order by p.id`,
        [of],
      )
    ).map(({ id }) => id)
  const link = (nth: number, { id, version }: { id: string; version: number }, user: string) =>
    people[nth % 2]!.patch(`${BASE}/${id}/link`, { user, reason: 'Two at once' }, { ifMatch: version })

  it('link one user to only one of several accounts at once; the other calls return that account', async () => {
    const accounts = (await free()).slice(0, AT_ONCE)
    expect(accounts).toHaveLength(AT_ONCE)
    const [user] = await users(accounts[0]!.id)
    const answers = await Promise.all(accounts.map((account, nth) => link(nth, account, user!)))
    const won = answers.findIndex(({ status }) => status === 200)
    const others = answers.filter((_answer, nth) => nth !== won)
    for (const { status, body } of others) {
      expect(status).toBe(422)
      expect(body.errors).toEqual({ user: [TELEGRAM_REFUSAL.taken(accounts[won]!.telegram_id)] })
    }
    const linked = await db.query<{ id: string }>(
      'select id::text as id from telegram_users where user_id = $1::uuid',
      [user!],
    )
    expect(linked).toEqual([{ id: accounts[won]!.id }])
  })

  it('link one account only once in concurrent calls; the other calls return the current row', async () => {
    const [account] = await free()
    const chosen = (await users(account!.id)).slice(0, AT_ONCE)
    const answers = await Promise.all(chosen.map((user, nth) => link(nth, account!, user)))
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((_answer, nth) => nth !== won)) {
      expect(status).toBe(409)
      expect((body as unknown as { current: Account }).current).toMatchObject({
        id: account!.id,
        status: 'ACTIVE',
        user: { id: chosen[won] },
      })
    }
  })

  it('refuse a second account of a user with a constraint that has a message at the field', async () => {
    const [taken] = await db.query<{ user_id: string }>(
      'select user_id::text from telegram_users where user_id is not null limit 1',
    )
    const [account] = await free()
    await expect(
      db.query('update telegram_users set user_id = $1::uuid where id = $2::uuid', [taken!.user_id, account!.id]),
    ).rejects.toThrow('telegram_users_user_id_unique')
    expect(SOURCES.telegramUser.constraintErrors('telegram_users_user_id_unique')).toEqual({
      errors: { user: [TELEGRAM_REFUSAL.taken(null)] },
    })
  })
})
