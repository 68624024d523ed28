/** Brings the tables up to date: one set of migrations for both databases. */
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as runOnPostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as runOnPglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { ensureApprovalRules } from './approval-rules'
import { ensureRuntimeRole } from './runtime-role'

/** Next to this file in the sources, and next to main.js once built. */
const migrationsFolder = join(import.meta.dirname, 'migrations')

/** Any number, the same in every process: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_402_113

/**
 * @param settings of a `pg` client with the login that owns the tables
 * @param login of the server's connections
 * @returns whether the runtime role exists
 */
export async function migratePostgres(settings: pg.ClientConfig, login: string): Promise<boolean> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runOnPostgres(drizzlePostgres(client), { migrationsFolder })
    await ensureApprovalRules(async (text, params) => (await client.query(text, params)).rows)
    return await ensureRuntimeRole(client, login)
  } finally {
    await client.end()
  }
}

/** @param client the embedded database */
export async function migratePglite(client: PGlite): Promise<void> {
  await runOnPglite(drizzlePglite(client), { migrationsFolder })
  await ensureApprovalRules(
    async <Row extends object>(text: string, params?: unknown[]) => (await client.query<Row>(text, params)).rows,
  )
}
