import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold } from '@contract/search'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases({ staff: 40, users: 600 })

describe.each(databases.everyKind)('search on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    await db.query(
      `update users set first_name = v.first, last_name = v.last, email = v.email, username = v.username, phone = v.phone
       from (values (1, 'Jörgün', 'Krügler', 'jk@one.test', 'jkrueger', '+49 (151) 465-107'), (2, 'Avarine', 'Reedby', 'avarine@two.test', 'reader', null),
         (3, 'Đứckh', 'Nguyễnq', 'dn@three.test', 'duc', '+84151465'), (4, 'Reedby', 'Avarine', 'ra@four.test', 'ravery', null))
         v (n, first, last, email, username, phone), (select id, row_number() over (order by id) as n from users) k
       where k.n = v.n and k.id = users.id`,
    )
  })
  afterAll(() => platform.close())

  const found = async (search: string, client = boss) => {
    const { body } = await client.get(`/api/v1/users?itemNo=999&search=${encodeURIComponent(search)}`)
    return (body.data as { username: string }[]).map(({ username }) => username).toSorted()
  }

  it.each([
    ['krügler', ['jkrueger']],
    ['KRUGLER jorgun', ['jkrueger']],
    ['kru\u0308gler', ['jkrueger']],
    ['avarine reedby', ['ravery', 'reader']],
    ['reedby avarine', ['ravery', 'reader']],
    ['two.test avarine', ['reader']],
    ['duckh nguyenq', ['duc']],
    ['ĐỨCKH', ['duc']],
    ['465107', ['jkrueger']],
    ['+49151465107', ['jkrueger']],
    ['151-465', ['duc', 'jkrueger']],
    ['krügler two.test', []],
    ['jörgünkrügler', []],
  ])('%j finds %j', async (search, usernames) => expect(await found(search)).toEqual(usernames))

  it('does not match a word across two fields', async () => expect(await found('jkrueger49')).toEqual([]))

  it('finds only the record with the given id', async () => {
    const [row] = await db.query<{ id: string; username: string }>('select id::text, username from users limit 1')
    expect(await found(row!.id)).toEqual([row!.username])
    expect(await found(row!.id.toUpperCase())).toEqual([row!.username])
  })

  it('finds nothing in a field that the reader may not read', async () => {
    await db.query(
      `update permission_sets set entries = '[{"subject":"Users","action":"read","fields":["username","first_name","is_deleted"]}]'
       where 'SUPPORT_AGENT' = any (assigned_roles)`,
    )
    const agent = await signedIn(platform, 'SUPPORT_AGENT')
    expect(await found('jörgün', agent)).toEqual(['jkrueger'])
    for (const search of ['krügler', '465107', 'one.test', 'jörgün krügler'])
      expect(await found(search, agent)).toEqual([])
  })

  it('folds every character like the contract', async () => {
    // Capitals that were added after Unicode 10 are folded only where the database supports them.
    const isRecent = (code: number) => (code >= 0x1c80 && code <= 0x1cbf) || code === 0x2c2f
    const signs = Array.from({ length: 0x30ff }, (_, at) => at + 1)
      .filter((code) => !isRecent(code))
      .map((code) => String.fromCodePoint(code))
    const rows = await db.query<{ sign: string; folded: string }>(
      'select sign, fold(sign) as folded from unnest($1::text[]) as t (sign)',
      [signs],
    )
    const different = rows.filter(({ sign, folded }) => folded !== fold(sign))
    expect(rows).toHaveLength(signs.length)
    expect(different.map(({ sign, folded }) => [sign.codePointAt(0)!.toString(16), folded, fold(sign)])).toEqual([])
  })

  it('uses an index instead of reading every row', async () => {
    const plan = await db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      return tx.query<{ 'QUERY PLAN': string }>(`explain select id from users where search_text like '%krugler%'`)
    })
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_search')
  })
})
