/** Levels of users: the preview matches the effect of the save, every user has a level, and concurrent calls are correct. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { HOME_STORE } from '@server/db/demo'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const BASE = '/api/v1/admin-user-level'
interface Level {
  id: string
  version: number
  name: string
  rank: number | null
  users_count: number
  min_total_deposit: string
  store_code: string
  is_deleted: boolean
}
interface Answer {
  moved_up: number
  moved_down: number
  levels: { level: string; users: string }[]
}

describe.each(databases.kinds)('user levels on %s', (kind) => {
  let db: Db
  /** Two processes where the database supports them, otherwise one. */
  let processes: [PitbossServer, PitbossServer]
  let manager: TestClient
  let colleague: TestClient
  beforeAll(async () => {
    db = await databases.open(kind)
    const first = await makePlatform(db)
    processes = [first, kind === 'PGlite' ? first : await makePlatform(await databases.again(db))]
    manager = await signedIn(processes[0], 'MANAGER')
    colleague = await signedIn(processes[1], 'ADMIN')
  })
  afterAll(() => Promise.all([...new Set(processes)].map((platform) => platform.close())))

  const levels = async () => (await manager.get(BASE)).body.data as unknown as Level[]
  const level = async (name: string) => (await levels()).find((each) => each.name === name)!
  const preview = async (id: string, body: object) =>
    (await manager.post(`${BASE}/${id}/preview`, body)).body.data as unknown as Answer
  const save = async (who: TestClient, { id, version }: Level, body: object) =>
    who.patch(`${BASE}/${id}`, body, { ifMatch: version })
  /** User → level, from the database. */
  const placed = async () =>
    new Map(
      (
        await db.query<{ id: string; level: string | null }>(
          'select id::text as id, user_level_id::text as level from users',
        )
      ).map(({ id, level: of }) => [id, of]),
    )
  /** Users without a fixed level whose level differs from the rule, which is computed here row by row. */
  const misplaced = async () => {
    const all = (await levels()).filter(({ is_deleted }) => !is_deleted)
    const users = await db.query<{ level: string | null; deposits: string; store: string }>(
      `select user_level_id::text as level, total_deposit::text as deposits, store from users
        where not level_pinned and not level_kept and store in (select store_code from user_levels)`,
    )
    return users.filter(({ level: of, deposits, store }) => {
      const reached = all
        .filter((each) => each.store_code === store && Number(each.min_total_deposit) <= Number(deposits))
        .toSorted((a, b) => Number(b.min_total_deposit) - Number(a.min_total_deposit))[0]
      return (reached?.id ?? null) !== of
    })
  }

  it('the save moves as many users up and down as the preview returned, and their histories show it', async () => {
    expect(await misplaced()).toEqual([])
    for (const [minimum, direction] of [
      ['9000.00', 'moved_down'],
      ['100.00', 'moved_up'],
    ] as const) {
      const silver = await level('Silver')
      const said = await preview(silver.id, { min_total_deposit: minimum })
      expect(said[direction]).toBeGreaterThan(0)
      const before = await placed()
      // Gold begins at 5,000: a Silver above it gets another rank, and so do the levels between.
      expect((await save(manager, silver, { min_total_deposit: minimum })).status).toBe(200)
      const after = await placed()
      const moved = [...after].filter(([id, of]) => before.get(id) !== of)
      expect(moved).toHaveLength(said.moved_up + said.moved_down)
      expect(await misplaced()).toEqual([])
      for (const { level: name, users } of said.levels)
        expect(users.split(' → ').at(-1), name).toBe(String((await level(name)).users_count))
      const [someone] = moved[0]!
      const { body } = await manager.get(`/api/v1/users/${someone}/history`)
      expect((body.data as unknown as { action: string; changes: object[] }[])[0]).toMatchObject({
        action: 'level',
        changes: [{ field: 'user_level' }],
      })
    }
  })

  it('with the option, nobody moves down: users keep their level until they reach a higher one', async () => {
    const gold = await level('Gold')
    const asked = { min_total_deposit: '20000.00', nobody_moves_down: true }
    const said = await preview(gold.id, asked)
    expect(said.moved_down).toBe(0)
    expect((await save(manager, gold, asked)).status).toBe(200)
    const kept = await db.query<{ n: number }>('select count(*)::int as n from users where level_kept')
    expect(kept[0]!.n).toBeGreaterThan(0)
    expect((await level('Gold')).users_count).toBe(gold.users_count)
    // A later save without the option does not remove the kept level.
    const silver = await level('Silver')
    expect((await save(manager, silver, { min_total_deposit: '200.00' })).status).toBe(200)
    expect((await level('Gold')).users_count).toBe(gold.users_count)
    // A user whom a lower minimum moves above the kept level no longer keeps it.
    expect((await save(manager, await level('Platinum'), { min_total_deposit: '6000.00' })).status).toBe(200)
    expect(await misplaced()).toEqual([])
    const held = await db.query<{ n: number }>(
      `select count(*)::int as n from users u join user_levels l on l.id = u.user_level_id where u.level_kept and l.name = 'Platinum'`,
    )
    expect(held[0]!.n).toBe(0)
  })

  it('the lowest level begins at 0 and cannot be removed, two levels cannot have the same minimum, and one with users cannot be disabled', async () => {
    const [bronze, gold] = [await level('Bronze'), await level('Gold')]
    expect((await save(manager, bronze, { min_total_deposit: '1' })).body).toMatchObject({
      errors: { min_total_deposit: [expect.stringContaining('begins at 0')] },
    })
    expect((await save(manager, gold, { min_total_deposit: '0.00' })).body).toMatchObject({
      errors: { min_total_deposit: ['This minimum is already used'] },
    })
    for (const [each, text] of [
      [bronze, 'The lowest level begins at 0'],
      [gold, 'users have this level'],
    ] as const) {
      const reply = await save(manager, each, { is_deleted: true })
      expect([reply.status, reply.body.message]).toEqual([422, expect.stringContaining(text)])
    }
  })

  it('two people who save two levels at the same moment leave every user at the level of the rule', async () => {
    for (let round = 0; round < 8; round++) {
      const [silver, diamond] = [await level('Silver'), await level('Diamond')]
      const replies = await Promise.all([
        save(manager, silver, { min_total_deposit: round % 2 === 0 ? '900.00' : '300.00' }),
        save(colleague, diamond, { min_total_deposit: round % 2 === 0 ? '30000.00' : '90000.00' }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      expect(await misplaced()).toEqual([])
    }
  })

  it('a user who is added, or who changes the store, gets a level of that store; a level of another store cannot be set', async () => {
    const [user] = (await manager.get('/api/v1/users?itemNo=1&third_party_store_code=LUMEN')).body.data as unknown as {
      id: string
      version: number
    }[]
    const foreign = await level('Bronze')
    const reply = await manager.patch(
      `/api/v1/users/${user!.id}/set-level`,
      { level: foreign.id, reason: 'A mistake' },
      { ifMatch: user!.version },
    )
    expect(reply.body).toMatchObject({ errors: { level: ['Choose a level of the user’s store'] } })
    const made = await manager.post('/api/v1/users', {
      first_name: 'Νίκος',
      last_name: 'Παπάς',
      username: 'nikos_levels',
      email: 'nikos.levels@example.com',
      role: 'PLAYER',
      third_party_store_code: 'LUMEN',
      password: 'Strong#2026',
      confirm_password: 'Strong#2026',
    })
    expect(made.body.data).toMatchObject({ user_level: { name: 'Starter' }, level_pinned: false })
  })

  it('a deposit moves its user to the level that it reaches, and its reversal down again; a level that staff set, or that is kept, does not move down', async () => {
    const add = async (name: string) => {
      const made = await manager.post('/api/v1/users', {
        first_name: 'Зоя',
        last_name: 'Орлова',
        username: name,
        email: `${name}@example.com`,
        role: 'PLAYER',
        password: 'Strong#2026',
        confirm_password: 'Strong#2026',
      })
      return made.body.data as unknown as { id: string; version: number; user_level: { name: string } }
    }
    const now = async ({ id }: { id: string }) =>
      (await manager.get(`/api/v1/users/${id}`)).body.data as unknown as {
        version: number
        user_level: { name: string }
      }
    const levelOf = async (user: { id: string }) => (await now(user)).user_level.name
    const deposit = async ({ id }: { id: string }, amount: string) => {
      const [posted] = await db.transaction((tx) =>
        postTransfers(tx, [
          { ...common(id), purpose: 'DEPOSIT', debit: 'CLEARING', credit: 'CASH', rail: 'MANUAL', amount },
        ]),
      )
      return posted!.no
    }
    const reverse = ({ id }: { id: string }, no: number, amount: string) =>
      db.transaction((tx) =>
        postTransfers(tx, [{ ...common(id), purpose: 'REVERSAL', reverses: no, amount, reason: 'Chargeback' }]),
      )
    const common = (user_id: string) => ({
      user_id,
      source_type: 'users',
      source_id: uuidV7(Date.now()),
      at: new Date().toISOString(),
    })
    const ladder = (await levels())
      .filter(({ is_deleted, store_code }) => !is_deleted && store_code === HOME_STORE)
      .toSorted((a, b) => Number(a.min_total_deposit) - Number(b.min_total_deposit))
    const [first, second, third] = ladder
    const cents = (text: string) => BigInt(text.replace('.', ''))
    const text = (all: bigint) => `${all / 100n}.${String(all % 100n).padStart(2, '0')}`
    const [below, reached] = [cents(second!.min_total_deposit) - 1n, cents(third!.min_total_deposit)]

    const user = await add('zoya_levels')
    expect(user.user_level.name).toBe(first!.name)
    await deposit(user, text(below))
    expect(await levelOf(user), 'a cent below').toBe(first!.name)
    const last = await deposit(user, text(reached - below))
    expect(await levelOf(user)).toBe(third!.name)
    const { body } = await manager.get(`/api/v1/users/${user.id}/history`)
    expect((body.data as unknown as { action: string; by: unknown }[])[0]).toMatchObject({ action: 'level', by: null })
    await reverse(user, last, text(reached - below))
    expect(await levelOf(user)).toBe(first!.name)

    const pinned = await add('zoya_pinned')
    const set = await manager.patch(
      `/api/v1/users/${pinned.id}/set-level`,
      { level: second!.id, reason: 'A promise' },
      { ifMatch: pinned.version },
    )
    expect(set.status).toBe(200)
    await deposit(pinned, text(reached))
    expect(await levelOf(pinned)).toBe(second!.name)

    const keeping = await add('zoya_keeps')
    const only = await deposit(keeping, text(reached))
    await db.query('update users set level_kept = true where id = $1', [keeping.id])
    await reverse(keeping, only, text(reached))
    expect(await levelOf(keeping)).toBe(third!.name)
  })
})
