/** What all workers of a run of journeys share: they inherit the environment of the process that starts them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** When the run began, milliseconds since 1970. */
export const BEGAN = Number((process.env.JOURNEYS_BEGAN ??= String(Date.now())))

/** The run's folder: it keeps databases with the demo in them. */
export const runFolder = (): string => process.env.JOURNEYS_FOLDER!

/** Playwright's globalSetup. @returns what removes the run's folder at the end */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-journeys-'))
  process.env.JOURNEYS_FOLDER = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
