import { expect, test } from 'vitest'
import type { Notification } from '@contract/entities/notification'
import { createNotificationStore } from './notification-store'

const notification = (made: number): Notification =>
  ({
    id: `n-${made}`,
    title: `Number ${made}`,
    description: '',
    keyword: 'SHIFT_HANDOVER',
    keyword_id: `k-${made}`,
    is_read: false,
    is_removed: false,
    createdAt: new Date(made * 1000).toISOString(),
    revision: made,
  }) as Notification
/** A store with the first page, somebody in its list. */
function storeOf(...made: number[]) {
  const store = createNotificationStore()
  const newest = Math.max(...made)
  store.begin({ data: made.map(notification), total_count: made.length, unread_count: made.length, revision: newest })
  store.hold()
  const stand = () => ({ shown: store.facts().ids, held: store.facts().held })
  return {
    store,
    stand,
    push: (number: number) => store.push([{ data: notification(number), unread_count: number, revision: number }]),
  }
}

test('while somebody is in the list new ones wait above it', () => {
  const { push, stand } = storeOf(2, 1)
  push(3)
  push(4)
  expect(stand()).toEqual({ shown: ['n-2', 'n-1'], held: 2 })
})

test('where the last one that is shown has left, those that waited are there', () => {
  const { store, push, stand } = storeOf(1)
  push(2)
  expect(stand()).toEqual({ shown: ['n-1'], held: 1 })
  store.accepted('n-1')
  expect(stand()).toEqual({ shown: ['n-2'], held: 0 })
})

test('above an empty list nothing waits: the next one is shown, and those after it wait', () => {
  const { store, push, stand } = storeOf(1)
  store.accepted('n-1')
  push(2)
  expect(stand()).toEqual({ shown: ['n-2'], held: 0 })
  push(3)
  expect(stand()).toEqual({ shown: ['n-2'], held: 1 })
})
