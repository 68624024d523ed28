/**
 * Databases for test files. Tables and demo data are created once in a run, by the first file that requests them; all
 * other files get copies (PostgreSQL: `create database … template`; PGlite: a dump of its data folder).
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
/** @returns null if there is no PostgreSQL; the console shows a warning then */
const postgres = (): Promise<TestDatabases | null> =>
  (asked ??= (async () => {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`no PostgreSQL for the tests: ${await response.text()}`)
    const server = (await response.json()) as TestServer | null
    return server && databasesAt(server)
  })())

const nameOf = (options: OpenOptions) => createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 12)

/** @returns the connection string of an empty PostgreSQL database, or null if there is no PostgreSQL */
export const emptyPostgres = async (): Promise<string | null> => (await (await postgres())?.createDatabase()) ?? null

/**
 * A PostgreSQL database with tables and the requested demo data.
 * @returns its connection string, or null if there is no PostgreSQL
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

/** The same in memory, with PGlite. @returns the open database, which the caller must close */
export async function openPgliteCopy(options: OpenOptions): Promise<Db> {
  const file = join(folder, `${nameOf(options)}.tar`)
  if (existsSync(file)) return migratedPglite(await createPglite({ loadDataDir: await openAsBlob(file) }))
  const client = await createPglite({ dataDir: 'memory://' })
  const db = await fillDatabase(await migratedPglite(client), options)
  // Files that start at the same time may both create it: the rename ensures that each reads a complete one.
  const part = `${file}.${process.pid}`
  writeFileSync(part, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  renameSync(part, file)
  return db
}
