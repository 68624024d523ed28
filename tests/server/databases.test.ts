import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '@server/platform/ports/db'
import { createPglite, openPglite } from '@server/db/pglite'
import { SettingsError } from '@server/node/settings-error'
import { testDatabases } from './kit/databases'

/** Requested as by two test files. */
const [one, two] = [await testDatabases(), await testDatabases()]

describe.each(one.everyKind)('databases of tests on %s', (kind) => {
  let first: Db
  let second: Db
  beforeAll(async () => {
    first = await one.open(kind)
    second = await two.open(kind)
  })

  it('contain the same demo data and are isolated from each other', async () => {
    const staff = async (db: Db) =>
      (await db.query<{ n: number }>('select count(*)::int as n from staff where not is_deleted'))[0]!.n
    expect(await staff(second)).toBe(await staff(first))
    await first.query(`update staff set is_deleted = true where email = 'risk@pitboss.test'`)
    expect(await staff(second)).toBe((await staff(first)) + 1)
    expect(await staff(await two.open(kind))).toBe(await staff(second))
  })
})

describe('a folder of the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-damaged-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('that is damaged is named, with what to do', async () => {
    await (await createPglite({ dataDir: folder })).close()
    truncateSync(join(folder, 'global/pg_control'), 0)
    const refused = openPglite(folder)
    await expect(refused).rejects.toThrow(SettingsError)
    await expect(refused).rejects.toThrow(`The database in ${folder} cannot be opened`)
  })
})

describe.runIf(one.everyKind.includes('PostgreSQL'))('the PostgreSQL of a test run', () => {
  let started: string[] = []
  beforeAll(async () => {
    for (const databases of [one, two]) {
      const db = await databases.open('PostgreSQL')
      const [row] = await db.query<{ at: string }>('select pg_postmaster_start_time()::text as at')
      started = [...started, row!.at]
    }
  })
  afterAll(() => void (started = []))

  it('is one server for all test files', () => expect(new Set(started).size).toBe(1))
})
