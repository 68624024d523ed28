/** What a bulk call costs the database: the embedded one runs one statement at a time, so that others wait for all of them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import type { BulkResult } from '@contract/records/calls'
import type { Platform } from '@server/app'
import type { Db } from '@server/db/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
/** For each record: a savepoint, a look before and after the change, the change with its audit entry, and the release. */
const STATEMENTS_A_RECORD = 5

describe.each(databases.everyKind)('a bulk call on %s', (kind) => {
  let platform: Platform
  let boss: TestClient
  const statements: string[] = []

  beforeAll(async () => {
    const db = await databases.open(kind)
    const watched: Db = {
      ...db,
      transaction: (work) =>
        db.transaction((tx) =>
          work({
            ...tx,
            query: (text, params) => {
              statements.push(text)
              return tx.query(text, params)
            },
          }),
        ),
    }
    platform = await makePlatform(watched)
    boss = await signedIn(platform, 'SUPER_ADMIN')
  })
  afterAll(() => platform.close())

  /** Disables or enables records. @returns the outcomes, and the statements about their rows */
  async function perform(base: string, table: string, ids: readonly string[], isDeleted: boolean) {
    statements.length = 0
    const { status, body } = await boss.patch(
      `${base}/bulk/enable-disable`,
      { ids, values: { is_deleted: isDeleted } },
      { headers: { [IDEMPOTENCY_KEY_HEADER]: randomUUID() } },
    )
    expect(status).toBe(200)
    const own = statements.filter((text) => text.includes(table) || text.includes('savepoint'))
    return { outcomes: (body.data as BulkResult[]).map(({ outcome }) => outcome), own }
  }

  it.each([
    ['/api/v1/users', 'users'],
    ['/api/v1/admin-game-brand', 'game_platforms'],
  ])('takes five statements for each changed record of %s, none of them with a join', async (base, table) => {
    const { body } = await boss.get(`${base}?itemNo=12`)
    const rows = body.data as { id: string; is_deleted: boolean }[]
    const enabled = rows.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id)
    const [few, many] = [enabled.slice(0, 2), enabled.slice(2, 8)]
    const first = await perform(base, table, few, true)
    const second = await perform(base, table, many, true)
    expect(new Set([...first.outcomes, ...second.outcomes])).toEqual(new Set(['changed']))
    expect(second.own.length - first.own.length).toBe((many.length - few.length) * STATEMENTS_A_RECORD)
    expect(second.own.filter((text) => text.includes(' join '))).toEqual([])
  })

  it('looks twice at a record that stays the same, because its values from other tables may have changed', async () => {
    const { body } = await boss.get('/api/v1/admin-game-brand?itemNo=12')
    const [row] = (body.data as { id: string; is_deleted: boolean }[]).filter(({ is_deleted }) => !is_deleted)
    const { outcomes, own } = await perform('/api/v1/admin-game-brand', 'game_platforms', [row!.id], false)
    expect(outcomes).toEqual(['same'])
    expect(own.filter((text) => text.startsWith('select (select row_to_json'))).toHaveLength(4)
  })
})
