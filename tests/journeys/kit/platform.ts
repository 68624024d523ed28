/** The built server as a separate process, on a free port and a new folder: it can be stopped, killed and restarted. */
import { spawn, type ChildProcess } from 'node:child_process'
import { constants, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import { runFolder } from './run'

const built = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url))
const START_MS = 60_000
/** Seeding the demo belongs to the first start on a folder. */
const FIRST_START_MS = 180_000
/** The moment that the demo's dates are relative to; its shifts end some weeks after it. */
export const SEED_ANCHOR = '2026-06-15'

const newFolder = () => mkdtempSync(join(tmpdir(), 'pitboss-journey-'))

/**
 * A folder of the run with a seeded database: a server starts on a copy in a third of the time. The first call for an anchor runs
 * a server to seed it. @returns the folder, to be copied
 */
export async function seededFolder(seedAnchor: string): Promise<string> {
  const known = join(runFolder(), seedAnchor.replaceAll(/\W/g, '-'))
  if (existsSync(known)) return known
  // Two workers that start at the same time may both seed one; each gets a complete folder.
  const own = mkdtempSync(join(runFolder(), 'filling-'))
  const platform = new RunningPlatform(await freePort(), seedAnchor, own)
  try {
    await platform.start(FIRST_START_MS)
  } finally {
    await platform.end('SIGTERM')
  }
  if (!existsSync(known)) renameSync(own, known)
  return known
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
  private readonly folder: string
  private child: ChildProcess | null = null

  constructor(port: number, seedAnchor: string, folder: string) {
    this.port = port
    this.seedAnchor = seedAnchor
    this.folder = folder
    this.origin = `http://127.0.0.1:${port}`
  }
  static async open(seedAnchor = SEED_ANCHOR): Promise<RunningPlatform> {
    if (!existsSync(built)) throw new Error('The server is not built. Run npm run build first.')
    const folder = newFolder()
    cpSync(await seededFolder(seedAnchor), folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
    const platform = new RunningPlatform(await freePort(), seedAnchor, folder)
    await platform.start().catch(async (error: unknown) => {
      await platform.close()
      throw error
    })
    return platform
  }
  /** Starts the server on the folder in its current state. */
  async start(withinMs = START_MS): Promise<void> {
    const child = spawn(process.execPath, [built], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: join(this.folder, 'data'),
        SEED_ANCHOR: this.seedAnchor,
        LOG_LEVEL: 'warn',
      },
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
    rmSync(this.folder, { recursive: true, force: true })
  }
}

interface Fixtures {
  /** For tests that need a shift at the current time. */
  seedAnchor: string
  platform: RunningPlatform
}

/** Playwright's test with a separate platform for each; pages open on its origin. */
export const test = base.extend<Fixtures>({
  seedAnchor: [SEED_ANCHOR, { option: true }],
  platform: async ({ seedAnchor }, provide) => {
    const platform = await RunningPlatform.open(seedAnchor)
    await provide(platform)
    await platform.close()
  },
  baseURL: ({ platform }, provide) => provide(platform.origin),
})
export { expect } from '@playwright/test'
