/**
 * A server process that posts transfers with the functions of the real server: one call is one transaction with the transfers and
 * a message of the outbox, and the real worker delivers the messages. tests/money/cli.ts starts several and kills them.
 *
 * POST / {id, user, staff, lines}: posts the lines for the source `id`. 200 where they are posted, now or before; 409 where the
 * accounts do not allow it.
 */
import { createServer } from 'node:http'
import { sqlState } from '@server/db/db'
import { openDatabase } from '@server/db/open'
import { retriedTransaction } from '@server/db/retry'
import { postTransfers, type Movement } from '@server/modules/ledger/post'
import { createNotificationReceiver } from '@server/modules/notifications/receiver'
import { enqueue } from '@server/modules/outbox/messages'
import { startOutbox } from '@server/modules/outbox/worker'
import type { Live } from '@server/live/live'

/** One action of the test. */
export interface Action {
  id: string
  /** Who is notified of it. */
  staff: string
  lines: Omit<Movement, 'source_type' | 'source_id'>[]
}
/** Source type of the transfers. */
export const SOURCE = 'money test'

async function main() {
  const name = process.env.SERVER_NAME!
  const db = await openDatabase(
    { kind: 'postgres', url: process.env.DATABASE_URL!, maxConnections: 20 },
    { demo: null },
  )
  const live = { notified: () => undefined } as unknown as Live
  const outbox = startOutbox({
    db,
    receivers: { notification: createNotificationReceiver({ db, live }) },
    onError: (error) => console.error(name, error),
  })

  async function act({ id, staff, lines }: Action): Promise<number> {
    try {
      await retriedTransaction(db, async (tx) => {
        await postTransfers(
          tx,
          lines.map((line, index) => ({ ...line, line: index, source_type: SOURCE, source_id: id })),
        )
        await enqueue(tx, 'notification', {
          staff_ids: [staff],
          at: Date.now(),
          what: { keyword: 'TICKET_ASSIGNED', keywordId: id, eventKey: id, title: 'Posted', description: name },
        })
      })
    } catch (error) {
      const state = sqlState(error)
      // An earlier attempt was committed, and its response was lost.
      if (state?.constraint === 'transfers_source') return 200
      if (state?.constraint === 'transfer_funds') return 409
      throw error
    }
    outbox.wake()
    return 200
  }

  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      act(JSON.parse(text) as Action).then(
        (status) => response.writeHead(status).end(),
        (error: unknown) => {
          console.error(name, error)
          response.writeHead(500).end(String(error))
        },
      )
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    console.log(`ready http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`)
  })
}

if (process.env.SERVER_NAME) await main()
