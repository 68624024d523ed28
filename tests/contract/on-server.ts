/** The suite against the server, in two parts that run beside each other: it waits for the database for half of its time. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { EVERY_OPERATION, operationById, type EveryOperationId } from '@contract/http/catalogue'
import { railAddress } from '@server/rails/address'
import { connectRail } from '@server/rails/connect'
import type { FastifyInstance } from 'fastify'
import { openBooks } from '@server/sandbox/books'
import { createChainSandbox } from '@server/sandbox/chain'
import { createSandbox } from '@server/sandbox/payouts'
import { createPlatformSandbox, openJobBooks } from '@server/sandbox/platform'
import type { ConnectedRail, RailKind } from '@server/platform/ports/rails'
import { openWalletBooks } from '@server/sandbox/wallet-books'
import { createServer, type PitbossServer } from '@server/server'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@server/db/demo'
import type { Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import { openPgliteCopy, postgresCopy } from '@tests/kit/shared-databases'
import { Environment } from './environment'
import { watchLedger } from './money-census'
import { serverBackDoor } from './server-back-door'
import { SUITE, WITHOUT_SUCCESS } from './suite'

const PARTS = 2
const RAIL_SECRET = 'whsec_dGhlIGNvbnRyYWN0IHN1aXRlIGhhcyBhIHJhaWwgdG9v'

/** @param part number of the part, from 0 */
export function runOnServer(part: number): void {
  let db: Db
  let platform: PitbossServer
  let sandboxes: Readonly<Record<string, { kind: RailKind; server: FastifyInstance }>>
  let environment: Environment
  let reached: ReadonlySet<string>

  beforeAll(async () => {
    const options = { demo: { size: { staff: 40, users: 300 } } }
    const url = await postgresCopy(options)
    db = url === null ? await openPgliteCopy(options) : await openDatabase({ kind: 'postgres', url }, { demo: null })
    const watch = watchLedger(db)
    reached = watch.reached
    // A bank and a platform that answer every call with an error: only people can say what became of it.
    const failure = { tell: () => undefined, next: () => 'error' as const }
    const failing = {
      behaviours: failure,
      secret: RAIL_SECRET,
      events: () => null,
    }
    // A wallet service whose users pay when a case says so, and which fails to send.
    const events: { url: string | null } = { url: null }
    const books = openWalletBooks(null)
    const paying = { behaviours: { tell: () => undefined, next: () => 'pay' as const }, secret: RAIL_SECRET }
    sandboxes = {
      BANK: { kind: 'PAYOUT', server: createSandbox({ ...failing, books: openBooks(null) }) },
      GAMES: { kind: 'PLATFORM', server: createPlatformSandbox({ ...failing, books: openJobBooks(null) }) },
      COINS: {
        kind: 'CHAIN',
        server: createChainSandbox({ ...paying, books, events: () => events.url, blockMs: null, sending: failure }),
      },
    }
    const rails = new Map<string, ConnectedRail>()
    const addresses: Record<string, string> = {}
    for (const [name, { kind, server }] of Object.entries(sandboxes)) {
      await server.listen({ host: '127.0.0.1', port: 0 })
      const { port } = server.server.address() as AddressInfo
      addresses[name] = `http://127.0.0.1:${port}`
      rails.set(name, connectRail({ kind, address: railAddress(addresses[name]), secret: RAIL_SECRET }))
    }
    platform = await createServer({
      db: watch.db,
      rails,
      // A check, and a new rate, change rows while cases compare them.
      railsCheckedMs: null,
      demo: true,
      // Every refused body of a case uploads its own files, all by a few people: more than the default limit per person.
      unattachedUploads: 100_000,
      // Likewise few keys make all calls of apps.
      appLimits: { ofKey: 1_000_000, refused: 1_000_000 },
      secrets: { session: 'a secret of the contract suite, long enough' },
    })
    const host = await platform.start({ host: '127.0.0.1', port: 0 })
    events.url = `${host}/api/v1/rails/COINS/events`
    environment = new Environment(
      host,
      DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD })),
      undefined,
      undefined,
      {
        ...serverBackDoor(db),
        async overpay(reference) {
          const amount = String(Number(books.find(reference)!.amount) * 1.5)
          const tell = (path: string, body: object) =>
            fetch(new URL(`sandbox/${path}`, addresses.COINS), {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body),
            })
          await tell('pay', { to: reference, amount })
          await tell('mine', { blocks: 200 })
        },
      },
    )
  })
  afterAll(async () => {
    environment.close()
    await platform.close()
    for (const { server } of Object.values(sandboxes)) await server.close()
    await db.close()
  })

  // Of each group in turn, because the groups differ a lot in size.
  for (const { title, cases } of SUITE) {
    const own = cases.filter((_case, index) => index % PARTS === part)
    if (own.length === 0) continue
    describe(`the server: ${title}`, () => {
      for (const one of own) it(`${one.name}`, () => expect(one.run(environment)).resolves.toBeUndefined())
    })
  }

  it(`the server: whatever reached the ledger requires an Idempotency-Key (${part + 1} of ${PARTS})`, () => {
    expect(reached.size, 'operations that have reached the ledger in this part').toBeGreaterThan(0)
    const keyless = [...reached].filter((id) => operationById(id as EveryOperationId).idempotencyKey !== 'required')
    expect(keyless.toSorted()).toEqual([])
  })

  it(`the server: every operation has succeeded in some case, of all parts once they have run (${part + 1} of ${PARTS})`, () => {
    const { folder } = inject('databases')
    const files = Array.from({ length: PARTS }, (_each, index) => join(folder, `contract-not-done-${index}.json`))
    const notDone = environment.notYetDone()
    expect(notDone.length, 'operations that have not succeeded in this part').toBeLessThan(EVERY_OPERATION.length)
    writeFileSync(files[part]!, JSON.stringify(notDone))
    // Each writes before it looks, so the last one sees what all have done.
    if (!files.every((file) => existsSync(file))) return
    const [first = [], ...others] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as string[])
    expect(first.filter((operation) => others.every((list) => list.includes(operation)))).toEqual(WITHOUT_SUCCESS)
  })
}
