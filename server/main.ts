/** Starts the platform: reads the environment, opens the database, serves, and stops gracefully. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { createPlatform, type Platform } from './app'
import { keptSecret, lockDataDir } from './db/data-dir'
import type { Db } from './db/db'
import { isEmpty, openDemoAccounts } from './db/demo'
import { databaseFolder, openDatabase } from './db/open'
import { isLoopback, readSettings, SettingsError, type Settings } from './settings'
import { startFailureText } from './start-failure'

/** The built console: next to dist/server in a build, otherwise in dist/ of the sources. */
const CONSOLE_FOLDERS = [join(import.meta.dirname, '../console'), join(import.meta.dirname, '../dist/console')]
/** A stop that takes longer than this is forced, milliseconds. */
const STOP_WITHIN_MS = 10_000

interface Opened {
  db: Db
  secret: string
  demo: boolean
  release: () => void
}

async function open({ database, seedAnchor }: Settings): Promise<Opened> {
  if (database.kind === 'postgres') {
    const { url, ownerUrl, maxConnections, secret, demo } = database
    return {
      db: await openDatabase({ kind: 'postgres', url, ownerUrl, maxConnections }, { demo: null }),
      secret,
      demo,
      release: () => undefined,
    }
  }
  const release = lockDataDir(database.dataDir)
  if (!existsSync(databaseFolder(database.dataDir)))
    console.log(
      `Creating a database${database.demo ? ' with demo data' : ''} in ${database.dataDir}. This happens once, and can take a minute.`,
    )
  try {
    const secret = database.secret ?? keptSecret(database.dataDir)
    return {
      db: await openDatabase(
        { kind: 'folder', dataDir: database.dataDir },
        { demo: database.demo ? { anchor: seedAnchor } : null },
      ),
      secret,
      demo: database.demo,
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Whether the sign-in page offers the demo accounts: demo mode is on, and the accounts work.
 * @throws SettingsError where the accounts work without demo mode and can be reached from other machines
 */
async function offersDemo({ db, demo }: Opened, host: string): Promise<boolean> {
  const accounts = await openDemoAccounts(db)
  if (accounts.length === 0 || demo) return accounts.length > 0
  if (!isLoopback(host))
    throw new SettingsError(
      `The database holds demo accounts, whose password is public (${accounts[0]} and ${accounts.length - 1} more). Disable them, use another database, or set DEMO=true to serve them at HOST ${host} all the same.`,
    )
  return false
}

/** The hint for an empty platform, written to the log at the start. */
const noAccountText = (kind: Settings['database']['kind']) =>
  `There is no account yet. ${kind === 'embedded' ? 'Stop the server, run' : 'Run'} npm run admin:create -- --email you@example.com${kind === 'embedded' ? ', and start it again' : ''}.`

/** Stops gracefully at the first signal; a second one, or a stop that hangs, ends the process immediately. */
function stopOnSignals(platform: Platform, { db, release }: Opened) {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await platform.close()
    await db.close()
    release()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(error)
        process.exit(1)
      })
    })
  }
}

async function main() {
  const settings = readSettings(process.env)
  const { host, port } = settings
  const opened = await open(settings)
  try {
    const demo = await offersDemo(opened, host)
    const platform = await createPlatform({
      db: opened.db,
      secrets: { session: opened.secret },
      demo,
      consoleOrigins: settings.consoleOrigins,
      imageSources: settings.imageSources,
      consoleDir: CONSOLE_FOLDERS.find((folder) => existsSync(folder)) ?? null,
      cookies: settings.cookies,
      trustProxy: settings.trustProxy,
      log: pino({ level: settings.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] }),
    })
    const address = await platform.start({ host, port })
    stopOnSignals(platform, opened)
    console.log(`Pitboss: ${address}`)
    if (await isEmpty(opened.db)) console.log(noAccountText(settings.database.kind))
  } catch (error) {
    await opened.db.close()
    opened.release()
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { address: { host, port } })
  }
}

main().catch((error: unknown) => {
  console.error(startFailureText(error, (error as { address?: { host: string; port: number } }).address))
  process.exit(1)
})
