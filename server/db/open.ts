/** Opens the platform's database: migrated, with roles and permission sets, and in demo mode with demo data on the first start. */
import { join } from 'node:path'
import type { Db } from '@server/platform/ports/db'
import { DEMO_SIZE, defaultAnchor, isEmpty, seedDemo, type DemoSize } from './demo'
import { openPglite } from './pglite'
import { openPostgres, type PostgresOptions } from './postgres'
import type { TellStep } from './progress'
import { ensureSystemData } from './system-data'

export type Where =
  | ({ kind: 'postgres'; url: string; maxConnections?: number } & Pick<PostgresOptions, 'ownerUrl' | 'as'>)
  /** The caller holds the folder's lock (data-dir.ts). */
  | { kind: 'folder'; dataDir: string }
  | { kind: 'memory' }

export interface OpenOptions {
  /** Demo data for an empty database; null for none. An anchor in milliseconds since 1970 pins its dates. */
  demo: {
    size?: DemoSize
    anchor?: number
    /** Of the server: encrypts what users entrusted to it. */ secret?: string
  } | null
  /** Hears how far an empty database is. */
  tell?: TellStep
}

/** Folder of the embedded database within DATA_DIR. */
export const databaseFolder = (dataDir: string): string => join(dataDir, 'db')

/** @returns the open database; the caller closes it */
export async function openDatabase(where: Where, { demo, tell }: OpenOptions): Promise<Db> {
  if (where.kind !== 'postgres') {
    const folder = where.kind === 'folder' ? databaseFolder(where.dataDir) : undefined
    return fillDatabase(await openPglite(folder, tell), { demo, tell })
  }
  const { url, maxConnections, ownerUrl, as } = where
  // Demo data is added by the owner, who can collect statistics of the tables.
  if (demo && as !== 'owner')
    await (await fillDatabase(await openPostgres(url, { ownerUrl, as: 'owner' }), { demo })).close()
  return fillDatabase(await openPostgres(url, { max: maxConnections, ownerUrl, as }), {
    demo: as === 'owner' ? demo : null,
  })
}

/** Adds the data that every platform starts with, and demo data to an empty one. @returns the database, closed where that fails */
export async function fillDatabase(db: Db, { demo, tell }: OpenOptions): Promise<Db> {
  try {
    const now = Date.now()
    await ensureSystemData(db, now)
    if (demo && (await isEmpty(db)))
      await seedDemo(db, demo.size ?? DEMO_SIZE, demo.anchor ?? defaultAnchor(now), { tell, secret: demo.secret })
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
