/** PostgreSQL through `pg`. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { SettingsError } from '@server/node/settings-error'
import { DatabaseUnavailable, sqlState, type Db, type Param, type Queryable } from '@server/platform/ports/db'
import { migratePostgres } from './migrate'
import { canUseRole, RUNTIME_ROLE } from './runtime-role'

/** Number of statements that stay prepared on each connection. Further ones (rare field selections) are planned on each call. */
const PREPARED_MAX = 200
/** An idle connection is closed after this time. It is long, because a new connection costs its first reader more than keeping one. */
const IDLE_MS = 5 * 60_000
/** Connections for long lists, which are read through a cursor: a slow reader must not hold up short calls. */
const STREAM_CONNECTIONS = 6
/** Connections for statements that are planned once. */
const PLANNED_CONNECTIONS = 4

/** Derives a statement's name from its text, so that each connection plans it once. */
function createStatementNames() {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= PREPARED_MAX) return known
    const name = `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    names.set(text, name)
    return name
  }
}

/** The pool replaces a broken connection; without error listeners, on idle and on acquired clients, it would end the process. */
export function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', (error) => console.warn(`database connection lost: ${error.message}`))
  pool.on('connect', (client) => void client.on('error', () => undefined))
}

const values = (params: readonly Param[]) => params as unknown[]

/**
 * Codes of network errors, and SQL states of a server that shuts down, starts up, has no connections left, or is read-only:
 * after a failover the connection leads to the former primary.
 */
const LOST_CODE =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0\d|53300|25006)$/
/** `pg` reports an ended connection by its message only. */
const LOST_MESSAGE = /^(?:Connection terminated|Client (?:has encountered a connection error|was closed))/

/** Whether an error means that the connection is lost, not that the statement was wrong. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return LOST_CODE.test(sqlState(error)?.code ?? code) || LOST_MESSAGE.test(error.message)
}

/** @throws DatabaseUnavailable for any failure to connect */
const connect = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw new DatabaseUnavailable(error)
  })

const asUnavailable = (error: unknown) => (isLost(error) ? new DatabaseUnavailable(error) : error)

export interface PostgresOptions {
  /** Connections for short calls; 10 by default. */
  max?: number
  /** Connection string of the login that owns the tables and migrates them; by default the server's own. */
  ownerUrl?: string
  /**
   * `server` by default: with the runtime role, which cannot forge a transfer. `owner`: with every right on the tables, for
   * commands that clear or fill a database.
   */
  as?: 'server' | 'owner'
}

/** Options of a connection with the runtime role. */
const AS_RUNTIME_ROLE = `-c role=${RUNTIME_ROLE}`

const POOLER =
  'The connections to the database do not have the options that the server asks for: a pooler such as PgBouncer removes or refuses them, or the address has options of its own. The server would have the rights of the tables’ owner, and the time zone of the database. Give DATABASE_URL and DATABASE_OWNER_URL the address of PostgreSQL itself, without options; the server pools its connections.'

/**
 * Connects with an option that has no effect, and reads it. The role and the time zone of the server's connections are such
 * options, and a pooler may remove them all.
 * @throws SettingsError where the option is missing; the error of `pg` where the server cannot be reached
 */
async function requireOptions(settings: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...settings, options: '-c pitboss.options=kept' })
  try {
    await client.connect()
    const { rows } = await client.query<{ kept: string | null }>(
      `select current_setting('pitboss.options', true) as kept`,
    )
    if (rows[0]?.kept !== 'kept') throw new SettingsError(POOLER)
  } catch (error) {
    throw error instanceof Error && /unsupported startup parameter/.test(error.message)
      ? new SettingsError(POOLER)
      : error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * @returns the options that give a connection the runtime role; none where the login may not use it
 * @throws SettingsError where the tables' owner is another login: a server that was meant to have fewer rights would have more
 */
async function runtimeOptions(settings: pg.ClientConfig, exists: boolean, ownerUrl?: string): Promise<string> {
  const options = `${settings.options} ${AS_RUNTIME_ROLE}`
  if (exists && (await canUseRole({ ...settings, options }))) return AS_RUNTIME_ROLE
  const why = `may not use the role ${RUNTIME_ROLE}`
  if (ownerUrl !== undefined)
    throw new SettingsError(
      `The login of DATABASE_URL ${why}. As an administrator of PostgreSQL: create role ${RUNTIME_ROLE} nologin; grant ${RUNTIME_ROLE} to the logins of DATABASE_OWNER_URL and DATABASE_URL.`,
    )
  console.warn(
    `The login of DATABASE_URL ${why}: the server has every right on its tables, and only triggers protect the ledger. See README, DATABASE_OWNER_URL.`,
  )
  return ''
}

/**
 * Connects to PostgreSQL and brings its tables up to date.
 * @param url connection string
 * @throws the error of `pg` where the server cannot be reached or refuses the connection; SettingsError where a pooler removes the
 *   options of connections, or the login may not use the runtime role and does not own the tables
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const { ownerUrl = url, as = 'server' } = options
  const login = {
    connectionString: as === 'owner' ? ownerUrl : url,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    options: '-c timezone=UTC',
  }
  for (const connectionString of new Set([ownerUrl, url])) await requireOptions({ ...login, connectionString })
  const { user } = new pg.Client({ connectionString: url })
  const exists = await migratePostgres({ ...login, connectionString: ownerUrl }, user!)
  const role = as === 'owner' ? '' : await runtimeOptions(login, exists, options.ownerUrl)
  const settings = { ...login, options: `${login.options} ${role}`.trim() }
  const pool = new pg.Pool({ ...settings, max: options.max ?? 10 })
  const streams = new pg.Pool({ ...settings, max: STREAM_CONNECTIONS, connectionTimeoutMillis: 60_000 })
  const planned = new pg.Pool({
    ...settings,
    max: PLANNED_CONNECTIONS,
    options: `${settings.options} -c plan_cache_mode=force_generic_plan`,
  })
  const pools = [pool, streams, planned]
  for (const each of pools) surviveLostConnections(each)
  const nameOf = createStatementNames()

  const on = (client: pg.PoolClient): Queryable => ({
    async query<Row extends object>(text: string, params: readonly Param[] = []) {
      try {
        const { rows } = await client.query<Row>({ name: nameOf(text), text, values: values(params) })
        return rows
      } catch (error) {
        throw asUnavailable(error)
      }
    },
  })
  /** After an error of the statement itself the connection is reusable; after any other error it is not. */
  const brokenBy = (error: unknown): Error | undefined =>
    sqlState(error) ? undefined : error instanceof Error ? error : new Error(String(error))

  const queryableOf = (from: pg.Pool): Queryable => ({
    async query<Row extends object>(text: string, params: readonly Param[] = []) {
      const client = await connect(from)
      let broken: Error | undefined
      try {
        return await on(client).query<Row>(text, params)
      } catch (error) {
        broken = brokenBy(error)
        throw error
      } finally {
        client.release(broken)
      }
    },
  })

  return {
    kind: 'postgres',
    connection: { connectionString: settings.connectionString, options: settings.options },
    ...queryableOf(pool),
    plannedOnce: queryableOf(planned),
    async transaction(work) {
      const client = await connect(pool)
      let broken: Error | undefined
      try {
        await client.query('begin')
        const result = await work(on(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((lost: Error) => (broken = lost))
        const thrown = asUnavailable(error)
        // A connection to a read-only server still works, but only the next one may lead to the primary.
        if (thrown instanceof DatabaseUnavailable) broken ??= thrown
        throw thrown
      } finally {
        client.release(broken)
      }
    },
    async cursor(text, params, wait) {
      if (!wait && streams.idleCount === 0 && streams.totalCount >= STREAM_CONNECTIONS) return null
      const client = await connect(streams)
      const cursor = client.query(new Cursor<(string | null)[]>(text, values(params), { rowMode: 'array' }))
      let isOpen = true
      const release = (failure?: Error) => {
        isOpen = false
        client.release(failure)
      }
      return {
        async read(count) {
          try {
            return await cursor.read(count)
          } catch (error) {
            const failure = error instanceof Error ? error : new Error(String(error))
            if (isOpen) release(failure)
            throw asUnavailable(failure)
          }
        },
        async close() {
          if (!isOpen) return
          isOpen = false
          await cursor.close().then(
            () => release(),
            (error: Error) => release(error),
          )
        },
      }
    },
    async close() {
      await Promise.all(pools.map((each) => each.end()))
    },
  }
}
