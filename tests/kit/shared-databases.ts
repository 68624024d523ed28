/**
 * Databases for test files. Tables and demo data are created once in a run, by the first file that requests them; all
 * other files get copies (PostgreSQL: `create database … template`; PGlite: a dump of its data folder).
 */
import { createHash } from 'node:crypto'
import { existsSync, openAsBlob, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { PGlite } from '@electric-sql/pglite'
import type { Db } from '@server/platform/ports/db'
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

/** Tables without demo data: the other templates begin as copies of it, because the migrations take longer than a small demo. */
const TABLES: OpenOptions = { demo: null }

async function templateOf(databases: TestDatabases, options: OpenOptions): Promise<string> {
  const fill = async (url: string) => (await openDatabase({ kind: 'postgres', url }, options)).close()
  return databases.template(
    nameOf(options),
    fill,
    options.demo === null ? undefined : await templateOf(databases, TABLES),
  )
}

/**
 * A PostgreSQL database with tables and the requested demo data.
 * @returns its connection string, or null if there is no PostgreSQL
 */
export async function postgresCopy(options: OpenOptions): Promise<string | null> {
  const databases = await postgres()
  return databases && databases.createDatabase(await templateOf(databases, options))
}

const pgliteFile = (options: OpenOptions) => join(folder, `${nameOf(options)}.tar`)

/** Stores a template. Files that start at the same time may both create it: the rename ensures that each reads a complete one. */
async function storeTemplate(client: PGlite, options: OpenOptions): Promise<void> {
  const part = `${pgliteFile(options)}.${process.pid}`
  writeFileSync(part, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  renameSync(part, pgliteFile(options))
}

/** The same in memory, with PGlite. @returns the open database, which the caller must close */
export async function openPgliteCopy(options: OpenOptions): Promise<Db> {
  const known = [options, TABLES].find((each) => existsSync(pgliteFile(each)))
  const client = await createPglite(
    known ? { loadDataDir: await openAsBlob(pgliteFile(known)) } : { dataDir: 'memory://' },
  )
  const db = await migratedPglite(client)
  if (known === options) return db
  for (const each of known ? [options] : [TABLES, options]) {
    await fillDatabase(db, each)
    await storeTemplate(client, each)
  }
  return db
}
