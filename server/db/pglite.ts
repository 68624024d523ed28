/** Embedded Postgres: PGlite, in a folder or in memory. It has one connection and runs one statement at a time. */
import { PGlite, type Extensions, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { SettingsError } from '@server/node/settings-error'
import { DatabaseUnavailable, type Db, type Param, type Queryable } from '@server/platform/ports/db'
import { migratePglite } from './migrate'
import type { TellStep } from './progress'

/**
 * PostgreSQL logs what it needs after a crash, and not what only a replica would need: PGlite can have none. An index that is built is
 * written once instead of twice.
 */
const WITHOUT_REPLICAS = ['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0']

/** A PGlite with the extensions that the tables need. @param more extensions */
export const createPglite = (
  options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir' | 'initDbStartParams'>,
  more: Extensions = {},
): Promise<PGlite> =>
  PGlite.create({
    ...options,
    extensions: { pg_trgm, ...more },
    startParams: [...PGlite.defaultStartParams, ...WITHOUT_REPLICAS],
  })

/**
 * Opens the embedded database and brings its tables up to date.
 * @param folder of its files; in memory without one. The caller holds the folder's lock (data-dir.ts): PGlite has none
 * @param tell hears how far it is
 * @throws SettingsError where PGlite cannot read the files; the error of the file system where it refuses
 */
export async function openPglite(folder?: string, tell?: TellStep): Promise<Db> {
  tell?.('engine')
  const client = await createPglite({ dataDir: folder ?? 'memory://' }).catch((error: unknown) => {
    // PGlite ends with an assertion of WebAssembly, which says nothing to an operator.
    if (folder === undefined || (error instanceof Error && 'code' in error)) throw error
    throw new SettingsError(
      `The database in ${folder} cannot be opened (${error instanceof Error ? error.message : String(error)}). It is damaged, for example by a power cut, or was copied while a server used it. Restore the folder from a backup, or remove it to begin with a new database.`,
    )
  })
  tell?.('tables')
  return migratedPglite(client)
}

/** Brings the tables of a running PGlite up to date. @returns the database; closing it closes the client */
export async function migratedPglite(client: PGlite): Promise<Db> {
  await client.exec('set timezone to UTC; set client_min_messages to warning')
  await migratePglite(client)

  const on = (target: PGlite | Transaction): Queryable => ({
    async query<Row extends object>(text: string, params: readonly Param[] = []) {
      if (client.closed) throw new DatabaseUnavailable('it is closed')
      const { rows } = await target.query<Row>(text, params as unknown[])
      return rows
    },
  })
  const queryable = on(client)
  return {
    kind: 'pglite',
    connection: null,
    ...queryable,
    // PGlite prepares no statements.
    plannedOnce: queryable,
    transaction: (work) => client.transaction((tx) => work(on(tx))),
    cursor: async () => null,
    close: () => client.close(),
  }
}
