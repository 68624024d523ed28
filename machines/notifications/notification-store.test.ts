import { describe, expect, test } from 'vitest'
import type { Notification } from '@contract/entities/notification'
import { createNotificationStore } from './notification-store'

/** @param made its number, revision and age @param change what differs */
const notification = (made: number, change: Partial<Notification> = {}): Notification =>
  ({
    id: `n-${made}`,
    title: `Number ${made}`,
    description: '',
    keyword: 'SHIFT_HANDOVER',
    keyword_id: `k-${made}`,
    is_read: false,
    createdAt: new Date(made * 1000).toISOString(),
    revision: made,
    ...change,
  }) as Notification
const numbers = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
const ids = (...made: number[]) => made.map((number) => `n-${number}`)
/** A response of the server with these entries, all of them unread. */
const page = (made: readonly number[], { total = made.length, revision = Math.max(0, ...made) } = {}) => ({
  data: made.map((number) => notification(number)),
  total_count: total,
  unread_count: total,
  revision,
})
const pushOf = (data: Notification) => ({ data, unread_count: data.revision, revision: data.revision })

/** A store with the first page. */
function readStore(made: readonly number[], given: Parameters<typeof page>[1] = {}) {
  const store = createNotificationStore()
  store.begin(page(made, given))
  return {
    store,
    stand: () => ({ shown: store.facts().ids, held: store.facts().held }),
    push: (...pushed: number[]) => store.push(pushed.map((number) => pushOf(notification(number)))),
    /** What changed since, as the server would answer. */
    catchUp: (data: Notification[], revision = Math.max(0, ...data.map((each) => each.revision))) =>
      store.catchUp({ data, total_count: data.length, unread_count: 1, revision }),
    change: (made: number, revision: number, change: Partial<Notification> = {}) =>
      store.put(notification(made, { revision, ...change }), { unread_count: 1, revision }),
  }
}
/** As `readStore`, with somebody in the list. */
function heldStore(...made: number[]) {
  const read = readStore(made)
  read.store.hold()
  return read
}

describe('before the first page', () => {
  test('nothing is known, and nothing is missing', () => {
    const store = createNotificationStore()
    expect(store.facts()).toEqual({ ids: [], unreadCount: 0, held: 0, hasMore: true, isBehind: false })
    expect([store.synced(), store.size(), store.get('n-1')]).toEqual([null, 0, undefined])
    store.doubt()
    expect(store.facts().isBehind).toBe(false)
    expect(store.lags(7)).toBe(false)
  })

  test('what is pushed is shown and counted; the page then completes it, with each entry once', () => {
    const store = createNotificationStore()
    const heard: number[] = []
    store.subscribe((fresh) => heard.push(fresh))
    store.push([pushOf(notification(1))])
    store.push([pushOf(notification(3))])
    expect(store.facts()).toMatchObject({ ids: ids(3, 1), unreadCount: 3, hasMore: true, isBehind: false })
    expect(store.synced()).toBeNull()
    store.begin(page([2, 1]))
    expect(store.facts()).toEqual({ ids: ids(3, 2, 1), unreadCount: 3, held: 0, hasMore: false, isBehind: false })
    expect(store.synced()).toBe(3)
    expect(heard, 'what the page did not have is new').toEqual([1, 1, 1])
  })

  test('a summary of revision 0 counts', () => {
    const store = createNotificationStore()
    store.receive({ unread_count: 2, revision: 0 })
    expect(store.facts().unreadCount).toBe(2)
  })
})

describe('a page', () => {
  test('says whether there are older entries', () => {
    expect(readStore([2, 1]).store.facts().hasMore).toBe(false)
    expect(readStore([2, 1], { total: 3 }).store.facts().hasMore).toBe(true)
  })

  test('that comes late keeps newer versions of what was pushed, and drops what has left the list', () => {
    const { store, change, push } = readStore(numbers(6, 1))
    change(5, 7, { is_read: true })
    push(8)
    const heard: number[] = []
    store.subscribe((fresh) => heard.push(fresh))
    const losses = store.losses()
    // At its revision entry 6 was not on the list any more, and entry 1 is on the next page.
    store.begin(page([5, 4, 3, 2], { total: 5, revision: 6 }))
    expect(store.facts()).toMatchObject({ ids: ids(8, 5, 4, 3, 2), hasMore: true })
    expect(store.get('n-5')).toMatchObject({ is_read: true, revision: 7 })
    expect([store.get('n-6'), store.get('n-1')]).toEqual([undefined, undefined])
    expect(store.losses()).toBeGreaterThan(losses)
    expect(heard, 'nothing of it is new to the person').toEqual([0])
  })

  test('read again has no entry beyond its end, though that one changed last', () => {
    const { store, change } = readStore(numbers(6, 1))
    change(1, 7, { is_read: true })
    store.begin(page(numbers(6, 2), { total: 6, revision: 7 }))
    expect(store.facts().ids).toEqual(ids(...numbers(6, 2)))
  })

  test('read again while somebody reads keeps every entry that it brings', () => {
    const { store, push } = heldStore(...numbers(10, 1))
    push(11, 12)
    store.begin(page(numbers(12, 1)))
    expect(store.facts()).toMatchObject({ ids: ids(...numbers(12, 1)), held: 0 })
  })

  test('of older entries follows what is known, with each entry once and in its newer version', () => {
    const { store } = readStore([6, 5, 4], { total: 6 })
    const older = page([4, 3, 2, 1], { revision: 9 })
    older.data[0] = notification(4, { revision: 9, is_read: true })
    store.append(older, true)
    expect(store.facts()).toMatchObject({ ids: ids(6, 5, 4, 3, 2, 1), hasMore: false })
    expect(store.get('n-4')!.is_read).toBe(true)
    const more = readStore([6, 5, 4], { total: 9 }).store
    more.append(page([3]), false)
    expect(more.facts().hasMore).toBe(true)
  })
})

describe('the count', () => {
  test('is that of the newest summary, whatever the order in which they arrive', () => {
    const { store } = readStore([3, 2, 1])
    store.receive({ unread_count: 1, revision: 5 })
    store.receive({ unread_count: 2, revision: 4 })
    store.receive({ unread_count: 9, revision: 5 })
    expect(store.facts().unreadCount).toBe(1)
    expect(store.newestRevision()).toBe(5)
  })

  test('is never below 0', () => {
    const { store } = readStore([1])
    store.receive({ unread_count: -2, revision: 5 })
    expect(store.facts().unreadCount).toBe(0)
  })
})

describe('a change that is missing', () => {
  test('shows in the summary, until it arrives, in whatever order', () => {
    const { store, push } = readStore([3, 2, 1])
    push(6)
    push(5)
    expect([store.facts().isBehind, store.synced()]).toEqual([true, 3])
    push(4)
    expect([store.facts().isBehind, store.synced()]).toEqual([false, 6])
  })

  test('that is fetched closes the gap, together with what was pushed beyond it', () => {
    const { store, push, catchUp } = readStore([3, 2, 1])
    push(7)
    push(9)
    catchUp([notification(5), notification(4)], 6)
    expect([store.facts().isBehind, store.synced()]).toEqual([true, 7])
    push(8)
    expect([store.facts().isBehind, store.synced()]).toEqual([false, 9])
  })

  test('is not missed again by a response that is older', () => {
    const { store, push, catchUp } = readStore([3, 2, 1])
    push(4, 5)
    catchUp([notification(4)], 4)
    expect(store.synced()).toBe(5)
  })

  test('makes a later response one that the list lags behind', () => {
    const { store } = readStore([3, 2, 1])
    expect([store.lags(2), store.lags(3), store.lags(4)]).toEqual([false, false, true])
  })

  test('may be one that nobody noticed: a doubt lasts until it is asked about', () => {
    const { store } = readStore([3, 2, 1])
    expect(store.facts().isBehind).toBe(false)
    store.doubt()
    expect(store.facts().isBehind).toBe(true)
    store.asking()
    store.receive({ unread_count: 3, revision: 3 })
    expect(store.facts().isBehind).toBe(false)
  })

  test('on a page that was not read moves that page, one among the known entries does not', () => {
    const { store, catchUp } = readStore([9, 8], { total: 9 })
    const losses = store.losses()
    catchUp([notification(10)])
    expect(store.losses()).toBe(losses)
    catchUp([notification(12), notification(3, { revision: 11 })])
    expect(store.facts()).toMatchObject({ ids: ids(12, 10, 9, 8), hasMore: true })
    expect(store.losses()).toBeGreaterThan(losses)
  })

  test('of the same moment as the oldest known entry belongs to what is known', () => {
    const { store, catchUp } = readStore([9, 8], { total: 9 })
    catchUp([notification(10, { createdAt: notification(8).createdAt })])
    expect(store.facts().ids).toEqual(ids(9, 10, 8))
  })

  test('is among the known entries wherever it is, once the whole list is known', () => {
    const { store, catchUp } = readStore([9, 8])
    const heard: number[] = []
    store.subscribe((fresh) => heard.push(fresh))
    catchUp([notification(10), notification(3, { revision: 11 })])
    expect(store.facts().ids).toEqual(ids(10, 9, 8, 3))
    expect(heard).toEqual([2])
  })

  test('of an entry that has left the list takes it away, and brings no unknown one back', () => {
    const { store, catchUp } = readStore([3, 2, 1])
    const losses = store.losses()
    catchUp([
      notification(7, { is_removed: true }),
      notification(2, { revision: 6, is_removed: true }),
      notification(1, { revision: 5, is_read: true }),
    ])
    expect(store.facts()).toMatchObject({ ids: ids(3, 1), unreadCount: 1 })
    expect(store.get('n-1')!.is_read).toBe(true)
    expect(store.get('n-2')).toBeUndefined()
    expect(store.losses()).toBeGreaterThan(losses)
  })
})

describe('a push', () => {
  test('that comes twice, or after a newer version of its entry, changes nothing', () => {
    const { store, change, push } = readStore([3, 2, 1])
    change(3, 4, { is_read: true })
    const known = store.get('n-3')
    push(3)
    store.push([pushOf(notification(3, { revision: 4 }))])
    expect(store.get('n-3')).toBe(known)
    expect(store.facts().ids).toEqual(ids(3, 2, 1))
  })

  test('that comes twice at once is one new notification, in its newer version', () => {
    const { store } = readStore([1])
    const heard: number[] = []
    store.subscribe((fresh) => heard.push(fresh))
    store.push([notification(2), notification(2), notification(2, { revision: 3, title: 'Newer' })].map(pushOf))
    expect(store.facts().ids).toEqual(ids(2, 1))
    expect(store.get('n-2')!.title).toBe('Newer')
    expect(heard).toEqual([1])
  })

  test('of an entry that has left the list does not bring it back', () => {
    const { store, push, catchUp } = readStore([3, 2, 1])
    push(4)
    catchUp([notification(4, { revision: 5, is_removed: true })])
    push(4)
    store.push([pushOf(notification(4, { revision: 5 }))])
    expect(store.facts().ids).toEqual(ids(3, 2, 1))
  })

  test('that was overtaken takes the place of its age; of two of the same moment the later one is above', () => {
    const { store, push } = readStore([2, 1])
    push(5)
    push(4)
    expect(store.facts().ids).toEqual(ids(5, 4, 2, 1))
    store.push([pushOf(notification(6, { createdAt: notification(5).createdAt }))])
    expect(store.facts().ids).toEqual(ids(6, 5, 4, 2, 1))
    push(3)
    expect(store.facts().ids).toEqual(ids(6, 5, 4, 3, 2, 1))
    store.push([pushOf(notification(7, { createdAt: notification(0).createdAt }))])
    expect(store.facts().ids).toEqual(ids(6, 5, 4, 3, 2, 1, 7))
  })

  test('that was overtaken by one of the same moment is below it', () => {
    const { store } = readStore([3, 2, 1])
    const moment = { createdAt: notification(9).createdAt }
    for (const revision of [5, 4, 6]) store.push([pushOf(notification(revision, moment))])
    expect(store.facts().ids).toEqual(ids(6, 5, 4, 3, 2, 1))
  })
})

describe('how much is kept', () => {
  test('the ten newest; older ones are on the server', () => {
    const { store, push } = readStore(numbers(9, 1))
    const losses = store.losses()
    push(10)
    expect(store.facts()).toMatchObject({ ids: ids(...numbers(10, 1)), hasMore: false })
    expect(store.losses()).toBe(losses)
    push(11)
    expect(store.facts()).toMatchObject({ ids: ids(...numbers(11, 2)), hasMore: true })
    expect(store.get('n-1')).toBeUndefined()
    expect(store.losses()).toBeGreaterThan(losses)
    push(...numbers(41, 12).toReversed())
    expect(store.facts().ids).toEqual(ids(...numbers(41, 32)))
  })

  test('what was loaded by scrolling stays until the panel is closed', () => {
    const { store, push } = readStore(numbers(15, 11), { total: 15 })
    store.append(page(numbers(10, 1)), true)
    push(16)
    expect(store.facts()).toMatchObject({ ids: ids(...numbers(16, 2)), hasMore: true })
    store.forgetOld()
    expect(store.facts().ids).toEqual(ids(...numbers(16, 7)))
    push(17)
    expect(store.facts().ids).toEqual(ids(...numbers(17, 8)))
  })

  test('those that wait do not count as loaded', () => {
    const { store, push, stand } = heldStore(...numbers(10, 6))
    push(11, 12)
    store.append(page(numbers(5, 1)), true)
    expect(stand()).toEqual({ shown: ids(...numbers(10, 1)), held: 2 })
    store.release()
    expect(stand()).toEqual({ shown: ids(...numbers(12, 3)), held: 0 })
  })
})

describe('while somebody is in the list', () => {
  test('new ones wait above it', () => {
    const { push, stand } = heldStore(2, 1)
    push(3)
    push(4)
    expect(stand()).toEqual({ shown: ids(2, 1), held: 2 })
  })

  test('nothing that is shown is dropped, however many wait', () => {
    const { push, stand } = heldStore(...numbers(10, 1))
    push(...numbers(30, 11).toReversed())
    expect(stand()).toEqual({ shown: ids(...numbers(10, 1)), held: 20 })
  })

  test('those that wait are shown on request, and later ones wait again', () => {
    const { store, push, stand } = heldStore(...numbers(10, 1))
    push(11, 12)
    store.showHeld()
    expect(stand()).toEqual({ shown: ids(...numbers(12, 3)), held: 0 })
    push(13)
    expect(stand()).toEqual({ shown: ids(...numbers(12, 3)), held: 1 })
  })

  test('those that wait are shown when the person leaves, and later ones at once', () => {
    const { store, push, stand } = heldStore(2, 1)
    push(3)
    store.release()
    expect(stand()).toEqual({ shown: ids(3, 2, 1), held: 0 })
    push(4)
    expect(stand()).toEqual({ shown: ids(4, 3, 2, 1), held: 0 })
  })

  test('an entry that leaves moves no other: neither one that waits nor one that is shown', () => {
    const { store, push, stand, catchUp } = heldStore(2, 1)
    push(3, 4)
    catchUp([notification(3, { revision: 5, is_removed: true })])
    expect(stand()).toEqual({ shown: ids(2, 1), held: 1 })
    store.accepted('n-2')
    expect(stand()).toEqual({ shown: ids(1), held: 1 })
    store.accepted('n-2')
    expect(stand(), 'it was gone already').toEqual({ shown: ids(1), held: 1 })
  })

  test('where the last one that is shown has left, those that waited are there', () => {
    const { store, push, stand } = heldStore(1)
    push(2)
    expect(stand()).toEqual({ shown: ids(1), held: 1 })
    store.accepted('n-1')
    expect(stand()).toEqual({ shown: ids(2), held: 0 })
  })

  test('above an empty list nothing waits: the next one is shown, and those after it wait', () => {
    const { store, push, stand } = heldStore(1)
    store.accepted('n-1')
    push(2)
    expect(stand()).toEqual({ shown: ids(2), held: 0 })
    push(3)
    expect(stand()).toEqual({ shown: ids(2), held: 1 })
  })
})

test('a handover that was accepted leaves the list, and the count must be fetched', () => {
  const { store } = readStore([3, 2, 1])
  store.accepted('n-3')
  expect(store.facts()).toMatchObject({ ids: ids(2, 1), isBehind: true })
})

test('all are marked as read up to a revision; what is read already, or came later, stays as it is', () => {
  const { store, change, push } = readStore([3, 2, 1])
  change(2, 4, { is_read: true })
  push(5, 6)
  const [read, later] = [store.get('n-2'), store.get('n-6')]
  store.markAll(5, { unread_count: 1, revision: 7 })
  const isRead = store.facts().ids.map((id) => [store.get(id)!.title, store.get(id)!.is_read])
  expect(isRead).toEqual([
    ['Number 6', false],
    ['Number 5', true],
    ['Number 3', true],
    ['Number 2', true],
    ['Number 1', true],
  ])
  expect([store.get('n-2'), store.get('n-6')]).toEqual([read, later])
  expect(store.get('n-2'), 'the same object: nothing renders again').toBe(read)
  expect(store.facts().unreadCount).toBe(1)
  change(3, 8, { title: 'Changed later' })
  expect(store.get('n-3')!.title, 'its record can change again').toBe('Changed later')
  store.forgetOld()
  expect(store.facts().ids).toHaveLength(5)
})

test('nobody is told any more after unsubscribing', () => {
  const { store, push } = readStore([1])
  const heard: number[] = []
  const stop = store.subscribe((fresh) => heard.push(fresh))
  push(2)
  stop()
  push(3)
  expect(heard).toEqual([1])
})
