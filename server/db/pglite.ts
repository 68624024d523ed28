/** Embedded Postgres: PGlite, in a folder or in memory. It has one connection and runs one statement at a time. */
import { PGlite, type Transaction } from '@electric-sql/pglite'
import type { Db, Param, Queryable } from './db'
import { migratePglite } from './migrate'

/**
 * Opens the embedded database and brings its tables up to date.
 * @param folder where it lies; without one it is in memory. The caller holds the folder's lock (data-dir.ts): PGlite has none
 */
export async function openPglite(folder?: string): Promise<Db> {
  const client = await PGlite.create({ dataDir: folder ?? 'memory://' })
  await client.exec('set timezone to UTC; set client_min_messages to warning')
  await migratePglite(client)

  const on = (target: PGlite | Transaction): Queryable => ({
    async query<Row extends object>(text: string, params: readonly Param[] = []) {
      const { rows } = await target.query<Row>(text, params as unknown[])
      return rows
    },
  })
  return {
    kind: 'pglite',
    url: null,
    ...on(client),
    transaction: (work) => client.transaction((tx) => work(on(tx))),
    cursor() {
      throw new Error('PGlite has one connection: read in keyset chunks')
    },
    close: () => client.close(),
  }
}
