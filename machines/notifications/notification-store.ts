/**
 * The known part of one person's notifications: the newest ones without gaps or duplicates, and their summary. It
 * implements the rules for revisions (contract, notifications): of two versions the one with the higher revision is
 * newer, regardless of the order in which they arrive and of whether a push or a response contains them.
 */
import type { Notification } from '@contract/entities/notification'
import type { NotificationsStand } from '@contract/socket'

/** Number of entries kept if nobody scrolled further: more than the panel shows at once. */
export const KEPT = 10

/** The facts about the store that the machine keeps in its context. */
export interface NotificationFacts {
  /** Shown entries, the newest first. */
  ids: readonly string[]
  unreadCount: number
  /** Number of new entries that wait above the shown ones, so that nothing moves under the pointer. */
  held: number
  /** Whether the server has older entries. */
  hasMore: boolean
  /** Whether the server has changes that are not known here. */
  isBehind: boolean
}

export const NO_FACTS: NotificationFacts = { ids: [], unreadCount: 0, held: 0, hasMore: true, isBehind: false }

/** A page of the server's response. */
export interface NotificationsAnswer extends NotificationsStand {
  data: readonly Notification[]
  /** The number of all notifications. */
  total_count: number
}

/** @returns an empty store */
export function createNotificationStore() {
  /** The newest first; the first `held` of them are not shown yet. */
  let entries: Notification[] = []
  const byId = new Map<string, Notification>()
  let facts = NO_FACTS
  const newest: NotificationsStand = { unread_count: 0, revision: -1 }
  /** All changes up to this revision are known; null before the first page. */
  let synced: number | null = null
  /** Known revisions above `synced`: pushes that overtook earlier ones. */
  const ahead = new Set<number>()
  /** The connection was lost: a change may have been missed unnoticed. */
  let isDoubtful = false
  let held = 0
  let isHolding = false
  let kept = KEPT
  let hasMore = true
  let losses = 0
  const listeners = new Set<(fresh: number) => void>()

  const notify = (fresh = 0) => {
    facts = {
      ids: entries.slice(held).map(({ id }) => id),
      unreadCount: newest.unread_count,
      held,
      hasMore,
      isBehind: synced !== null && (isDoubtful || newest.revision > synced),
    }
    for (const listener of listeners) listener(fresh)
  }
  const takeSummary = ({ unread_count, revision }: NotificationsStand) => {
    if (revision > newest.revision) Object.assign(newest, { unread_count: Math.max(0, unread_count), revision })
  }
  /** Moves `synced` up to the next gap. */
  const advance = () => {
    if (synced === null) return
    while (ahead.delete(synced + 1)) synced += 1
  }
  const syncTo = (revision: number) => {
    synced = Math.max(synced ?? 0, revision)
    for (const known of ahead) if (known <= synced) ahead.delete(known)
    advance()
  }
  /** Shows the waiting entries if the last shown entry was removed, because then nothing is under the pointer. */
  const showIfEmpty = () => {
    if (held === entries.length) held = 0
  }
  const remove = (id: string) => {
    const index = entries.findIndex((entry) => entry.id === id)
    if (index < 0) return
    entries.splice(index, 1)
    byId.delete(id)
    if (index < held) held -= 1
    showIfEmpty()
    losses += 1
  }
  const trim = () => {
    const dropped = entries.splice(kept + held)
    for (const { id } of dropped) byId.delete(id)
    if (dropped.length === 0) return
    hasMore = true
    losses += 1
  }
  /** Replaces a known notification by a newer version. @returns whether it is known */
  const update = (record: Notification): boolean => {
    const known = byId.get(record.id)
    if (!known) return false
    if (record.revision <= known.revision) return true
    if (record.is_removed) remove(record.id)
    else {
      byId.set(record.id, record)
      entries[entries.indexOf(known)] = record
    }
    return true
  }
  /** Inserts a new entry by its age, or by its revision if the times are equal: nearly always at the top. */
  const insert = (record: Notification) => {
    byId.set(record.id, record)
    const firstShown = entries[held]
    const place = entries.findIndex(
      ({ createdAt, revision }) =>
        createdAt < record.createdAt || (createdAt === record.createdAt && revision < record.revision),
    )
    entries.splice(place < 0 ? entries.length : place, 0, record)
    if (isHolding && firstShown) held = entries.indexOf(firstShown)
    trim()
  }

  return {
    get: (id: string): Notification | undefined => byId.get(id),
    /** Returns the same object until something changes. */
    facts: () => facts,
    /** @param listener receives the number of new entries @returns a function that unsubscribes */
    subscribe(listener: (fresh: number) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The revision after which changes must be fetched; null before the first page. */
    synced: () => synced,
    /**
     * Increases when entries leave the list or an unknown part of it changes: a page requested before that no longer
     * fits.
     */
    losses: () => losses,
    size: () => entries.length,
    /** Whether a response is based on changes that are not known here. */
    lags: (revision: number) => revision > (synced ?? revision),

    /** Accepts the first page, or the list read again; entries pushed meanwhile stay. */
    begin(answer: NotificationsAnswer) {
      const isFirst = synced === null
      const shown = isHolding ? entries.slice(held) : []
      const pushed = entries.filter((entry) => entry.revision > answer.revision)
      byId.clear()
      losses += 1
      takeSummary(answer)
      syncTo(answer.revision)
      for (const record of answer.data) byId.set(record.id, record)
      entries = [...byId.values()]
      hasMore = answer.data.length < answer.total_count
      // What somebody reads stays at the top.
      const first = shown.find(({ id }) => byId.has(id))
      held = first ? entries.findIndex(({ id }) => id === first.id) : 0
      const fresh = pushed.filter((record) => !update(record))
      fresh.toReversed().forEach(insert)
      notify(isFirst ? fresh.length : 0)
    },
    /** Adds older entries. @param isLast the list ends with them */
    append({ data }: NotificationsAnswer, isLast: boolean) {
      for (const record of data) {
        if (update(record)) continue
        byId.set(record.id, record)
        entries.push(record)
      }
      hasMore = !isLast
      kept = Math.max(kept, entries.length - held)
      notify()
    },
    /** Adds pushes, the oldest first; they may be duplicates or be known from a page. */
    push(pushes: readonly (NotificationsStand & { data: Notification })[]) {
      let fresh = 0
      for (const { data, ...summary } of pushes) {
        takeSummary(summary)
        const isOld = data.revision <= (synced ?? -1)
        if (!isOld) ahead.add(data.revision)
        advance()
        // Known already, or dropped after it was known.
        if (update(data) || isOld) continue
        insert(data)
        fresh += 1
      }
      notify(fresh)
    },
    /** Applies the changes since `synced`, including entries that left the list. */
    catchUp(answer: NotificationsAnswer) {
      const before = [...entries]
      const unknown = answer.data.filter((record) => !update(record))
      const fresh = unknown.filter(
        ({ createdAt, is_removed }) =>
          !is_removed && (!hasMore || before.some((entry) => entry.createdAt <= createdAt)),
      )
      // Entries older than the known ones changed or left: a page requested before is out of date.
      if (fresh.length < unknown.length) losses += 1
      takeSummary(answer)
      syncTo(answer.revision)
      fresh.toReversed().forEach(insert)
      notify(fresh.length)
    },
    /** Applies one notification of a response. */
    put(record: Notification, summary: NotificationsStand) {
      update(record)
      takeSummary(summary)
      notify()
    },
    /** Applies a summary that arrived without entries. */
    receive(summary: NotificationsStand) {
      takeSummary(summary)
      notify()
    },
    /** The newest revision that this console has received, including entries that wait above the list. */
    newestRevision: (): number => newest.revision,
    /** Marks everything up to a revision as read. */
    markAll(upTo: number, summary: NotificationsStand) {
      entries = entries.map((entry) => {
        if (entry.is_read || entry.revision > upTo) return entry
        const read = { ...entry, is_read: true }
        byId.set(entry.id, read)
        return read
      })
      takeSummary(summary)
      notify()
    },
    /** A handover was accepted: its notification leaves the list (spec 4), and the summary must be fetched. */
    accepted(id: string) {
      remove(id)
      isDoubtful = true
      notify()
    },
    /** Changes may have been missed, or an action of this console changed something. */
    doubt() {
      isDoubtful = true
      notify()
    },
    /** Missed changes are being fetched; a doubt from now on counts again. */
    asking() {
      isDoubtful = false
    },
    /** From now on new entries wait above the shown ones. */
    hold() {
      isHolding = true
    },
    /** Shows the waiting entries. */
    showHeld() {
      held = 0
      trim()
      notify()
    },
    /** From now on new entries are shown at once. */
    release() {
      isHolding = false
      held = 0
      trim()
      notify()
    },
    /** The panel closed: drops the entries that were loaded by scrolling. */
    forgetOld() {
      kept = KEPT
      trim()
      notify()
    },
  }
}
export type NotificationStore = ReturnType<typeof createNotificationStore>
