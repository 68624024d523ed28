/** Events between the processes that share a PostgreSQL: Socket.IO's adapter on LISTEN and NOTIFY, made to last. */
import { createAdapter } from '@socket.io/postgres-adapter'
import pg from 'pg'
import { surviveLostConnections } from '@server/db/postgres'

/**
 * Connects to the other processes, and returns once it is connected: the adapter keeps a connection that it is still opening
 * when it is closed.
 * @param url of the database
 */
export async function connectProcesses(url: string, onError: (error: unknown, what: string) => void) {
  const pool = new pg.Pool({ connectionString: url, max: 3, connectionTimeoutMillis: 10_000 })
  surviveLostConnections(pool)
  // The adapter opens another connection for one that broke, but never gives the broken one back to the pool.
  pool.on('connect', (client) => {
    client.once('end', () => {
      try {
        client.release(true)
      } catch {
        // It was given back before it ended.
      }
    })
  })
  const probe = await pool.connect()
  probe.release()
  const connected = new Promise((resolve) => pool.once('acquire', resolve))
  const adapter = createAdapter(pool, { errorHandler: (error: Error) => onError(error, 'socket adapter') })
  await connected
  // The adapter takes note of its connection in the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  return { adapter, close: () => pool.end() }
}
