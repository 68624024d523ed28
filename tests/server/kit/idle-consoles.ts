/** Idle open consoles: the script (`npm run idle`) measures their cost, and a test limits it. */
import { SHIFT_POLL_MS, SOCKET } from '@contract/constants'
import type { Db } from '@server/platform/ports/db'
import { createKeys } from '@server/platform/lib/secrets'
import { createTokens } from '@server/platform/modules/auth/tokens'
import { consoleSocket, opened, type LiveSocket } from './live'
import { SECRET } from './platform'
import { nodeCrypto } from '@server/node/crypto'

const DAY_MS = 24 * 3600 * 1000

/** Signs people in without passwords: with sessions in the database, and tokens signed with the servers' secret. */
export async function signInAll(db: Db, count: number): Promise<string[]> {
  const sessions = await db.query<{ id: string; staff_id: string }>(
    `insert into sessions (id, token_hash, staff_id, created_at, last_used_at, expires_at)
     select gen_random_uuid(), gen_random_uuid()::text, id, now(), now(), now() + interval '1 day' from staff where not is_deleted order by id limit $1::int
     returning id::text as id, staff_id::text as staff_id`,
    [count],
  )
  if (sessions.length < count) throw new Error(`Only ${sessions.length} members of staff are active.`)
  const tokens = createTokens(createKeys(SECRET, nodeCrypto).token, { now: Date.now })
  return Promise.all(sessions.map(({ id, staff_id }) => tokens.issue(staff_id, id, Date.now() + DAY_MS)))
}

export interface IdleConsole {
  readonly socket: LiveSocket
  asked: number
  answered: number
  /** The longest time from a request to its response, milliseconds. */
  longest: number
  close(): void
}

/** Connects, requests the unread counts once, and the shift every second. */
export async function openIdleConsole(base: string, token: string): Promise<IdleConsole> {
  const socket = await opened(consoleSocket(base, { access_token: token, client: SOCKET.client }))
  const askedAt = new Map<number, number>()
  const ask = () => {
    own.asked += 1
    askedAt.set(own.asked, performance.now())
    socket.emit('shift_handover:user_shift_details', { request: own.asked })
  }
  const poll = setInterval(ask, SHIFT_POLL_MS)
  const own: IdleConsole = {
    socket,
    asked: 0,
    answered: 0,
    longest: 0,
    close() {
      clearInterval(poll)
      socket.disconnect()
    },
  }
  socket.on('shift_handover:user_shift_details_response', ({ request = 0 }) => {
    own.answered += 1
    own.longest = Math.max(own.longest, performance.now() - (askedAt.get(request) ?? performance.now()))
    askedAt.delete(request)
  })
  socket.emit('support_ticket:message_count')
  socket.emit('quick_chat:message_count', () => undefined)
  return own
}
