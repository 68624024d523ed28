/** A server for the fuzz test: the embedded database with a small demo, a count of log lines, and tokens of four roles. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { RECORDS } from '@contract/records/records'
import { openDatabase } from '@server/db/open'
import { fuzz, type FuzzOptions, type FuzzResult } from './fuzz'
import { signedIn } from './kit/client'
import { ANCHOR, SMALL } from './kit/databases'
import { makePlatform } from './kit/platform'

const ROLES = ['SUPER_ADMIN', 'SUPER_ADMIN', 'SUPPORT_AGENT', 'THIRD_PARTY_ADMIN', 'CONTENT_EDITOR']

/** Starts a server, sends the requests, and stops it. @returns also the number of log lines, and whether the server still responds */
export async function fuzzPlatform(options: FuzzOptions): Promise<FuzzResult & { logged: number; alive: boolean }> {
  const db = await openDatabase({ kind: 'memory' }, { demo: { size: SMALL, anchor: ANCHOR } })
  let logged = 0
  const counting = new Writable({
    write(_chunk, _encoding, done) {
      logged += 1
      done()
    },
  })
  const platform = await makePlatform(db, { log: pino({ level: 'info' }, counting) })
  try {
    const base = await platform.start({ port: 0 })
    const clients = await Promise.all(ROLES.map((role) => signedIn(platform, role)))
    const idsOf = async (path: string) =>
      ((await clients[0]!.get(`/api/v1/${path}?itemNo=20`)).body as { data: { id: string }[] }).data.map(({ id }) => id)
    const records = Object.values(RECORDS).map(({ base }) => base)
    const lists = await Promise.all(
      ['users', 'admin', 'admin-support-ticket/search', 'quick-chat', ...records].map(idsOf),
    )
    logged = 0
    const tokens = [...clients.map(({ token }) => token!), 'no.such.token']
    const result = await fuzz({ base, tokens, ids: lists.flat() }, options)
    const after = await fetch(`${base}/api/auth/csrf`)
    return { ...result, logged, alive: after.status === 200 }
  } finally {
    await platform.close()
    await db.close()
  }
}
