/** Events between the processes that share a PostgreSQL: Socket.IO's adapter on LISTEN and NOTIFY, with its leaks of connections closed. */
import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import type { Db } from '@server/platform/ports/db'
import { surviveLostConnections } from '@server/db/postgres'

/**
 * Connects to the other processes, and returns once connected: an adapter that is closed while it opens its connection would
 * leave that connection open.
 * @param connection to the database
 */
export async function connectProcesses(
  connection: NonNullable<Db['connection']>,
  onError: (error: unknown, what: string) => void,
) {
  const pool = new pg.Pool({ ...connection, max: 3, connectionTimeoutMillis: 10_000 })
  surviveLostConnections(pool)
  // The adapter replaces a broken connection, but never returns the broken one to the pool.
  pool.on('connect', (client) => {
    client.once('end', () => {
      try {
        client.release(true)
      } catch {
        // The client was released before it ended.
      }
    })
  })
  const probe = await pool.connect()
  probe.release()
  const connected = new Promise((resolve) => pool.once('acquire', resolve))
  const adapter = createAdapter(pool, { errorHandler: (error: Error) => onError(error, 'socket adapter') })
  await connected
  // The adapter stores its connection on the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  return { adapter, close: () => pool.end() }
}
