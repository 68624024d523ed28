import { afterAll, inject } from 'vitest'
import type { Db } from '@server/platform/ports/db'
import type { DemoSize } from '@server/db/demo'
import { openDatabase } from '@server/db/open'
import { openPgliteCopy, postgresCopy } from '@tests/kit/shared-databases'

/** The moment that all dates of the demo data are relative to. */
export const ANCHOR = Date.UTC(2026, 5, 15)
export const SMALL = { staff: 40, users: 300 }

export type DatabaseKind = 'PGlite' | 'PostgreSQL'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether all tests run on each kind of database (tests/vitest.config.ts). */
    everyDatabase: boolean
  }
}

/**
 * The databases for a test file: the embedded one, and a real PostgreSQL where there is one.
 * @returns `everyKind`, for what depends on the database: transactions, locks, sorting, searching, money; `kinds`, for all else:
 * PostgreSQL where there is one, and in a nightly run both; and functions that open a new seeded database (`connection` is null for PGlite)
 */
export async function testDatabases(size: DemoSize = SMALL) {
  const options = { demo: { size, anchor: ANCHOR } }
  // The first copy also determines whether there is a PostgreSQL.
  let ready = await postgresCopy(options)
  const hasPostgres = ready !== null
  const open: Db[] = []
  afterAll(() => Promise.all(open.map((db) => db.close())))

  async function openPostgresCopy(as: 'server' | 'owner'): Promise<Db> {
    const url = ready ?? (await postgresCopy(options))!
    ready = null
    return openDatabase({ kind: 'postgres', url, as }, { demo: null })
  }
  const everyKind: readonly DatabaseKind[] = hasPostgres ? ['PGlite', 'PostgreSQL'] : ['PGlite']
  return {
    everyKind,
    kinds: inject('everyDatabase') ? everyKind : everyKind.slice(-1),
    /** @param as on PostgreSQL: with the rights of the server, or with those of the tables' owner */
    async open(kind: DatabaseKind, { as = 'server' }: { as?: 'server' | 'owner' } = {}): Promise<Db> {
      const db = kind === 'PGlite' ? await openPgliteCopy(options) : await openPostgresCopy(as)
      open.push(db)
      return db
    },
    /** The same database with the rights of its tables' owner. */
    async asOwner(db: Db): Promise<Db> {
      if (!db.connection) return db
      const owner = await openDatabase(
        { kind: 'postgres', url: db.connection.connectionString, as: 'owner' },
        { demo: null },
      )
      open.push(owner)
      return owner
    },
    /** A second connection to the same PostgreSQL, as in another process. */
    async again(db: Db): Promise<Db> {
      const other = await openDatabase({ kind: 'postgres', url: db.connection!.connectionString }, { demo: null })
      open.push(other)
      return other
    },
  }
}
