/**
 * One person's notifications as far as they are known: the newest ones without a gap, each once, and how they stand. The
 * rules of the revision have their home here (contract, notifications): of two tellings the one with the higher is the newer,
 * whichever came last, from whatever side.
 */
import type { Notification } from '@contract/entities/notification'
import type { NotificationsStand } from '@contract/socket'

/** So many are kept of those that nobody scrolled for: more than the panel shows at once. */
export const KEPT = 10

/** What is known, in numbers. */
export interface NotificationFacts {
  /** Those that are shown, the newest first. */
  ids: readonly string[]
  unreadCount: number
  /** New ones above them that wait to be shown: nothing moves under the pointer. */
  held: number
  /** There are older ones on the server. */
  hasMore: boolean
  /** Something has changed that is not known here. */
  isBehind: boolean
}

export const NO_FACTS: NotificationFacts = { ids: [], unreadCount: 0, held: 0, hasMore: true, isBehind: false }

/** A page as the server answers it. */
export interface NotificationsAnswer extends NotificationsStand {
  data: readonly Notification[]
  /** How many there are in all. */
  total_count: number
}

const newestFirst = (a: Notification, b: Notification) =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0

/** @returns an empty store */
export function createNotificationStore() {
  /** The newest first; the first `held` of them are not shown yet. */
  let entries: Notification[] = []
  const byId = new Map<string, Notification>()
  let facts = NO_FACTS
  const stand: NotificationsStand = { unread_count: 0, revision: -1 }
  /** All changes up to this revision are known; null before the first page. */
  let synced: number | null = null
  /** Revisions above it that are known too: pushes that overtook what comes before them. */
  const ahead = new Set<number>()
  /** The line was broken: something may have been missed that nobody tells of. */
  let isDoubtful = false
  let held = 0
  let isHolding = false
  let kept = KEPT
  let hasMore = true
  let losses = 0
  const listeners = new Set<(fresh: number) => void>()

  const tell = (fresh = 0) => {
    facts = {
      ids: entries.slice(held).map(({ id }) => id),
      unreadCount: stand.unread_count,
      held,
      hasMore,
      isBehind: synced !== null && (isDoubtful || stand.revision > synced),
    }
    for (const listener of listeners) listener(fresh)
  }
  const takeStand = ({ unread_count, revision }: NotificationsStand) => {
    if (revision > stand.revision) Object.assign(stand, { unread_count: Math.max(0, unread_count), revision })
  }
  const advance = () => {
    if (synced === null) return
    while (ahead.delete(synced + 1)) synced += 1
  }
  const syncTo = (revision: number) => {
    synced = Math.max(synced ?? 0, revision)
    for (const known of ahead) if (known <= synced) ahead.delete(known)
    advance()
  }
  /** Where the last one that is shown has left, nothing stands under the pointer: new ones need not wait. */
  const showWhereNothingIs = () => {
    if (held === entries.length) held = 0
  }
  const remove = (id: string) => {
    const index = entries.findIndex((entry) => entry.id === id)
    if (index < 0) return
    entries.splice(index, 1)
    byId.delete(id)
    if (index < held) held -= 1
    showWhereNothingIs()
    losses += 1
  }
  const trim = () => {
    const dropped = entries.splice(kept + held)
    for (const { id } of dropped) byId.delete(id)
    if (dropped.length === 0) return
    hasMore = true
    losses += 1
  }
  /** Takes what is newer of a notification that is known. @returns whether it is known */
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
  /** Puts new ones before the others, by their age. @param fresh the newest first */
  const insert = (fresh: readonly Notification[]) => {
    if (fresh.length === 0) return
    // More than are kept would be dropped at once again, and with them all that are older.
    const taken = isHolding ? fresh : fresh.slice(0, kept)
    if (taken.length < fresh.length) hasMore = true
    for (const record of taken) byId.set(record.id, record)
    const oldest = taken.at(-1)!.createdAt
    // Nearly always nothing known is newer; else only the few that are lie between.
    let newer = 0
    while (newer < entries.length && entries[newer]!.createdAt > oldest) newer += 1
    const head = newer === 0 ? taken : [...entries.slice(0, newer), ...taken].toSorted(newestFirst)
    const firstShown = entries[held]
    entries = [...head, ...entries.slice(newer)]
    if (isHolding && firstShown) held = entries.indexOf(firstShown)
    trim()
  }

  return {
    get: (id: string): Notification | undefined => byId.get(id),
    /** The same object until something changes. */
    facts: () => facts,
    /** @param listener is told how many new ones came @returns how to stop */
    subscribe(listener: (fresh: number) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The revision from which on changes are to be asked for; null before the first page. */
    synced: () => synced,
    /** Grows where some leave the list, or what is not known of it changes: a page that was asked for before does not fit any more. */
    losses: () => losses,
    size: () => entries.length,
    /** Whether an answer knows of changes that are not known here. */
    lags: (revision: number) => synced !== null && revision > synced,

    /** The first page, or the list anew: what was pushed meanwhile stays. */
    begin(answer: NotificationsAnswer) {
      const isFirst = synced === null
      const pushed = entries.filter((entry) => entry.revision > answer.revision)
      entries = []
      byId.clear()
      held = 0
      losses += 1
      takeStand(answer)
      syncTo(answer.revision)
      for (const record of answer.data) byId.set(record.id, record)
      entries = [...byId.values()]
      hasMore = answer.data.length < answer.total_count
      const fresh = pushed.filter((record) => !update(record))
      insert(fresh)
      tell(isFirst ? fresh.length : 0)
    },
    /** Older ones. @param isLast the list ends with them */
    append({ data }: NotificationsAnswer, isLast: boolean) {
      for (const record of data) {
        if (update(record)) continue
        byId.set(record.id, record)
        entries.push(record)
      }
      hasMore = !isLast
      kept = Math.max(kept, entries.length - held)
      tell()
    },
    /** New ones as they were pushed, the oldest first: perhaps twice, perhaps known from a page. */
    push(pushes: readonly (NotificationsStand & { data: Notification })[]) {
      const fresh = new Map<string, Notification>()
      for (const { data, ...told } of pushes) {
        takeStand(told)
        const isOld = synced !== null && data.revision <= synced
        // Known, or known once and left out since.
        if (!update(data) && !isOld && (fresh.get(data.id)?.revision ?? -1) < data.revision) {
          fresh.delete(data.id)
          fresh.set(data.id, data)
        }
        if (!isOld) ahead.add(data.revision)
      }
      advance()
      insert([...fresh.values()].reverse().sort(newestFirst))
      tell(fresh.size)
    },
    /** What changed since `synced`, those that left the list too. */
    catchUp(answer: NotificationsAnswer) {
      const oldest = entries.at(-1)?.createdAt
      const unknown = answer.data.filter((record) => !update(record) && !record.is_removed)
      const fresh = unknown.filter(({ createdAt }) => !hasMore || (oldest !== undefined && createdAt >= oldest))
      // Older ones than are known have changed: a page with them that was asked for before is out of date.
      if (fresh.length < unknown.length) losses += 1
      takeStand(answer)
      syncTo(answer.revision)
      insert(fresh)
      tell(fresh.length)
    },
    /** One notification as an answer carries it. */
    put(record: Notification, told: NotificationsStand) {
      update(record)
      takeStand(told)
      tell()
    },
    /** How they stand, as somebody tells. */
    told(stand: NotificationsStand) {
      takeStand(stand)
      tell()
    },
    /** The newest revision that this console has received, entries that wait above the list included. */
    newestRevision: (): number => stand.revision,
    /** All were marked as read that had come by a revision. */
    markAll(upTo: number, told: NotificationsStand) {
      entries = entries.map((entry) => {
        if (entry.is_read || entry.revision > upTo) return entry
        const read = { ...entry, is_read: true }
        byId.set(entry.id, read)
        return read
      })
      takeStand(told)
      tell()
    },
    /** A handover was accepted: its notification leaves the list (spec 4); how they stand now is to be asked for. */
    accepted(id: string) {
      remove(id)
      isDoubtful = true
      tell()
    },
    /** Something may have been missed, or changed with an action of one's own. */
    doubt() {
      isDoubtful = true
      tell()
    },
    /** What was missed is being asked for: a doubt that comes from now on counts anew. */
    asking() {
      isDoubtful = false
    },
    /** From now on new ones wait above what is shown. */
    hold() {
      isHolding = true
    },
    /** Shows what waits. */
    showHeld() {
      held = 0
      trim()
      tell()
    },
    /** New ones are shown at once again. */
    release() {
      isHolding = false
      held = 0
      trim()
      tell()
    },
    /** Nobody looks any more: what was scrolled for goes. */
    forgetOld() {
      kept = KEPT
      trim()
      tell()
    },
  }
}
export type NotificationStore = ReturnType<typeof createNotificationStore>
