/** The live socket (contract, Live socket): who may connect, what each hears, and when a socket is closed. */
import { RECORDS_TOLD_MAX, SOCKET } from '@contract/constants'
import { SUBJECTS, can } from '@contract/permissions'
import { HANDSHAKE_REFUSED, type RecordChanged } from '@contract/socket'
import { readTogether } from '@server/platform/db/reading'
import { every, later } from '@server/platform/lib/timers'
import type { Principal } from '@server/platform/modules/access/principal'
import type { Principals } from '@server/platform/modules/auth/principals'
import type { AuthRepository } from '@server/platform/modules/auth/repository'
import type { Tokens } from '@server/platform/modules/auth/tokens'
import { CHATS, TICKETS, unreadGroups } from '@server/platform/modules/support/conversations'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { Change, Emitter, LiveSocket, Sockets } from '@server/platform/ports/sockets'
import { createDeliveries } from './deliveries'
import type { Live } from './live'
import { PRESENCE_ENDS } from './presence'
import { createRecent } from './recent'
import { createRequests } from './requests'
import { createShiftStatus } from './shift-status'

/**
 * The database is looked at this often, in one statement: whose session ended, who has something new, what shift buttons show.
 * Together with the time that the look takes it stays within a second, which is what the contract promises.
 */
const LOOK_MS = 800
const PRESENCE_MS = 30_000
/**
 * Changes are collected for this long, milliseconds, and sent together. With a message for each, 200 changes a second take a fifth of
 * the main thread of a slow console (docs/measurements.md, Live rows on a slow page). Consoles collect for longer than this.
 */
const GATHER_MS = 50
/** While changes go on, messages follow each other after this long, milliseconds: a change that comes alone is not delayed by it. */
const BURST_MS = 200
/** A token that ran out may be followed by a new one within this time. */
const TOKEN_GRACE_MS = 5000
/** The other processes are given this long to hear that a shift changed, before its person is answered. */
const HEARD_WITHIN_MS = 250
/** A handshake that could not be looked at. */
const HANDSHAKE_FAILED = 'UNAVAILABLE'

const sessionRoom = (id: string) => `session:${id}`
const staffRoom = (id: string) => `staff:${id}`
const subjectRoom = (subject: string, store?: string) =>
  store === undefined ? `subject:${subject}` : `subject:${subject}@${store}`

/** @returns the changes grouped by key, in their order */
function grouped(changes: readonly Change[], keyOf: (change: Change) => string): Map<string, Change[]> {
  const groups = new Map<string, Change[]>()
  for (const change of changes) {
    const group = groups.get(keyOf(change))
    if (group) group.push(change)
    else groups.set(keyOf(change), [change])
  }
  return groups
}
const subjectOf = ({ subject }: Change) => subject
const storesOf = ({ stores }: Change) => stores.toSorted().join()

/** Where very many records of a subject changed at once, one message says so: each console would read the list as a whole all the same. */
function coalesced(changes: readonly Change[]): Change[] {
  return [...grouped(changes, subjectOf)].flatMap(([subject, all]): Change[] =>
    all.length > RECORDS_TOLD_MAX || all.some(({ id }) => id === null)
      ? [{ subject, id: null, stores: [...new Set(all.flatMap(({ stores }) => stores))] }]
      : all,
  )
}

/** @returns for how long a console has read without being told of changes (SocketAuth.unheard_ms), milliseconds; 0 if it does not say */
function unheardMs(auth: Record<string, unknown>): number {
  const { unheard_ms: ms } = auth
  return typeof ms === 'number' && ms > 0 ? ms : 0
}

/** Sends changes of one subject. @param to a socket, or all of some rooms */
function emitChanges(to: Emitter, subject: string, all: readonly Change[]): void {
  const [only, ...others] = all.map(({ stores: _, ...change }): RecordChanged => change)
  if (only && others.length === 0) return void to.emit('record:changed', only)
  to.emit('records:changed', {
    subject,
    changes: all.flatMap(({ subject: _, stores: __, ...change }) => (change.id === null ? [] : [change])),
  })
}

/** The rooms of what a person may read: a subject whole, or that of each store. */
export function roomsOf({ access, stores }: Principal): string[] {
  const readable = SUBJECTS.filter((subject) => can(access, 'read', subject))
  return readable.flatMap((subject) =>
    stores ? stores.map((store) => subjectRoom(subject, store)) : [subjectRoom(subject)],
  )
}

export interface Hub extends Live {
  /** Stops watching and closes all sockets. */
  close(): Promise<void>
}

export interface HubDeps {
  sockets: Sockets
  db: Db
  clock: Clock
  repository: AuthRepository
  tokens: Tokens
  principals: Principals
  /** Called when the presence of people has changed (ONLINE, AWAY or OFFLINE). @param staffIds their ids */
  onPresence: (staffIds: readonly string[]) => Promise<void>
  onError: (error: unknown, what: string) => void
}

export function createHub(deps: HubDeps): Hub {
  const { sockets, db, clock, repository, tokens, principals, onError } = deps
  const { others } = sockets
  const staffHere = () => new Set(sockets.all().map((socket) => socket.data.staffId))

  const deliveries = createDeliveries({
    db,
    onError,
    send: (staffId, event, ...args) => void sockets.here([staffRoom(staffId)]).emit(event, ...args),
    connected() {
      const people = new Map(sockets.all().map((socket) => [socket.data.staffId, socket.data.sessionId]))
      return principals.ofSessions([...people.values()])
    },
  })
  const shifts = createShiftStatus({ db, clock })
  const answerRequests = createRequests({ deliveries, shifts, onError })

  function join(socket: LiveSocket, principal: Principal) {
    const wanted = new Set([...roomsOf(principal), sessionRoom(principal.sessionId), staffRoom(principal.staffId)])
    for (const room of socket.rooms) if (room !== socket.id && !wanted.has(room)) void socket.leave(room)
    void socket.join([...wanted])
  }

  const recentChanges = createRecent<Change>()
  const recentAccess = createRecent<string | null>()
  /** Repeats to a console that has just connected what changed while it read without being connected. */
  function catchUp(socket: LiveSocket) {
    const ms = unheardMs(socket.handshake.auth)
    if (ms === 0) return
    const [changes, access] = [recentChanges.of(ms), recentAccess.of(ms)]
    if (access?.some((staffId) => staffId === null || staffId === socket.data.staffId) ?? true)
      socket.emit('access:changed')
    if (!changes) return void socket.emit('records:missed')
    const heard = changes.filter(
      ({ subject, stores }) =>
        socket.rooms.has(subjectRoom(subject)) || stores.some((store) => socket.rooms.has(subjectRoom(subject, store))),
    )
    const latest = [...new Map(heard.map((change) => [`${change.subject} ${change.id}`, change])).values()]
    for (const [subject, all] of grouped(coalesced(latest), subjectOf)) emitChanges(socket, subject, all)
  }

  const here = {
    recordsChanged(changes: readonly Change[]) {
      recentChanges.add(changes)
      const send = (rooms: string[], subject: string, all: readonly Change[]) => {
        if (rooms.length > 0) emitChanges(sockets.here(rooms), subject, all)
      }
      for (const [subject, all] of grouped(changes, subjectOf)) {
        send([subjectRoom(subject)], subject, all)
        // People limited to some stores are not in the room of the whole subject. Each change is in exactly one group, so nobody receives it twice.
        for (const group of grouped(all, storesOf).values())
          send(
            group[0]!.stores.map((store) => subjectRoom(subject, store)),
            subject,
            group,
          )
      }
    },
    async accessChanged(staffId: string | null) {
      recentAccess.add([staffId])
      principals.forget()
      const affected = sockets.all().filter(({ data }) => staffId === null || data.staffId === staffId)
      const found = await principals.ofSessions(affected.map(({ data }) => data.sessionId))
      const bySession = new Map(found.map((principal) => [principal.sessionId, principal]))
      for (const socket of affected) {
        const principal = bySession.get(socket.data.sessionId)
        if (!principal) continue
        join(socket, principal)
        socket.emit('access:changed')
      }
    },
    sessionsEnded(ids: readonly string[]) {
      principals.forget(ids)
      for (const socket of sockets.all()) {
        if (!ids.includes(socket.data.sessionId)) continue
        socket.emit('session:ended')
        socket.disconnect(true)
      }
    },
  }
  const deliver = (staffIds: readonly string[]) =>
    void deliveries.notifications(staffIds).catch((error: unknown) => onError(error, 'notifications'))
  others?.on('notified', deliver)
  others?.on('unreadChanged', () => deliveries.countsSoon())
  others?.on('recordsChanged', (changes) => here.recordsChanged(changes))
  others?.on(
    'accessChanged',
    (staffId) => void here.accessChanged(staffId).catch((error: unknown) => onError(error, 'access:changed')),
  )
  others?.on('sessionsEnded', (ids) => here.sessionsEnded(ids))
  others?.on('shiftChanged', (staffId, done) => {
    shifts.changed(staffId)
    done(null)
  })

  /** @returns whether the token lets its bearer have a socket; the socket then hears what this person may read */
  async function admit(socket: LiveSocket, token: unknown, staffId?: string): Promise<boolean> {
    if (typeof token !== 'string') return false
    const [claims, principal] = await Promise.all([tokens.read(token), principals.fromToken(token)])
    if (!claims || !principal || (staffId !== undefined && principal.staffId !== staffId)) return false
    Object.assign(socket.data, {
      staffId: principal.staffId,
      sessionId: principal.sessionId,
      tokenExpires: claims.expires,
    })
    await deliveries.begin(principal.staffId)
    join(socket, principal)
    return true
  }
  const admitted = (socket: LiveSocket, token: unknown, staffId?: string) =>
    admit(socket, token, staffId).catch((error: unknown) => {
      onError(error, 'socket token')
      return false
    })

  /** @throws what the console is told */
  async function requireToken(socket: LiveSocket) {
    const { access_token, client } = socket.handshake.auth as { access_token?: unknown; client?: unknown }
    let isIn: boolean
    try {
      isIn = client === SOCKET.client && (await admit(socket, access_token))
    } catch (error) {
      // A database that is out of reach says nothing about the token: the console tries again, and stays signed in.
      onError(error, 'handshake')
      throw new Error(HANDSHAKE_FAILED)
    }
    if (!isIn) throw Object.assign(new Error(HANDSHAKE_REFUSED), { data: HANDSHAKE_REFUSED })
  }

  /** Stores the current time as the last activity of these people, and reports those who were not online before. */
  async function notePresence(staffIds: readonly string[]) {
    if (staffIds.length === 0) return
    const come = await db.query<{ id: string }>(
      `with before as (select staff_id, seen_at from staff_presence where staff_id = any($1::uuid[])),
         noted as (insert into staff_presence (staff_id, seen_at) select id, now() from unnest($1::uuid[]) as id
           on conflict (staff_id) do update set seen_at = excluded.seen_at returning staff_id)
       select n.staff_id::text as id from noted n left join before b on b.staff_id = n.staff_id
       where b.seen_at is null or b.seen_at <= now() - interval '${PRESENCE_ENDS.online}'`,
      [[...new Set(staffIds)]],
    )
    if (come.length > 0) await deps.onPresence(come.map(({ id }) => id))
  }
  /** Reports people who have changed from online to away, or from away to offline, since the last run of this timer. */
  async function noteAbsence() {
    const passed = (after: string) =>
      `seen_at <= now() - interval '${after}' and seen_at > now() - interval '${after}' - $1::float8 * interval '1 millisecond'`
    const gone = await db.query<{ id: string }>(
      `select staff_id::text as id from staff_presence where ${Object.values(PRESENCE_ENDS).map(passed).join(' or ')}`,
      [PRESENCE_MS],
    )
    if (gone.length > 0) await deps.onPresence(gone.map(({ id }) => id))
  }

  sockets.onConnection(requireToken, (socket) => {
    catchUp(socket)
    notePresence([socket.data.staffId]).catch((error: unknown) => onError(error, 'presence'))
    answerRequests(socket, socket.data.staffId, () => principals.ofSession(socket.data.sessionId))
    socket.on('access:token', async (payload: { access_token: unknown } | undefined, acknowledge) => {
      const success = await admitted(socket, payload?.access_token, socket.data.staffId)
      if (typeof acknowledge === 'function') acknowledge({ success })
    })
  })

  let rightsSeen = ''
  /** Closes the sockets whose session or token has ended, also where no message told of it, and delivers what is new. */
  async function look() {
    const all = sockets.all()
    if (all.length === 0) return
    const sessionIds = [...new Set(all.map(({ data }) => data.sessionId))]
    const at = performance.now()
    const [ended, rights, unsent, SupportTickets, QuickChat] = await readTogether(db, [
      repository.endedSessions(sessionIds),
      repository.rightsMark([...staffHere()]),
      deliveries.unsent(),
      unreadGroups(TICKETS),
      unreadGroups(CHATS),
      shifts.reading(),
    ])
    here.sessionsEnded(ended)
    for (const socket of all)
      if (socket.connected && socket.data.tokenExpires + TOKEN_GRACE_MS < clock.now()) socket.disconnect(true)
    deliveries.forget(staffHere())
    if (unsent.length > 0) await deliveries.notifications(unsent)
    if (rights !== rightsSeen) principals.forget()
    rightsSeen = rights
    await deliveries.counts({ SupportTickets, QuickChat }, at, rights)
  }

  let isClosed = false
  let looking: Promise<void> = Promise.resolve()
  let cancelLook: () => void
  function lookIn(ms: number) {
    cancelLook = later(() => {
      const began = performance.now()
      looking = look()
        .catch((error: unknown) => onError(error, 'looking at the database for the sockets'))
        .then(() => {
          if (!isClosed) lookIn(Math.max(0, LOOK_MS - (performance.now() - began)))
        })
    }, ms)
  }
  lookIn(LOOK_MS)
  const endPresence = every(PRESENCE_MS, () => {
    notePresence(sockets.all().map((socket) => socket.data.staffId))
      .then(noteAbsence)
      .catch((error: unknown) => onError(error, 'presence'))
  })

  const gathered = new Map<string, Change>()
  const notified = new Set<string>()
  let flushing: ReturnType<typeof setTimeout> | null = null
  let lastFlush = Number.NEGATIVE_INFINITY
  const flushSoon = () => {
    flushing ??= setTimeout(flush, Math.max(GATHER_MS, lastFlush + BURST_MS - performance.now()))
  }
  let counted: ReturnType<typeof setTimeout> | null = null
  function flush() {
    flushing = null
    lastFlush = performance.now()
    const changes = coalesced([...gathered.values()])
    gathered.clear()
    if (changes.length > 0) {
      here.recordsChanged(changes)
      others?.emit('recordsChanged', changes)
    }
    const staffIds = [...notified]
    notified.clear()
    if (staffIds.length > 0) {
      deliver(staffIds)
      others?.emit('notified', staffIds)
    }
  }

  return {
    recordChanged(change, ...stores) {
      const key = `${change.subject} ${change.id}`
      // Where a record was before a move, its going is heard.
      const all = new Set([...(gathered.get(key)?.stores ?? []), ...stores.filter((store) => store !== null)])
      gathered.set(key, { ...change, stores: [...all] })
      flushSoon()
    },
    notified(staffIds) {
      if (staffIds.length === 0) return
      for (const id of staffIds) notified.add(id)
      flushSoon()
    },
    allRead: (staffId, stand) =>
      void sockets
        .everywhere([staffRoom(staffId)])
        .emit('notification:admin_all_notification_response', { success: true, ...stand }),
    chatMessage(message, { assigneeId, store }) {
      const rooms =
        assigneeId !== null
          ? [staffRoom(assigneeId)]
          : [subjectRoom('QuickChat'), ...(store === null ? [] : [subjectRoom('QuickChat', store)])]
      sockets.everywhere(rooms).emit('quick_chat:new_message_admin', message)
    },
    unreadChanged() {
      deliveries.countsSoon()
      if (others && !counted) {
        counted = setTimeout(() => {
          counted = null
          others.emit('unreadChanged')
        }, GATHER_MS)
      }
    },
    accessChanged(staffId) {
      void here.accessChanged(staffId ?? null).catch((error: unknown) => onError(error, 'access:changed'))
      others?.emit('accessChanged', staffId ?? null)
    },
    async shiftChanged(staffId) {
      shifts.changed(staffId)
      if (!others) return
      // A process that does not answer has died or hangs: what it has read is too old within a second.
      const heard = new Promise<void>((resolve) => others.emit('shiftChanged', staffId, () => resolve()))
      await Promise.race([heard, new Promise<void>((resolve) => void later(resolve, HEARD_WITHIN_MS))])
    },
    sessionsEnded(ids) {
      if (ids.length === 0) return
      here.sessionsEnded(ids)
      others?.emit('sessionsEnded', [...ids])
    },
    async close() {
      isClosed = true
      cancelLook()
      endPresence()
      if (flushing) clearTimeout(flushing)
      if (counted) clearTimeout(counted)
      deliveries.close()
      await looking
      await sockets.close()
    },
  }
}
