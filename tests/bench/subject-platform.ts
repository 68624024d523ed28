/**
 * A platform for the subject of the peers' bench: `tsx subject-platform.ts <module with makeRows> <count>`. Writes its address as
 * a line of JSON. For each line `sign in` it gives changed rows their notes back and writes a new session; any other line is a
 * change, `{ id, role }` with the number of a row from 1 and the new note, which it makes through the API. Ends, and cleans up, with its input.
 */
import { createInterface } from 'node:readline'
import { startPostgres } from '../kit/postgres'
import { addNotes, openLiveChanges } from './live-changes'
import { seedDatabase, startServer } from './platform'
import { rowsFrom } from './rows'

const [module = '', count = ''] = process.argv.slice(2)
const postgres = await startPostgres()
if (!postgres) throw new Error('The bench needs PostgreSQL: see above.')
const tell = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)
try {
  const database = await postgres.createDatabase()
  await seedDatabase(database, (await rowsFrom(module))(Number(count)))
  await addNotes(database)
  const server = await startServer(database)
  try {
    const changes = await openLiveChanges(database, server)
    tell({ base: server.base })
    for await (const line of createInterface(process.stdin)) {
      if (line === 'sign in') {
        await changes.restore()
        tell({ base: server.base, ...(await server.signIn()) })
      } else {
        const { id, role } = JSON.parse(line) as { id: number; role: string }
        void changes.send(id - 1, { pinned_note: role })
      }
    }
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
}
