/** Playwright's globalSetup: the run's folder, with the demo's database that most journeys start from. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededFolder, SEED_ANCHOR } from './platform'

/** @returns what removes the run's folder at the end */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-journeys-'))
  process.env.JOURNEYS_FOLDER = folder
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Seeded before the first journey, whose time it would take, and once instead of once for each worker.
  await seededFolder(SEED_ANCHOR).catch((error: unknown) => {
    remove()
    throw error
  })
  return remove
}
