/**
 * A platform for the subject of the peers' bench: `tsx subject-platform.ts <module with makeRows> <count>`. Writes its address as
 * a line of JSON. For each line of input it writes a new session. Ends, and cleans up, with its input.
 */
import { createInterface } from 'node:readline'
import { startPostgres } from '../kit/postgres'
import { seedDatabase, startServer } from './platform'
import { rowsFrom } from './rows'

const [module = '', count = ''] = process.argv.slice(2)
const postgres = await startPostgres()
if (!postgres) throw new Error('The bench needs PostgreSQL: see above.')
const tell = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)
try {
  const database = await postgres.createDatabase()
  await seedDatabase(database, (await rowsFrom(module))(Number(count)))
  const server = await startServer(database)
  try {
    tell({ base: server.base })
    for await (const _line of createInterface(process.stdin)) tell({ base: server.base, ...(await server.signIn()) })
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
}
