/**
 * `npm run seed -- [--users 5000] [--admins 40] [--rounds 200000] [--transfers N] [--force]`: fills the configured database with demo
 * data, with a year of rounds.
 * `--transfers` adds transfers of the users until the ledger has that many, to try a large one (PostgreSQL).
 * All demo accounts have the same public password: never use it on a platform with real people.
 */
import { parseArgs } from 'node:util'
import { SettingsError } from '@server/node/settings-error'
import { readSeedAnchor } from '@server/settings'
import { startFailureText } from '@server/start-failure'
import { sealAudit } from '@server/platform/modules/audit/sealer'
import { withConfiguredDatabase } from './configured'
import type { Db } from '@server/platform/ports/db'
import { DEMO_SIZE, clearDemo, defaultAnchor, isEmpty, seedDemo } from './db/demo'
import { seedTransfers } from './db/seed-transfers'
import { nodeHash } from '@server/node/crypto'

const YEAR_OF_ROUNDS = 200_000

function count(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 10_000_000)
    throw new SettingsError(`--${name} must be a whole number up to 10,000,000.`)
  return value
}

async function main() {
  const { values } = parseArgs({
    options: {
      users: { type: 'string' },
      admins: { type: 'string' },
      rounds: { type: 'string' },
      transfers: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  })
  const size = {
    users: count(values.users, 'users', DEMO_SIZE.users),
    staff: count(values.admins, 'admins', DEMO_SIZE.staff),
    rounds: count(values.rounds, 'rounds', YEAR_OF_ROUNDS),
  }
  const transfers = count(values.transfers, 'transfers', 0)
  const anchor = readSeedAnchor(process.env) ?? defaultAnchor(Date.now())
  const fill = async (db: Db) => {
    if (!(await isEmpty(db))) {
      if (!values.force)
        throw new SettingsError(
          'The database is not empty: nothing was added. --force removes all staff, users, transfers of money, sessions and audit entries first.',
        )
      await db.transaction(clearDemo)
    }
    const began = performance.now()
    await seedDemo(db, size, anchor, { secret: process.env.SESSION_SECRET || undefined })
    console.log(
      `Seeded ${size.staff} staff, ${size.users} users and ${size.rounds} rounds in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
    )
    if (transfers === 0) return
    const from = performance.now()
    const added = await seedTransfers(db, transfers)
    const written = performance.now()
    await sealAudit(db, nodeHash)
    await db.query('analyze')
    console.log(
      `Added ${added} transfers in ${((written - from) / 1000).toFixed(1)} s, and sealed them in ${((performance.now() - written) / 1000).toFixed(1)} s.`,
    )
  }
  await withConfiguredDatabase(fill, { as: 'owner' })
}

main().catch((error: unknown) => {
  console.error(startFailureText(error))
  process.exit(1)
})
