/** Changes of rows by another client of the API, while the console is looked at: what the live measurements are fed with. */
import pg from 'pg'
import { wait } from './browser'
import type { Server } from './platform'

/**
 * Texts that rows are changed to, so that a change can be told from those before it on the screen. The peers' bench changes the
 * role, which its pages show as it is. The console shows a role in words, so its text is in the pinned note, which any user may
 * have: `addNotes` copies each role there.
 */
const NOTES = 1000
const liveNote = (change: number): string => `L${change % NOTES}`
export const LAST_NOTE = 'LIVE_END'
/** The pace of the peers' bench; half of the changes are made to the first rows, which are in view. */
export const LIVE: Pace = { changes: 1000, ms: 5000 }
const IN_SIGHT = 20

/** How many changes are made, in how many milliseconds. */
export interface Pace {
  readonly changes: number
  readonly ms: number
}

interface LiveRow {
  readonly id: string
  readonly username: string
  pinned_note: string
  is_deleted: boolean
  version: number
}

export interface LiveChanges {
  /** The rows as the last answers have them, in the order of the unsorted list. */
  readonly rows: readonly LiveRow[]
  /** Changes one row, after what is under way for it. @param index from 0, in the unsorted list */
  send(index: number, change: { pinned_note: string } | { is_deleted: boolean }): Promise<void>
  /** All that was sent is answered. @throws the first refusal */
  answered(): Promise<void>
  /** Gives changed rows the note that they came with. */
  restore(): Promise<void>
}

/** Gives each user of a seeded database its role as the pinned note, before its server starts. */
export async function addNotes(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client
    .query('update users set pinned_note = role')
    .then(() => client.query('vacuum (analyze) users'))
    .finally(() => client.end())
}

async function readRows(databaseUrl: string): Promise<LiveRow[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return (
    await client
      .query<LiveRow>('select id, username, pinned_note, is_deleted, version from users order by id desc')
      .finally(() => client.end())
  ).rows
}

/** A token lives for 15 minutes. */
const SIGN_IN_EVERY_MS = 5 * 60_000

/** @param server on the database */
export async function openLiveChanges(databaseUrl: string, server: Server): Promise<LiveChanges> {
  const rows = await readRows(databaseUrl)
  const original = new Map<number, string>()
  /** The last change of each row that is under way. */
  const underWay = new Map<number, Promise<void>>()
  let failure: Error | null = null
  let session = { at: -Infinity, token: Promise.resolve('') }
  const token = () => {
    if (performance.now() - session.at > SIGN_IN_EVERY_MS)
      session = { at: performance.now(), token: server.signIn().then((signedIn) => signedIn.token) }
    return session.token
  }

  async function change(row: LiveRow, body: object) {
    const answer = await fetch(`${server.base}/api/v1/users/${row.id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${await token()}`,
        'content-type': 'application/json',
        'if-match': `"${row.version}"`,
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok)
      throw new Error(`The change of ${row.username} was refused: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    Object.assign(row, body)
    row.version += 1
  }

  const send: LiveChanges['send'] = (index, body) => {
    const row = rows[index]
    if (!row) throw new Error(`There is no row ${index}`)
    if ('pinned_note' in body && !original.has(index)) original.set(index, row.pinned_note)
    const sent = (underWay.get(index) ?? Promise.resolve())
      .then(() => change(row, body))
      .catch((error: unknown) => {
        failure ??= error as Error
      })
    underWay.set(index, sent)
    return sent
  }
  const answered = async () => {
    await Promise.all(underWay.values())
    underWay.clear()
    if (failure) throw failure
  }
  return {
    rows,
    send,
    answered,
    async restore() {
      await answered()
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const back = [...original].map(([index, pinned_note]) => ({ id: rows[index]!.id, pinned_note }))
      await client
        .query(
          'update users u set pinned_note = b.pinned_note, version = version + 1 from json_to_recordset($1::json) as b(id uuid, pinned_note text) where u.id = b.id',
          [JSON.stringify(back)],
        )
        .finally(() => client.end())
      for (const [index, pinned_note] of original)
        Object.assign(rows[index]!, { pinned_note, version: rows[index]!.version + 1 })
      original.clear()
    },
  }
}

/** When the last change was sent, and when the server had made it: as Date.now() tells it. */
export interface LastChange {
  sent: number
  made: Promise<number>
}

/** Sends the changes, paced by the clock. */
export async function sendChanges(
  changes: LiveChanges,
  { changes: count, ms }: Pace,
  random: () => number,
): Promise<LastChange> {
  const began = performance.now()
  for (let sent = 0; sent < count - 1;) {
    const due = Math.min(count - 1, Math.floor(((performance.now() - began) * count) / ms))
    for (; sent < due; sent++) {
      const index = Math.floor(random() * (sent % 2 === 1 ? changes.rows.length : IN_SIGHT))
      void changes.send(index, sent % 4 === 3 ? { is_deleted: random() < 0.5 } : { pinned_note: liveNote(sent) })
    }
    await wait(4)
  }
  // It waits for earlier changes of its row that are still in flight.
  const sent = Date.now()
  return { sent, made: changes.send(0, { pinned_note: LAST_NOTE }).then(() => Date.now()) }
}
