/** Playwright's globalSetup: the run's folder and PostgreSQL, with the demo's database that most journeys start from. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../kit/postgres'
import { templateOf, SEED_ANCHOR } from './platform'
import { shareInRun } from './run'

/** @returns what removes the run's folder and databases at the end */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-journeys-'))
  const postgres = await startPostgres()
  shareInRun(folder, postgres?.server ?? null)
  const remove = async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  // Filled before the first journey, whose time it would take, and once instead of once for each worker.
  await templateOf('postgres', SEED_ANCHOR).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return remove
}
