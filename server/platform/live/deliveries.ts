/**
 * Notifications and unread counts that are sent without a request. Both are read from the database and compared with what each
 * person was last sent. A message between processes only makes this happen sooner; where one is lost, or the process that should
 * have sent it died, the next poll (`readings`, every second) finds the difference, so that each notification is delivered once
 * and in order.
 */
import type { Notification } from '@contract/entities/notification'
import { can } from '@contract/permissions'
import type { ServerToClientEvents } from '@contract/socket'
import type { Db } from '@server/platform/ports/db'
import { readTogether, type Reading } from '@server/platform/db/reading'
import { later, nextTurn } from '@server/platform/lib/timers'
import type { Principal } from '@server/platform/modules/access/principal'
import { laterThan, readChanges, readRevisions } from '@server/platform/modules/notifications/store'
import {
  CHATS,
  TICKETS,
  unreadGroups,
  unreadOf,
  type ConversationKind,
  type UnreadGroups,
} from '@server/platform/modules/support/conversations'

/** The state of a disconnected person is kept for this long, so that a reload of the page misses nothing. */
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
  /** Of the person's notifications, the last revision that was sent. */
  revision: number
  counts: Partial<Record<ConversationKind['subject'], number>>
  /** performance.now() when the person was last connected. */
  seenAt: number
}

export interface Deliveries {
  /** Starts deliveries to a person who connects. Await it before the socket is admitted, so that nothing is missed in between. */
  begin(staffId: string): Promise<void>
  /** Sends the changes of these people's notifications. */
  notifications(staffIds: readonly string[]): Promise<void>
  /** Sends changed counts soon, together with later changes. */
  countsSoon(): void
  /** Reads who has unsent notifications. */
  unsent(): Reading<string[]>
  /**
   * Sends the counts that changed.
   * @param unread what was read; `at`: performance.now() before the read
   * @param rights a text that changes with the rights of the connected people
   */
  counts(unread: Unread, at: number, rights: string): Promise<void>
  /** @returns the count of one person, which later changes are compared with; null where the person may not read such records */
  countFor(principal: Principal, kind: ConversationKind): Promise<number | null>
  /** Discards the state of people who are not connected any more. */
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
  let cancelSoon: (() => void) | null = null
  let lastCountsAt = -Infinity

  /** Only one delivery runs at a time, so that none reads what another is sending. Waiting ones are merged. */
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

  /** Input of the last counts; null where they must be calculated again. */
  let counted: { unread: string; rights: string } | null = null
  /** performance.now() when the read of the newest groups began from which counts were calculated. */
  let readAt = -Infinity

  async function counts(unread: Unread, at: number, rights: string): Promise<void> {
    if (at < readAt) return
    readAt = at
    const text = JSON.stringify(unread)
    if (counted?.unread === text && counted.rights === rights) return
    const people = await connected()
    // Newer groups were read meanwhile; that read sends their counts.
    if (at < readAt) return
    for (const kind of [TICKETS, CHATS]) {
      for (const person of people.filter(({ access }) => can(access, 'read', kind.subject))) {
        const mine = known.get(person.staffId)
        const count = unreadOf(unread[kind.subject], person)
        // A console that has not requested the count does not show it yet.
        if (!mine || mine.counts[kind.subject] === undefined || mine.counts[kind.subject] === count) continue
        mine.counts[kind.subject] = count
        send(person.staffId, COUNT_EVENT[kind.subject], { success: true, data: count })
      }
    }
    counted = { unread: text, rights }
  }

  /** All requests of the same moment share one read of both kinds. */
  let reading: Promise<{ unread: Unread; at: number }> | null = null
  const readUnread = (): Promise<{ unread: Unread; at: number }> =>
    (reading ??= nextTurn().then(async () => {
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
      cancelSoon ??= later(
        () => {
          cancelSoon = null
          countNow().catch((error: unknown) => onError(error, 'unread counts'))
        },
        Math.max(0, lastCountsAt + COUNT_EVERY_MS - performance.now()),
      )
    },
    async countFor(principal, kind) {
      if (!can(principal.access, 'read', kind.subject)) return null
      const { unread } = await readUnread()
      const count = unreadOf(unread[kind.subject], principal)
      // Other people may have been sent newer counts during this read: the next poll calculates them again.
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
      cancelSoon?.()
    },
  }
}
