import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALL_RECORDS } from '@contract/records/records'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
let db: Db
let platform: PitbossServer
beforeAll(async () => {
  db = await databases.open('PGlite')
  platform = await makePlatform(db)
})
afterAll(() => platform.close())

it('the history shows what was written under the name that a field had before', async () => {
  const boss = await signedIn(platform, 'SUPER_ADMIN')
  const base = '/api/v1/admin-docs-verification'
  const { id } = (await boss.get(`${base}?status=VERIFIED&itemNo=1`)).body.data[0]
  await db.query(
    `insert into audit_events (id, at, actor_id, action, subject_type, subject_id, before, after, result)
     select gen_random_uuid(), now(), s.id, 'verify', 'UserDocVerification', $1::text, '{"outcome":"PENDING"}', '{"outcome":"VERIFIED"}', 'OK'
     from staff s where s.role = 'RISK' limit 1`,
    [id],
  )
  const [entry] = (await boss.get(`${base}/${id}/history`)).body.data
  expect(entry).toMatchObject({
    action: 'verify',
    changes: [{ field: 'status', before: 'PENDING', after: 'VERIFIED' }],
  })
})

it('no field has the name that another field of its record had before', () => {
  const taken = ALL_RECORDS.flatMap(({ name, allFields }) =>
    Object.values(allFields).flatMap(({ formerly }) =>
      formerly && formerly in allFields ? [`${name}.${formerly}`] : [],
    ),
  )
  expect(taken).toEqual([])
})
