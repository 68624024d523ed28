/** What all workers of a run of journeys share: they inherit the environment of the process that starts them. */
import type { TestServer } from '../../kit/postgres'

/** When the run began, milliseconds since 1970. */
export const BEGAN = Number((process.env.JOURNEYS_BEGAN ??= String(Date.now())))

/** The run's folder: it keeps databases with the demo in them. */
export const runFolder = (): string => process.env.JOURNEYS_FOLDER!

/** The run's PostgreSQL; null where the machine has none. */
export const postgresOfRun = (): TestServer | null =>
  JSON.parse(process.env.JOURNEYS_POSTGRES ?? 'null') as TestServer | null

/** Has the workers share a folder and a PostgreSQL. */
export function shareInRun(folder: string, postgres: TestServer | null): void {
  process.env.JOURNEYS_FOLDER = folder
  process.env.JOURNEYS_POSTGRES = JSON.stringify(postgres)
}
