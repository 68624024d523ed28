/**
 * What is delivered to the connected without being asked: notifications and unread counts. Both are read from the database
 * and compared with what each person was sent last. A message between processes only makes it happen sooner; where one is
 * lost, or the process died that should have sent it, the next look (`readings`, every second) finds the difference, and it is
 * delivered once and in order.
 */
import type { Notification } from '@contract/entities/notification'
import { can } from '@contract/permissions'
import type { ServerToClientEvents } from '@contract/socket'
import type { Db } from '@server/db/db'
import { readTogether, type Reading } from '@server/db/reading'
import type { Principal } from '@server/modules/access/principal'
import { laterThan, readChanges, readRevisions } from '@server/modules/notifications/store'
import {
  CHATS,
  TICKETS,
  unreadGroups,
  unreadOf,
  type ConversationKind,
  type UnreadGroups,
} from '@server/modules/support/conversations'

/** Somebody who is connected here may be gone for this long before he is forgotten: a reload is no new beginning. */
const FORGET_MS = 60_000
/** Counts are sent at most this often. */
const COUNT_EVERY_MS = 250
const COUNT_EVENT = {
  SupportTickets: 'support_ticket:message_count_response',
  QuickChat: 'quick_chat:message_count_response',
} as const

/** Sends an event to all sockets of a person in this process. */
export type SendTo = <E extends keyof ServerToClientEvents>(
  staffId: string,
  event: E,
  ...args: Parameters<ServerToClientEvents[E]>
) => void

/** Unread messages of both kinds of conversation. */
export type Unread = Record<ConversationKind['subject'], UnreadGroups>

interface Known {
  /** Of his notifications, what he was told last. */
  revision: number
  counts: Partial<Record<ConversationKind['subject'], number>>
  /** performance.now() when he was last seen connected. */
  seenAt: number
}

export interface Deliveries {
  /** Somebody connects: from now on he is told what comes. To be awaited before he is let in, so that nothing lies between. */
  begin(staffId: string): Promise<void>
  /** Sends what changed of these people's notifications. */
  notifications(staffIds: readonly string[]): Promise<void>
  /** Counts that changed go out, soon and many at once. */
  countsSoon(): void
  /** Reads who has notifications that were not sent. */
  unsent(): Reading<string[]>
  /**
   * Sends the counts that changed.
   * @param unread what was read, `at` performance.now() before it was
   * @param rights a text that changes with what the connected may read
   */
  counts(unread: Unread, at: number, rights: string): Promise<void>
  /** @returns the count of one person, who knows it from now on; null where he may not read such things */
  countFor(principal: Principal, kind: ConversationKind): Promise<number | null>
  /** Forgets those who are not connected any more. */
  forget(connected: ReadonlySet<string>): void
  close(): void
}

export function createDeliveries(deps: {
  db: Db
  send: SendTo
  connected: () => Promise<readonly Principal[]>
  onError: (error: unknown, what: string) => void
}): Deliveries {
  const { db, send, connected, onError } = deps
  const known = new Map<string, Known>()
  let soon: NodeJS.Timeout | null = null
  let lastCountsAt = -Infinity

  /** One delivery at a time: what one reads, the next does not read again. Those that wait are one. */
  let running: Promise<void> = Promise.resolve()
  let waiting: { ids: Set<string>; done: Promise<void> } | null = null

  async function deliver(ids: ReadonlySet<string>): Promise<void> {
    const asked = new Map(
      [...known].filter(([staffId]) => ids.has(staffId)).map(([staffId, { revision }]) => [staffId, revision]),
    )
    if (asked.size === 0) return
    for (const { staff_id: staffId, unread, revision, added, changed } of await readChanges(db, asked)) {
      const person = known.get(staffId)
      if (!person || person.revision >= revision) continue
      person.revision = revision
      const stand = { unread_count: unread, revision }
      for (const text of added)
        send(staffId, 'notification:admin_notification_response', {
          success: true,
          data: JSON.parse(text) as Notification,
          ...stand,
        })
      if (changed === null || changed.length > 0) send(staffId, 'notification:changed', { ids: changed, ...stand })
    }
  }

  function notifications(staffIds: readonly string[]): Promise<void> {
    if (waiting) {
      for (const id of staffIds) waiting.ids.add(id)
      return waiting.done
    }
    const mine = { ids: new Set(staffIds), done: Promise.resolve() }
    waiting = mine
    mine.done = running.then(() => {
      waiting = null
      return deliver(mine.ids)
    })
    running = mine.done.catch(() => undefined)
    return mine.done
  }

  /** What all counts were made of last; null where they must be made again. */
  let counted: { unread: string; rights: string } | null = null
  /** performance.now() when the newest groups that counts were made of began to be read. */
  let readAt = -Infinity

  async function counts(unread: Unread, at: number, rights: string): Promise<void> {
    if (at < readAt) return
    readAt = at
    const text = JSON.stringify(unread)
    if (counted?.unread === text && counted.rights === rights) return
    const people = await connected()
    // Newer groups may have been read meanwhile; whoever read them sends them.
    if (at < readAt) return
    for (const kind of [TICKETS, CHATS]) {
      for (const person of people.filter(({ access }) => can(access, 'read', kind.subject))) {
        const mine = known.get(person.staffId)
        const count = unreadOf(unread[kind.subject], person)
        // Who has not asked does not show the count yet.
        if (!mine || mine.counts[kind.subject] === undefined || mine.counts[kind.subject] === count) continue
        mine.counts[kind.subject] = count
        send(person.staffId, COUNT_EVENT[kind.subject], { success: true, data: count })
      }
    }
    counted = { unread: text, rights }
  }

  /** Both kinds are read once for all who ask at the same moment. */
  let reading: Promise<{ unread: Unread; at: number }> | null = null
  const readUnread = (): Promise<{ unread: Unread; at: number }> =>
    (reading ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      reading = null
      const at = performance.now()
      const [SupportTickets, QuickChat] = await readTogether(db, [unreadGroups(TICKETS), unreadGroups(CHATS)])
      return { unread: { SupportTickets, QuickChat }, at }
    }))

  async function countNow(): Promise<void> {
    lastCountsAt = performance.now()
    const { unread, at } = await readUnread()
    await counts(unread, at, counted?.rights ?? '')
  }

  return {
    async begin(staffId) {
      const own = known.get(staffId)
      if (own) return void (own.seenAt = performance.now())
      const revision = (await readRevisions(db, [staffId])).get(staffId)!
      if (!known.has(staffId)) known.set(staffId, { revision, counts: {}, seenAt: performance.now() })
    },
    notifications,
    unsent: () => laterThan(new Map([...known].map(([staffId, { revision }]) => [staffId, revision]))),
    counts,
    countsSoon() {
      if (known.size === 0) return
      soon ??= setTimeout(
        () => {
          soon = null
          countNow().catch((error: unknown) => onError(error, 'unread counts'))
        },
        Math.max(0, lastCountsAt + COUNT_EVERY_MS - performance.now()),
      )
      soon.unref()
    },
    async countFor(principal, kind) {
      if (!can(principal.access, 'read', kind.subject)) return null
      const { unread } = await readUnread()
      const count = unreadOf(unread[kind.subject], principal)
      // All others may have been sent newer counts while this one was read: the next look makes them again.
      if (counted?.unread !== JSON.stringify(unread)) counted = null
      const mine = known.get(principal.staffId)
      if (mine) mine.counts[kind.subject] = count
      return count
    },
    forget(here) {
      const now = performance.now()
      for (const [staffId, person] of known) {
        if (here.has(staffId)) person.seenAt = now
        else if (now - person.seenAt > FORGET_MS) known.delete(staffId)
      }
    },
    close() {
      if (soon) clearTimeout(soon)
    },
  }
}
