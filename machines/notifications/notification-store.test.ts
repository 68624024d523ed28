import { describe, expect, test } from 'vitest'
import type { Notification } from '@contract/entities/notification'
import { createNotificationStore } from './notification-store'

/** @param made its number, revision and age @param change the properties that differ */
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
    /** Applies later changes, as the server would send them. */
    catchUp: (data: Notification[], revision = Math.max(0, ...data.map((each) => each.revision))) =>
      store.catchUp({ data, total_count: data.length, unread_count: 1, revision }),
    change: (made: number, revision: number, change: Partial<Notification> = {}) =>
      store.put(notification(made, { revision, ...change }), { unread_count: 1, revision }),
  }
}
/** As `readStore`, with the pointer or focus in the list. */
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

  test('pushes are shown and counted; the page then completes them without duplicates', () => {
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
    expect(heard, 'entries that the page did not contain are new').toEqual([1, 1, 1])
  })

  test('a summary of revision 0 counts', () => {
    const store = createNotificationStore()
    store.receive({ unread_count: 2, revision: 0 })
    expect(store.facts().unreadCount).toBe(2)
  })
})

describe('a page', () => {
  test('reports whether there are older entries', () => {
    expect(readStore([2, 1]).store.facts().hasMore).toBe(false)
    expect(readStore([2, 1], { total: 3 }).store.facts().hasMore).toBe(true)
  })

  test('that arrives late keeps newer versions of pushed entries, and drops entries that have left the list', () => {
    const { store, change, push } = readStore(numbers(6, 1))
    change(5, 7, { is_read: true })
    push(8)
    const heard: number[] = []
    store.subscribe((fresh) => heard.push(fresh))
    const losses = store.losses()
    // At its revision entry 6 was no longer in the list, and entry 1 is on the next page.
    store.begin(page([5, 4, 3, 2], { total: 5, revision: 6 }))
    expect(store.facts()).toMatchObject({ ids: ids(8, 5, 4, 3, 2), hasMore: true })
    expect(store.get('n-5')).toMatchObject({ is_read: true, revision: 7 })
    expect([store.get('n-6'), store.get('n-1')]).toEqual([undefined, undefined])
    expect(store.losses()).toBeGreaterThan(losses)
    expect(heard, 'none of its entries is new to the person').toEqual([0])
  })

  test('that is read again adds no entry beyond its end, even if that entry changed last', () => {
    const { store, change } = readStore(numbers(6, 1))
    change(1, 7, { is_read: true })
    store.begin(page(numbers(6, 2), { total: 6, revision: 7 }))
    expect(store.facts().ids).toEqual(ids(...numbers(6, 2)))
  })

  test('that is read again while somebody reads keeps all its entries, and the new ones wait above them', () => {
    const { store, push } = heldStore(...numbers(10, 1))
    push(11, 12)
    store.begin(page(numbers(12, 1)))
    expect(store.facts()).toMatchObject({ ids: ids(...numbers(10, 1)), held: 2 })
    push(14)
    store.begin(page(numbers(13, 1), { revision: 13 }))
    expect(store.facts()).toMatchObject({ ids: ids(...numbers(10, 1)), held: 4 })
    store.showHeld()
    expect(store.facts().ids.slice(0, 3)).toEqual(ids(14, 13, 12))
    // The entry that was at the top has left the list: the next one takes its place.
    const { store: other } = heldStore(...numbers(3, 1))
    other.begin(page([4, 2, 1], { revision: 5 }))
    expect(other.facts()).toMatchObject({ ids: ids(2, 1), held: 1 })
  })

  test('that was requested before an unknown entry left the list no longer continues the known part', () => {
    const { store } = readStore([6, 5, 4], { total: 6 })
    const losses = store.losses()
    const left = page([], { total: 1, revision: 7 })
    left.data.push(notification(2, { revision: 7, is_removed: true }))
    store.catchUp(left)
    expect(store.losses()).toBeGreaterThan(losses)
    expect(store.facts().ids).toEqual(ids(6, 5, 4))
  })

  test('of older entries continues the known part, without duplicates and with the newer versions', () => {
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
  test('is that of the newest summary, in whatever order the summaries arrive', () => {
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

describe('a missing change', () => {
  test('is visible in the summary until it arrives, in whatever order', () => {
    const { store, push } = readStore([3, 2, 1])
    push(6)
    push(5)
    expect([store.facts().isBehind, store.synced()]).toEqual([true, 3])
    push(4)
    expect([store.facts().isBehind, store.synced()]).toEqual([false, 6])
  })

  test('that is fetched closes the gap, together with pushes beyond it', () => {
    const { store, push, catchUp } = readStore([3, 2, 1])
    push(7)
    push(9)
    catchUp([notification(5), notification(4)], 6)
    expect([store.facts().isBehind, store.synced()]).toEqual([true, 7])
    push(8)
    expect([store.facts().isBehind, store.synced()]).toEqual([false, 9])
  })

  test('is not reported as missing again by an older response', () => {
    const { store, push, catchUp } = readStore([3, 2, 1])
    push(4, 5)
    catchUp([notification(4)], 4)
    expect(store.synced()).toBe(5)
  })

  test('makes a later response one that the list lags behind', () => {
    const { store } = readStore([3, 2, 1])
    expect([store.lags(2), store.lags(3), store.lags(4)]).toEqual([false, false, true])
  })

  test('may be unnoticed: a doubt lasts until the changes are fetched', () => {
    const { store } = readStore([3, 2, 1])
    expect(store.facts().isBehind).toBe(false)
    store.doubt()
    expect(store.facts().isBehind).toBe(true)
    store.asking()
    store.receive({ unread_count: 3, revision: 3 })
    expect(store.facts().isBehind).toBe(false)
  })

  test('on a page that was not read invalidates that page; one among the known entries does not', () => {
    const { store, catchUp } = readStore([9, 8], { total: 9 })
    const losses = store.losses()
    catchUp([notification(10)])
    expect(store.losses()).toBe(losses)
    catchUp([notification(12), notification(3, { revision: 11 })])
    expect(store.facts()).toMatchObject({ ids: ids(12, 10, 9, 8), hasMore: true })
    expect(store.losses()).toBeGreaterThan(losses)
  })

  test('at the same moment as the oldest known entry belongs to the known part', () => {
    const { store, catchUp } = readStore([9, 8], { total: 9 })
    catchUp([notification(10, { createdAt: notification(8).createdAt })])
    expect(store.facts().ids).toEqual(ids(9, 10, 8))
  })

  test('belongs to the known part wherever it is, once the whole list is known', () => {
    const { store, catchUp } = readStore([9, 8])
    const heard: number[] = []
    store.subscribe((fresh) => heard.push(fresh))
    catchUp([notification(10), notification(3, { revision: 11 })])
    expect(store.facts().ids).toEqual(ids(10, 9, 8, 3))
    expect(heard).toEqual([2])
  })

  test('of an entry that has left the list removes it, and adds no unknown entry', () => {
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
  test('that is received twice, or after a newer version of its entry, changes nothing', () => {
    const { store, change, push } = readStore([3, 2, 1])
    change(3, 4, { is_read: true })
    const known = store.get('n-3')
    push(3)
    store.push([pushOf(notification(3, { revision: 4 }))])
    expect(store.get('n-3')).toBe(known)
    expect(store.facts().ids).toEqual(ids(3, 2, 1))
  })

  test('that is received twice in one batch is one new notification, in its newer version', () => {
    const { store } = readStore([1])
    const heard: number[] = []
    store.subscribe((fresh) => heard.push(fresh))
    store.push([notification(2), notification(2), notification(2, { revision: 3, title: 'Newer' })].map(pushOf))
    expect(store.facts().ids).toEqual(ids(2, 1))
    expect(store.get('n-2')!.title).toBe('Newer')
    expect(heard).toEqual([1])
  })

  test('of an entry that has left the list does not add it again', () => {
    const { store, push, catchUp } = readStore([3, 2, 1])
    push(4)
    catchUp([notification(4, { revision: 5, is_removed: true })])
    push(4)
    store.push([pushOf(notification(4, { revision: 5 }))])
    expect(store.facts().ids).toEqual(ids(3, 2, 1))
  })

  test('that was overtaken is inserted by age; of two at the same moment the later one is above', () => {
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

  test('that was overtaken by one at the same moment is below it', () => {
    const { store } = readStore([3, 2, 1])
    const moment = { createdAt: notification(9).createdAt }
    for (const revision of [5, 4, 6]) store.push([pushOf(notification(revision, moment))])
    expect(store.facts().ids).toEqual(ids(6, 5, 4, 3, 2, 1))
  })
})

describe('the number of kept entries', () => {
  test('is ten: older entries are on the server', () => {
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

  test('includes entries loaded by scrolling until the panel is closed', () => {
    const { store, push } = readStore(numbers(15, 11), { total: 15 })
    store.append(page(numbers(10, 1)), true)
    push(16)
    expect(store.facts()).toMatchObject({ ids: ids(...numbers(16, 2)), hasMore: true })
    store.forgetOld()
    expect(store.facts().ids).toEqual(ids(...numbers(16, 7)))
    push(17)
    expect(store.facts().ids).toEqual(ids(...numbers(17, 8)))
  })

  test('does not include waiting entries', () => {
    const { store, push, stand } = heldStore(...numbers(10, 6))
    push(11, 12)
    store.append(page(numbers(5, 1)), true)
    expect(stand()).toEqual({ shown: ids(...numbers(10, 1)), held: 2 })
    store.release()
    expect(stand()).toEqual({ shown: ids(...numbers(12, 3)), held: 0 })
  })
})

describe('while somebody is in the list', () => {
  test('new entries wait above it', () => {
    const { push, stand } = heldStore(2, 1)
    push(3)
    push(4)
    expect(stand()).toEqual({ shown: ids(2, 1), held: 2 })
  })

  test('no shown entry is dropped, however many wait', () => {
    const { push, stand } = heldStore(...numbers(10, 1))
    push(...numbers(30, 11).toReversed())
    expect(stand()).toEqual({ shown: ids(...numbers(10, 1)), held: 20 })
  })

  test('waiting entries are shown on request, and later ones wait again', () => {
    const { store, push, stand } = heldStore(...numbers(10, 1))
    push(11, 12)
    store.showHeld()
    expect(stand()).toEqual({ shown: ids(...numbers(12, 3)), held: 0 })
    push(13)
    expect(stand()).toEqual({ shown: ids(...numbers(12, 3)), held: 1 })
  })

  test('waiting entries are shown when the person leaves, and later ones at once', () => {
    const { store, push, stand } = heldStore(2, 1)
    push(3)
    store.release()
    expect(stand()).toEqual({ shown: ids(3, 2, 1), held: 0 })
    push(4)
    expect(stand()).toEqual({ shown: ids(4, 3, 2, 1), held: 0 })
  })

  test('an entry that leaves moves no other: neither a waiting nor a shown one', () => {
    const { store, push, stand, catchUp } = heldStore(2, 1)
    push(3, 4)
    catchUp([notification(3, { revision: 5, is_removed: true })])
    expect(stand()).toEqual({ shown: ids(2, 1), held: 1 })
    store.accepted('n-2')
    expect(stand()).toEqual({ shown: ids(1), held: 1 })
    store.accepted('n-2')
    expect(stand(), 'it was removed already').toEqual({ shown: ids(1), held: 1 })
  })

  test('waiting entries are shown when the last shown entry leaves', () => {
    const { store, push, stand } = heldStore(1)
    push(2)
    expect(stand()).toEqual({ shown: ids(1), held: 1 })
    store.accepted('n-1')
    expect(stand()).toEqual({ shown: ids(2), held: 0 })
  })

  test('nothing waits above an empty list: the next entry is shown, and those after it wait', () => {
    const { store, push, stand } = heldStore(1)
    store.accepted('n-1')
    push(2)
    expect(stand()).toEqual({ shown: ids(2), held: 0 })
    push(3)
    expect(stand()).toEqual({ shown: ids(2), held: 1 })
  })
})

test('an accepted handover leaves the list, and the count must be fetched', () => {
  const { store } = readStore([3, 2, 1])
  store.accepted('n-3')
  expect(store.facts()).toMatchObject({ ids: ids(2, 1), isBehind: true })
})

test('marks all up to a revision as read; entries that are read already or arrived later stay unchanged', () => {
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
  expect(store.get('n-2'), 'the same object, so that nothing renders again').toBe(read)
  expect(store.facts().unreadCount).toBe(1)
  change(3, 8, { title: 'Changed later' })
  expect(store.get('n-3')!.title, 'its record can change again').toBe('Changed later')
  store.forgetOld()
  expect(store.facts().ids).toHaveLength(5)
})

test('notifies no listener that has unsubscribed', () => {
  const { store, push } = readStore([1])
  const heard: number[] = []
  const stop = store.subscribe((fresh) => heard.push(fresh))
  push(2)
  stop()
  push(3)
  expect(heard).toEqual([1])
})
