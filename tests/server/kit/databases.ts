import { afterAll } from 'vitest'
import type { Db } from '@server/db/db'
import type { DemoSize } from '@server/db/demo'
import { openDatabase } from '@server/db/open'
import { openPgliteCopy, postgresCopy } from '@tests/kit/shared-databases'

/** The moment that all dates of the demo data are relative to. */
export const ANCHOR = Date.UTC(2026, 5, 15)
export const SMALL = { staff: 40, users: 300 }

export type DatabaseKind = 'PGlite' | 'PostgreSQL'

/**
 * The databases for a test file: the embedded one, and a real PostgreSQL where there is one.
 * @returns the kinds, and a function that opens a new seeded database (`url` is null for PGlite)
 */
export async function testDatabases(size: DemoSize = SMALL) {
  const options = { demo: { size, anchor: ANCHOR } }
  // The first copy also determines whether there is a PostgreSQL.
  let ready = await postgresCopy(options)
  const hasPostgres = ready !== null
  const open: Db[] = []
  afterAll(() => Promise.all(open.map((db) => db.close())))

  async function openPostgresCopy(): Promise<Db> {
    const url = ready ?? (await postgresCopy(options))!
    ready = null
    return openDatabase({ kind: 'postgres', url }, { demo: null })
  }
  return {
    kinds: (hasPostgres ? ['PGlite', 'PostgreSQL'] : ['PGlite']) as DatabaseKind[],
    async open(kind: DatabaseKind): Promise<Db> {
      const db = kind === 'PGlite' ? await openPgliteCopy(options) : await openPostgresCopy()
      open.push(db)
      return db
    },
    /** A second connection to the same PostgreSQL, as in another process. */
    async again(db: Db): Promise<Db> {
      const other = await openDatabase({ kind: 'postgres', url: db.url! }, { demo: null })
      open.push(other)
      return other
    },
  }
}
