/**
 * Creates the embedded database in a thread of its own: PGlite runs each statement without a pause, for seconds, and the server answers
 * meanwhile (starting.ts). Another thread opens the database afterwards.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { startFailureText } from '@server/start-failure'
import { openDatabase, type OpenOptions } from './db/open'
import { createTellStep, type Progress } from './db/progress'

export interface CreateOrder {
  dataDir: string
  demo: OpenOptions['demo']
}
/** `failed`: the line for the operator. */
export type CreateMessage = { progress: Progress } | { failed: string }

const say = (message: CreateMessage) => parentPort!.postMessage(message)
const { dataDir, demo } = workerData as CreateOrder

try {
  const tell = createTellStep((progress) => say({ progress }))
  await (await openDatabase({ kind: 'folder', dataDir }, { demo, tell })).close()
} catch (error) {
  say({ failed: startFailureText(error) })
}
