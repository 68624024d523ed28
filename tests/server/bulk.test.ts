/** What a bulk call costs the database: the embedded one runs one statement at a time, so that others wait for all of them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import type { BulkResult } from '@contract/records/calls'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
/** The change with its audit entry; all of a part are looked at together, behind one savepoint. */
const STATEMENTS_A_RECORD = 1

describe.each(databases.everyKind)('a bulk call on %s', (kind) => {
  let platform: PitbossServer
  let boss: TestClient
  const statements: string[] = []
  /** Called before each transaction with a savepoint, which only bulk calls have. */
  let onPart: () => void = () => undefined

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
              if (text === 'savepoint one') onPart()
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
  ])('takes one statement for each changed record of %s, none of them with a join', async (base, table) => {
    const { body } = await boss.get(`${base}?itemNo=12`)
    const rows = body.data as { id: string; is_deleted: boolean }[]
    const enabled = rows.filter(({ is_deleted }) => !is_deleted).map(({ id }) => id)
    const [few, many] = [enabled.slice(0, 2), enabled.slice(2, 7)]
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

  const enabledUsers = async (count: number) => {
    const { body } = await boss.get('/api/v1/users?itemNo=200')
    const rows = body.data as { id: string; is_deleted: boolean; version: number }[]
    return rows.filter(({ is_deleted }) => !is_deleted).slice(0, count)
  }
  const versionOf = async (id: string) => (await boss.get(`/api/v1/users/${id}`)).body.data.version as number

  it('answers others before it has changed all of its records', async () => {
    const users = await enabledUsers(60)
    const begun = new Promise<void>((resolve) => (onPart = resolve))
    let isOver = false
    const done = perform(
      '/api/v1/users',
      'users',
      users.map(({ id }) => id),
      true,
    ).finally(() => (isOver = true))
    await begun
    const { status } = await boss.get('/api/v1/admin-game-brand?itemNo=12')
    expect([status, isOver]).toEqual([200, false])
    expect(new Set((await done).outcomes)).toEqual(new Set(['changed']))
  })

  it('takes effect once where the server fails in the middle and the call is sent again', async () => {
    const users = await enabledUsers(23)
    const ids = users.map(({ id }) => id)
    const send = (values: object, key: string) =>
      boss.patch('/api/v1/users/bulk/enable-disable', { ids, values }, { headers: { [IDEMPOTENCY_KEY_HEADER]: key } })
    const key = randomUUID()
    let parts = 0
    onPart = () => {
      parts += 1
      if (kind === 'PostgreSQL' || parts === 3) throw new Error('the power is cut')
    }
    expect((await send({ is_deleted: true }, key)).status).toBe(500)
    onPart = () => undefined
    // Another call with the same key is refused, although the first one is unfinished.
    expect((await send({ is_deleted: false }, key)).status).toBe(kind === 'PGlite' ? 422 : 200)
    const again = kind === 'PGlite' ? key : randomUUID()
    const first = await send({ is_deleted: true }, again)
    expect(first.status).toBe(200)
    const results = first.body.data as BulkResult[]
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual(ids.map((id) => [id, 'changed']))
    expect((await send({ is_deleted: true }, again)).body).toEqual(first.body)
    for (const { id, version } of users) expect(await versionOf(id)).toBe(version + 1)
    for (const { id, version } of results) expect(version).toBe(await versionOf(id))
  })

  it('rehearses each of many records as it would change it, and changes none', async () => {
    const users = await enabledUsers(12)
    const ids = [...users.map(({ id }) => id), randomUUID()]
    const { body } = await boss.patch('/api/v1/users/bulk/enable-disable', {
      ids,
      values: { is_deleted: true },
      dry_run: true,
    })
    expect((body.data as BulkResult[]).map(({ outcome }) => outcome)).toEqual([
      ...users.map(() => 'changed'),
      'refused',
    ])
    for (const { id, version } of users) expect(await versionOf(id)).toBe(version)
  })
})
