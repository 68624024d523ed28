/**
 * Databases for test files. Tables and demo data are made once in a run, by the first file that asks for them; all others
 * get copies (PostgreSQL: `create database … template`; PGlite: a dump of its data folder).
 */
import { createHash } from 'node:crypto'
import { existsSync, openAsBlob, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Db } from '@server/db/db'
import { fillDatabase, openDatabase, type OpenOptions } from '@server/db/open'
import { createPglite, migratedPglite } from '@server/db/pglite'
import { databasesAt, type TestDatabases, type TestServer } from './postgres'

const { address, folder } = inject('databases')

let asked: Promise<TestDatabases | null> | null = null
/** @returns null where there is no PostgreSQL, which has been said on the console */
const postgres = (): Promise<TestDatabases | null> =>
  (asked ??= (async () => {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`no PostgreSQL for the tests: ${await response.text()}`)
    const server = (await response.json()) as TestServer | null
    return server && databasesAt(server)
  })())

const nameOf = (options: OpenOptions) => createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 12)

/** @returns the connection string of an empty PostgreSQL database, or null where there is no PostgreSQL */
export const emptyPostgres = async (): Promise<string | null> => (await (await postgres())?.createDatabase()) ?? null

/**
 * A PostgreSQL database with tables and the demo data that is asked for.
 * @returns its connection string, or null where there is no PostgreSQL
 */
export async function postgresCopy(options: OpenOptions): Promise<string | null> {
  const databases = await postgres()
  if (!databases) return null
  const template = await databases.template(nameOf(options), async (url) => {
    const db = await openDatabase({ kind: 'postgres', url }, options)
    await db.close()
  })
  return databases.createDatabase(template)
}

/** The same in memory, by PGlite. @returns the open database; whoever asked for it closes it */
export async function openPgliteCopy(options: OpenOptions): Promise<Db> {
  const file = join(folder, `${nameOf(options)}.tar`)
  if (existsSync(file)) return migratedPglite(await createPglite({ loadDataDir: await openAsBlob(file) }))
  const client = await createPglite({ dataDir: 'memory://' })
  const db = await fillDatabase(await migratedPglite(client), options)
  // Files that begin at the same moment may both make it: each sees a whole one.
  const part = `${file}.${process.pid}`
  writeFileSync(part, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  renameSync(part, file)
  return db
}
