import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordName } from '@contract/records/calls'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()

/** No screen disables a store yet, so the contract's cases cannot do it; here the database does. */
describe.each(databases.kinds)('stores that can be chosen, on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  let partner: TestClient
  let role: string
  let open: string
  let closed: string

  const names = async (client: TestClient, query = '') =>
    (await client.get(`/api/v1/admin-store/list${query}`)).body.data as RecordName[]
  const addUser = (store: string, username: string) =>
    boss.send('POST', '/api/v1/users', {
      body: {
        first_name: 'Élodie',
        last_name: 'Ωmega',
        username,
        email: `${username}@player.example`,
        role,
        third_party_store_code: store,
        password: 'Pitboss#2027',
        confirm_password: 'Pitboss#2027',
      },
    })

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    partner = await signedIn(platform, 'THIRD_PARTY_ADMIN')
    const { data } = (await partner.get('/api/v1/admin/profile')).body as { data: { third_party_store_code: string } }
    open = data.third_party_store_code
    const [other] = await db.query<{ code: string }>(
      `select code from stores where kind = 'THIRD_PARTY' and code <> $1::text order by code limit 1`,
      [open],
    )
    closed = other!.code
    const [given] = await db.query<{ name: string }>(`select name from roles where kind = 'USER' order by name limit 1`)
    role = given!.name
    await db.query('update stores set is_deleted = true where code = $1::text', [closed])
  })
  afterAll(() => platform.close())

  it('are listed with names and codes and found by both; a disabled one is listed only by its id', async () => {
    const offered = await names(boss)
    const codes = offered.map(({ code }) => code)
    expect(codes).toContain(open)
    expect(codes).not.toContain(closed)
    const wanted = offered.find(({ code }) => code === open)!
    for (const word of [open.toLowerCase(), wanted.name])
      expect(await names(boss, `?search=${encodeURIComponent(word)}`)).toContainEqual(wanted)
    expect(await names(boss, `?search=${closed}`)).toEqual([])
    const [{ id } = { id: '' }] = await db.query<{ id: string }>(
      'select id::text as id from stores where code = $1::text',
      [closed],
    )
    expect((await names(boss, `?id=${id}`)).map(({ code }) => code)).toEqual([closed])
  })

  it('are refused at the field where they are disabled or unknown, and nothing is written', async () => {
    for (const store of [closed, 'NOSUCHSTORE']) {
      const { status, body } = await addUser(store, `of_${store.toLowerCase()}`)
      expect([status, body.errors]).toEqual([422, { third_party_store_code: ['Choose an enabled store of the list'] }])
    }
    const [{ n } = { n: -1 }] = await db.query<{ n: number }>(
      `select count(*)::int as n from users where username like 'of\\_%'`,
    )
    expect(n).toBe(0)
    expect((await addUser(open, 'of_open')).status).toBe(200)
  })

  it('are limited to the own store for a partner’s staff', async () => {
    expect((await names(partner)).map(({ code }) => code)).toEqual([open])
  })
})
