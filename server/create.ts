/** Creates the embedded database at the first start. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SettingsError } from '@server/node/settings-error'
import type { CreateMessage, CreateOrder } from './create-worker'
import { databaseFolder } from './db/open'
import type { Progress } from './db/progress'

/** Exists from the beginning of the creation to its end: a start that finds it creates the database again. */
const UNFINISHED = 'unfinished'

/** Next to this file in the sources, and next to main.js once built. */
const WORKER = ['create-worker.js', 'create-worker.ts'].map((name) => join(import.meta.dirname, name))

/** Whether a folder has no complete database: it is new, or its first start was interrupted. */
export const isUnfinished = (dataDir: string): boolean =>
  !existsSync(databaseFolder(dataDir)) || existsSync(join(dataDir, UNFINISHED))

/**
 * Creates the database of an unfinished folder, all or nothing. The caller holds the folder's lock, and opens the database afterwards.
 * @throws SettingsError with the reason
 */
export async function createEmbedded(order: CreateOrder, tell: (progress: Progress) => void): Promise<void> {
  const mark = join(order.dataDir, UNFINISHED)
  writeFileSync(mark, '')
  // What an interrupted start has left was never used, and may not even be readable.
  rmSync(databaseFolder(order.dataDir), { recursive: true, force: true })
  const worker = new Worker(
    WORKER.find((file) => existsSync(file))!,
    { workerData: order },
  )
  let failed: string | null = null
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: CreateMessage) => {
      if ('failed' in message) failed = message.failed
      else tell(message.progress)
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
  if (failed !== null) throw new SettingsError(failed)
  rmSync(mark)
}
