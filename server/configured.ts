/** The database that the environment names, for a command that is not the server. */
import { readDatabase } from '@server/settings'
import { lockDataDir } from './db/data-dir'
import type { Db } from './platform/ports/db'
import { openDatabase } from './db/open'
import type { PostgresOptions } from './db/postgres'

/**
 * Opens the configured database, runs `work` on it, and closes it. A folder is locked meanwhile.
 * @param options `as`: with which rights on PostgreSQL
 * @returns what `work` returns
 * @throws SettingsError for a wrong setting; an error of `startFailureText` if the database cannot be opened or the folder is in use
 */
export async function withConfiguredDatabase<T>(
  work: (db: Db) => Promise<T>,
  { as }: Pick<PostgresOptions, 'as'> = {},
): Promise<T> {
  const where = readDatabase(process.env)
  const release = where.kind === 'embedded' ? lockDataDir(where.dataDir) : () => undefined
  try {
    const db = await openDatabase(
      where.kind === 'embedded' ? { kind: 'folder', dataDir: where.dataDir } : { ...where, as },
      {
        demo: null,
      },
    )
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  } finally {
    release()
  }
}
