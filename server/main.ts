/** Starts the platform: reads the environment, opens the database, serves, and stops gracefully. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { createServer } from './server'
import { keptSecret, lockDataDir } from './db/data-dir'
import type { Db } from './platform/ports/db'
import { createEmbedded, isUnfinished } from './create'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, isEmpty, openDemoAccounts } from './db/demo'
import { openDatabase } from './db/open'
import { readStartingPage } from './http/console-files'
import { SettingsError } from '@server/node/settings-error'
import { isLoopback, readSettings, type Settings } from './settings'
import { connectRail } from './rails/connect'
import { sendDemoOrders } from './db/demo-orders'
import { startDemoSandbox } from './sandbox/demo'
import { startStarting, type Starting } from './starting'
import { startFailureText } from './start-failure'

/** The built console: next to dist/server in a build, otherwise in dist/ of the sources. */
const CONSOLE_FOLDERS = [join(import.meta.dirname, '../console'), join(import.meta.dirname, '../dist/console')]
/** A stop that takes longer than this is forced, milliseconds. */
const STOP_WITHIN_MS = 10_000

interface Opened {
  db: Db
  secret: string
  demo: boolean
}

/** Locks the folder of the embedded database. @returns releases it */
const lock = ({ database }: Settings): (() => void) =>
  database.kind === 'embedded' ? lockDataDir(database.dataDir) : () => undefined

/** What a person at a terminal is told before a start that takes long. @param address of the page */
function sayCreating(dataDir: string, demo: boolean, address: string): void {
  console.log(
    `Creating a database${demo ? ' with demo data' : ''} in ${dataDir}. This happens once, and can take a minute.\nOpen ${address} meanwhile: the page shows the progress, then the sign-in.`,
  )
}

async function open({ database, seedAnchor }: Settings, address: string, starting: Starting): Promise<Opened> {
  if (database.kind === 'postgres') {
    const { url, ownerUrl, maxConnections, secret, demo } = database
    return { db: await openDatabase({ kind: 'postgres', url, ownerUrl, maxConnections }, { demo: null }), secret, demo }
  }
  const { dataDir, demo } = database
  const secret = database.secret ?? keptSecret(dataDir)
  const wanted = demo ? { anchor: seedAnchor, secret } : null
  if (isUnfinished(dataDir)) {
    sayCreating(dataDir, demo, address)
    await createEmbedded({ dataDir, demo: wanted }, (progress) => starting.tell(progress))
  }
  return { db: await openDatabase({ kind: 'folder', dataDir }, { demo: wanted }), secret, demo }
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

/**
 * Runs `stop` at the first signal; a second one, or a stop that hangs, ends the process immediately.
 * @param stop what the process has to end by then
 */
function stopOnSignals(stop: () => Promise<void>) {
  let stopping = false
  const end = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      end().catch((error: unknown) => {
        console.error(error)
        process.exit(1)
      })
    })
  }
}

/** The log: lines of JSON for machines; at a terminal, sentences about what is wrong. LOG_LEVEL sets how much in both. */
function createLog({ logLevel }: Settings): Logger {
  const options = { redact: ['req.headers.authorization', 'req.headers.cookie'] }
  if (!process.stdout.isTTY) return pino({ ...options, level: logLevel })
  const plain = {
    write(line: string) {
      const { level, msg, err } = JSON.parse(line) as { level: number; msg?: string; err?: { stack?: string } }
      console.log([`${pino.levels.labels[level]}: ${msg ?? ''}`, ...(err?.stack ? [err.stack] : [])].join('\n'))
    },
  }
  return pino({ ...options, level: process.env.LOG_LEVEL ? logLevel : 'warn' }, plain)
}

/** Next to the embedded database; with PostgreSQL the demo's sandboxes forget their books with the process. */
const booksOf = ({ database }: Settings): string | null => (database.kind === 'embedded' ? database.dataDir : null)

/** Where a browser on this machine finds the server. */
const addressOf = (host: string, port: number): string =>
  `http://${isLoopback(host) || ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

async function main() {
  const settings = readSettings(process.env)
  const { host } = settings
  const consoleDir = CONSOLE_FOLDERS.find((folder) => existsSync(folder)) ?? null
  const release = lock(settings)
  /** Ends what has been started so far, the last first. */
  const stops: (() => unknown)[] = [release]
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each()
  }
  stopOnSignals(stop)
  try {
    const starting = await startStarting(settings, readStartingPage(consoleDir))
    stops.push(() => starting.close())
    const { port } = starting
    const opened = await open(settings, addressOf(host, port), starting)
    stops.push(() => opened.db.close())
    const demo = await offersDemo(opened, host)
    const sandbox = demo && settings.rails.size === 0 ? await startDemoSandbox(booksOf(settings)) : null
    if (sandbox) {
      stops.push(() => sandbox.close())
      await sendDemoOrders(opened.db)
    }
    const platform = await createServer({
      db: opened.db,
      secrets: { session: opened.secret },
      demo,
      consoleOrigins: settings.consoleOrigins,
      imageSources: settings.imageSources,
      consoleDir,
      cookies: settings.cookies,
      trustProxy: settings.trustProxy,
      log: createLog(settings),
      rails: sandbox?.rails ?? new Map([...settings.rails].map(([name, rail]) => [name, connectRail(rail)])),
    })
    stops.push(() => platform.close())
    await starting.close()
    const address = await platform.start({ host, port })
    sandbox?.tellsTo(addressOf('127.0.0.1', Number(new URL(address).port)))
    console.log(`Pitboss: ${address}`)
    if (demo)
      console.log(`Sign in as ${DEMO_ACCOUNTS[0].email} with the password ${DEMO_PASSWORD}. Ctrl-C stops the server.`)
    else if (await isEmpty(opened.db)) console.log(noAccountText(settings.database.kind))
  } catch (error) {
    await stop()
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), { address: settings })
  }
}

main().catch((error: unknown) => {
  console.error(startFailureText(error, (error as { address?: { host: string; port: number } }).address))
  process.exit(1)
})
