/** The built server as a separate process, on a free port and data of its own: it can be stopped, killed and restarted. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { constants, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import { DEMO_SIZE } from '@server/db/demo'
import { databasesAt, type TestDatabases } from '../../kit/postgres'
import { postgresOfRun, runFolder } from './run'

const built = (file: string) => fileURLToPath(new URL(`../../../dist/server/${file}`, import.meta.url))
const START_MS = 180_000
/** Seeding the demo belongs to the first start on a folder. */
const FIRST_START_MS = 300_000
/** The moment that the demo's dates are relative to; its shifts end some weeks after it. */
export const SEED_ANCHOR = '2026-06-15'

/**
 * `postgres`: PostgreSQL where the run has one, as in production; journeys take half of the processor time on it (docs/measurements.md).
 * `embedded`: a folder, as `npm start` has it.
 */
type Database = 'postgres' | 'embedded'

/** Data with the demo in them, of one platform. */
interface PlatformData {
  /** Settings of the server. */
  env: Readonly<Record<string, string>>
  remove(): void | Promise<void>
}

const environment = (more: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LOG_LEVEL: 'warn',
  ...more,
})

const newFolder = (): PlatformData => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-journey-'))
  return { env: { DATA_DIR: join(folder, 'data') }, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * A folder of the run with a seeded database: a server starts on a copy in a third of the time. The first call for an anchor runs
 * a server to seed it. @returns the folder, to be copied
 */
async function seededFolder(seedAnchor: string): Promise<string> {
  const known = join(runFolder(), seedAnchor.replaceAll(/\W/g, '-'))
  if (existsSync(known)) return known
  // Two workers that start at the same time may both seed one; each gets a complete folder.
  const own = mkdtempSync(join(runFolder(), 'filling-'))
  const data = { env: { DATA_DIR: own }, remove: () => undefined }
  const platform = new RunningPlatform(await freePort(), seedAnchor, data)
  try {
    await platform.start(FIRST_START_MS)
  } finally {
    await platform.end('SIGTERM')
  }
  if (!existsSync(known)) renameSync(own, known)
  return known
}

/** Fills an empty PostgreSQL database as a first start fills a folder. */
async function seed(url: string, seedAnchor: string): Promise<void> {
  const env = environment({ DATABASE_URL: url, SEED_ANCHOR: seedAnchor })
  const child = spawn(process.execPath, [built('seed.js'), '--rounds', String(DEMO_SIZE.rounds)], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The demo was not written: ${said}`)
}

/** @returns null where the platform has a folder */
function databasesFor(database: Database): TestDatabases | null {
  const server = postgresOfRun()
  return database === 'postgres' && server ? databasesAt(server) : null
}

/** Fills it, unless another journey has done so. @returns the folder, or the address of the database, to be copied */
export async function templateOf(database: Database, seedAnchor: string): Promise<string> {
  if (!existsSync(built('main.js'))) throw new Error('The server is not built. Run npm run build first.')
  const name = seedAnchor.replaceAll(/\W/g, '_').toLowerCase()
  return databasesFor(database)?.template(name, (url) => seed(url, seedAnchor)) ?? seededFolder(seedAnchor)
}

async function copyData(database: Database, seedAnchor: string): Promise<PlatformData> {
  const from = await templateOf(database, seedAnchor)
  const databases = databasesFor(database)
  if (databases) {
    const url = await databases.createDatabase(from)
    const env = { DATABASE_URL: url, DEMO: 'true', SESSION_SECRET: 'a secret of the journeys, used nowhere else' }
    return { env, remove: () => databases.dropDatabase(url) }
  }
  const data = newFolder()
  cpSync(from, data.env.DATA_DIR!, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return data
}

/** A free port; the server keeps it over restarts, so that the browser's origin stays the same. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })

export class RunningPlatform {
  readonly origin: string
  private readonly port: number
  private readonly seedAnchor: string
  private readonly data: PlatformData
  private child: ChildProcess | null = null

  constructor(port: number, seedAnchor: string, data: PlatformData) {
    this.port = port
    this.seedAnchor = seedAnchor
    this.data = data
    this.origin = `http://127.0.0.1:${port}`
  }
  static async open(
    database: Database = 'postgres',
    seedAnchor = SEED_ANCHOR,
    settings: PlatformData['env'] = {},
  ): Promise<RunningPlatform> {
    const data = await copyData(database, seedAnchor)
    const platform = new RunningPlatform(await freePort(), seedAnchor, {
      env: { ...data.env, ...settings },
      remove: () => data.remove(),
    })
    await platform.start().catch(async (error: unknown) => {
      await platform.close()
      throw error
    })
    return platform
  }
  /** Starts the server on its data in their current state. */
  async start(withinMs = START_MS): Promise<void> {
    const child = spawn(process.execPath, [built('main.js')], {
      env: environment({
        ...this.data.env,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        SEED_ANCHOR: this.seedAnchor,
      }),
    })
    this.child = child
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`The server did not start: ${said}`)), withinMs)
      const hear = (chunk: Buffer) => {
        said += String(chunk)
        if (!said.includes('Pitboss: http')) return
        clearTimeout(late)
        resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('exit', (code) => {
        clearTimeout(late)
        reject(new Error(`The server ended with ${code}: ${said}`))
      })
    })
  }
  /** An operator makes a key for the apps of a store: before the server starts again, because only one process may use a folder. */
  async appKey(store: string): Promise<string> {
    await this.end('SIGTERM')
    const said = execFileSync(process.execPath, [built('app-key.js'), 'create', '--store', store], {
      env: environment(this.data.env),
      encoding: 'utf8',
    })
    await this.start()
    return said.split('\n')[0]!
  }
  /** Ends the process. `SIGKILL` leaves it no time to clean up. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.child
    this.child = null
    if (!child || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  async close(): Promise<void> {
    await this.end('SIGTERM')
    await this.data.remove()
  }
}

interface Fixtures {
  /** For tests that need a shift at the current time. */
  seedAnchor: string
  database: Database
  /** Further settings of the server. */
  settings: Readonly<Record<string, string>>
  platform: RunningPlatform
}

/** Playwright's test with a separate platform for each; pages open on its origin. */
export const test = base.extend<Fixtures>({
  seedAnchor: [SEED_ANCHOR, { option: true }],
  database: ['postgres', { option: true }],
  settings: [{}, { option: true }],
  platform: [
    async ({ database, seedAnchor, settings }, provide) => {
      const platform = await RunningPlatform.open(database, seedAnchor, settings)
      await provide(platform)
      await platform.close()
    },
    // The first journey on a database also fills it: not in its own time.
    { timeout: FIRST_START_MS + START_MS },
  ],
  baseURL: ({ platform }, provide) => provide(platform.origin),
})
export { expect } from '@playwright/test'
