/** `npm run rules:check` finds no difference in the demo and after reports of rounds, and names each value that somebody changed by hand. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '@server/platform/ports/db'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { HOME_STORE } from '@server/db/demo'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkRules } from '@server/platform/records/rules'
import { testDatabases } from './kit/databases'
import { TestClient } from './kit/client'
import { makePlatform } from './kit/platform'
import { nodeHash } from '@server/node/crypto'

const SIZE = { staff: 40, users: 300, rounds: 2000 }
const databases = await testDatabases(SIZE)
const RESTORED = new Error('restored')

describe.each(databases.everyKind)('the check of the rules on %s', (kind) => {
  let db: Db
  beforeAll(async () => {
    db = await databases.open(kind, { as: 'owner' })
  })
  const differences = async (on: Db) =>
    Object.fromEntries((await checkRules(on, 5)).map(({ rule, count, shown }) => [rule, { count, shown }]))
  const none = { count: 0, shown: [] }

  /** What the check says of a rule after the owner ran a statement without triggers. It is rolled back afterwards. */
  async function saidAfter(rule: string, statement: string) {
    let said: readonly string[] = []
    await db
      .transaction(async (tx) => {
        for (const table of ['users', 'user_bonuses', 'referrals', 'transfers'])
          await tx.query(`alter table ${table} disable trigger user`)
        await tx.query(statement)
        const on: Pick<Db, 'query'> = {
          query: (text, params) => (text.startsWith('set transaction') ? Promise.resolve([]) : tx.query(text, params)),
        }
        said = (await differences({ ...db, transaction: (work) => work(on) }))[rule]!.shown
        throw RESTORED
      })
      .catch((error: unknown) => {
        if (error !== RESTORED) throw error
      })
    return said
  }

  it('finds no difference in the demo, which has grants with rounds, levels, and referrals that have qualified', async () => {
    expect(await differences(db)).toEqual({ wagering: none, levels: none, referrals: none })
    const [rows] = await db.query<Record<string, number>>(
      `select (select count(*)::int from game_records where grant_id is not null and counted > 0) as counted,
         (select count(distinct user_level_id)::int from users) as levels,
         (select count(*)::int from referrals where qualified_at is not null) as qualified`,
    )
    for (const [name, count] of Object.entries(rows!)) expect(count, name).toBeGreaterThan(2)
  })

  it.each([
    [
      'wagering',
      'a round counts more',
      `update game_records set counted = counted + 1 where id = (select id from game_records where counted > 0 order by id limit 1)`,
      /^round \S+: it counts \S+ for bonus grant \S+ instead of \S+ for bonus grant/,
    ],
    [
      'wagering',
      'a round counts no longer',
      `update game_records set grant_id = null where id = (select id from game_records where counted > 0 order by id limit 1)`,
      /^round \S+: it counts nothing instead of/,
    ],
    [
      'wagering',
      'a round counts for another user',
      `update game_records set grant_id = (select id from user_bonuses g where g.user_id <> game_records.user_id order by id limit 1)
       where id = (select id from game_records where grant_id is null and status = 'SETTLED' order by id limit 1)`,
      /is another user's/,
    ],
    [
      'wagering',
      'a grant has a higher sum',
      `update user_bonuses set wagered = wagered + 0.01 where id = (select id from user_bonuses where status = 'ACTIVE' and wagered > 0 order by id limit 1)`,
      /^bonus grant \S+: \S+ is wagered, and its rounds count/,
    ],
    [
      'wagering',
      'a finished grant is active',
      `update user_bonuses set status = 'ACTIVE' where id = (select id from user_bonuses where status = 'COMPLETED' order by id limit 1)`,
      /^bonus grant \S+: it is active, and (\S+) of \1 is wagered/,
    ],
    [
      'levels',
      'a user has another level',
      `update users set user_level_id = (select l.id from user_levels l where l.store_code = users.store and l.id <> users.user_level_id limit 1)
       where id = (select id from users where not level_pinned and user_level_id is not null order by id limit 1)`,
      /^user \S+: deposits of \S+ reach/,
    ],
    [
      'levels',
      'a deposit is larger',
      `update transfers set amount = 9999999 where no = (select t.no from transfers t join users u on u.id = t.user_id
         where t.purpose = 'DEPOSIT' and not u.level_pinned and u.store = 'NORTHGATE' and u.total_deposit < 1000
           and u.user_level_id is not null order by t.no limit 1)`,
      /^user \S+: deposits of \S+ reach/,
    ],
    [
      'referrals',
      'a referrer earns more',
      `update referrals set referrer_amount = referrer_amount + 1 where id = (select id from referrals where qualified_at is not null order by id limit 1)`,
      /^referral \S+ of \S+: the referrer earns \S+ instead of/,
    ],
    [
      'referrals',
      'a pending referral is said to have deposited',
      `update referrals set checks = '[{"check": "DEPOSITS", "is_met": true}]' where id = (select r.id from referrals r where r.status = 'PENDING'
         and r.checks @> '[{"check": "DEPOSITS", "is_met": false}]' order by id limit 1)`,
      /^referral \S+ of \S+: deposits should be not met/,
    ],
  ] as const)('%s: names it where %s', async (rule, _what, statement, sentence) => {
    const said = await saidAfter(rule, statement)
    expect(said.length).toBeGreaterThan(0)
    expect(said[0]).toMatch(sentence)
  })

  it('finds no difference after apps reported rounds, of which some count and one finishes the wagering', async () => {
    const open = await databases.open(kind)
    const platform = await makePlatform(open)
    try {
      const { key } = await createAppKeys(open, { now: () => Date.now() }, nodeHash).create(HOME_STORE)
      const app = new TestClient(platform)
      const [grant] = await open.query<{ id: string; user: string; left: string }>(
        `select id::text as id, user_id::text as user, (wagering_required - wagered)::text as left from user_bonuses
         where status = 'ACTIVE' and expires_at > now() and store_code = $1 order by id limit 1`,
        [HOME_STORE],
      )
      const games = await open.query<{ id: string }>(
        `select distinct on (game_type_id) id::text as id from games where store_code = $1 and not is_deleted order by game_type_id, id`,
        [HOME_STORE],
      )
      let nth = 0
      const report = async (bets: readonly string[]) => {
        const at = new Date().toISOString()
        const rounds = bets.map((bet) => ({
          round_id: `rules-${(nth += 1)}`,
          user: grant!.user,
          game: games[nth % games.length]!.id,
          ...{ wallet: 'CASH', status: 'SETTLED', bet, win: '0', started_at: at, settled_at: at },
        }))
        const reply = await app.post('/api/v1/game-record', { rounds }, { headers: { [APP_KEY_HEADER]: key } })
        expect(reply.status, reply.text).toBe(200)
      }
      const stateOf = async () =>
        (await open.query<{ status: string }>('select status from user_bonuses where id = $1::uuid', [grant!.id]))[0]!
          .status
      // The maximum bet of the welcome bonus is 25.00.
      await report(['25.00', '25.01', '0.05', '3.33', '20'])
      expect(await stateOf()).toBe('ACTIVE')
      for (let batch = 0; batch < 30 && (await stateOf()) === 'ACTIVE'; batch += 1)
        await report(Array.from({ length: 60 }, () => '25.00'))
      expect(await stateOf()).toBe('COMPLETED')
      await report(['10'])
    } finally {
      await platform.close()
    }
    expect(await differences(open)).toEqual({ wagering: none, levels: none, referrals: none })
  })
})
