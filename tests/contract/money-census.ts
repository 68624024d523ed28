/**
 * Finds out which operations of a server reach the ledger, from the statements that its database receives while they are handled: those
 * that post transfers or ask others to approve something, and those that write the rows which transfers are posted for. Claims of such
 * rows are left out.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { EVERY_OPERATION } from '@contract/http/catalogue'
import type { Db, Queryable } from '@server/platform/ports/db'
import { TRANSFER_SOURCES } from '@server/platform/modules/ledger/check'

const REACHES = new RegExp(
  String.raw`\bpost_transfers\(|\binsert into approvals\b|\b(?:insert into|update)\s+"?(?:${Object.values(TRANSFER_SOURCES).join('|')})\b`,
)
/** A claim of a record, its renewal and its end: no other column is written. */
const ONLY_CLAIMS = /^\s*update \w+ n set (?:claimed_by = [^,]+, )?claim_until = .+?\s+(?:from|where)\b/
const reaches = (text: string) => REACHES.test(text) && !ONLY_CLAIMS.test(text)
const operationAt = new Map<string, string>(
  EVERY_OPERATION.flatMap(({ id, method, path, aliases = [] }) =>
    [path, ...aliases].map((each) => [`${method} ${each}`, id] as const),
  ),
)

/** What the channel of Fastify carries when a handler starts. */
interface Started {
  route: { url: string; method: string }
}

/**
 * @param db the database of a server in this process
 * @returns the same database for that server, and the ids of the operations that have reached the ledger so far
 */
export function watchLedger(db: Db): { db: Db; reached: ReadonlySet<string> } {
  const reached = new Set<string>()
  const handled = new AsyncLocalStorage<string | undefined>()
  channel('tracing:fastify.request.handler:start').bindStore(handled, (message) => {
    const { route } = message as Started
    return operationAt.get(`${route.method} ${route.url}`)
  })
  const watched = (on: Queryable, into: Set<string>): Queryable => ({
    query: (text, params) => {
      const operation = handled.getStore()
      if (operation !== undefined && reaches(text)) into.add(operation)
      return on.query(text, params)
    },
  })
  // A preview performs its action in a transaction that it rolls back: it has reached nothing.
  const transaction: Db['transaction'] = async (work) => {
    const within = new Set<string>()
    const result = await db.transaction((tx) => work(watched(tx, within)))
    for (const operation of within) reached.add(operation)
    return result
  }
  return {
    reached,
    db: {
      ...watched(db, reached),
      kind: db.kind,
      plannedOnce: watched(db.plannedOnce, reached),
      transaction,
      cursor: (...call) => db.cursor(...call),
      connection: db.connection,
      close: () => db.close(),
    },
  }
}
