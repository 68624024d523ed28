/**
 * The implementations of one person's notifications over the ports: one store, and the machines that fill and change
 * it.
 */
import { fromCallback } from 'xstate'
import { describeFailure, ok, type Result } from '@contract/errors'
import { NOTIFICATION_PAGE_SIZE } from '@contract/constants'
import type { ApiPort } from '@ports/api'
import type { LogPort } from '@ports/log'
import type { SocketPort } from '@ports/socket'
import type { ToastsPort } from '@ports/toasts'
import type { NotificationPushed } from '@contract/socket'
import { answered } from '../kit/answered'
import { createNotificationEntryImplementations } from '../notification-entry/notification-entry.implementations'
import {
  catchUpWith,
  createNotificationSyncImplementations,
  readNotifications,
} from '../notification-sync/notification-sync.implementations'
import { createNotificationStore } from './notification-store'
import { notificationsMachine, type NotificationsEvent } from './notifications.machine'

/**
 * The first push of a burst appears with the next frame, the following ones at most four times a second: nobody reads
 * faster.
 */
const FRAME_MS = 16
const BURST_MS = 250

export interface NotificationsDependencies {
  api: ApiPort
  socket: Pick<SocketPort, 'on' | 'onStatus'>
  toasts: ToastsPort
  log: LogPort
}

/** @returns the store of one person's notifications, and the machine over it, ready to start */
export function createNotificationsLogic(dependencies: NotificationsDependencies) {
  const { api, socket, log } = dependencies
  const store = createNotificationStore()
  /** Pushes that wait to be added to the store together. */
  let waiting: NotificationPushed[] = []
  /** @returns whether any push was waiting */
  const takeWaiting = (): boolean => {
    if (waiting.length === 0) return false
    const batch = waiting
    waiting = []
    store.push(batch)
    return true
  }

  const notificationsFeed = fromCallback<NotificationsEvent>(({ sendBack }) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      // Continues while pushes arrive; after that the next single push appears at once.
      timer = takeWaiting() ? setTimeout(flush, BURST_MS) : undefined
    }
    const stops = [
      store.subscribe((count) => {
        const { isBehind: _, ...facts } = store.facts()
        sendBack(
          count > 0 ? { type: 'notification.pushed', count, ...facts } : { type: 'notifications.counted', ...facts },
        )
      }),
      socket.on('notification:admin_notification_response', (pushed) => {
        waiting.push(pushed)
        timer ??= setTimeout(flush, FRAME_MS)
      }),
      // It does not matter which entries changed: the summary reveals that a change is missing, and the change is
      // fetched.
      socket.on('notification:changed', (summary) => store.receive(summary)),
      // Only logged (spec 7); notification:changed carries the summary.
      socket.on('notification:admin_all_notification_response', (summary) =>
        log.log('notification:admin_all_notification_response', `${summary.unread_count} unread`),
      ),
      socket.onStatus((status) => {
        if (status.type === 'connected') sendBack({ type: 'socket.resumed' })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  })

  const readPage = answered<Result<null>>(async ({ signal }) => {
    const isFirst = store.synced() === null
    // Requested before the socket connected: changes in between are not pushed to this console.
    if (isFirst) store.asking()
    const losses = store.losses()
    const page = isFirst ? 1 : Math.floor(store.size() / NOTIFICATION_PAGE_SIZE.panel) + 1
    const answer = await readNotifications(api, { page, itemNo: NOTIFICATION_PAGE_SIZE.panel }, signal)
    if (!answer.ok) return answer
    takeWaiting()
    if (isFirst) {
      store.begin(answer.value)
      return ok(null)
    }
    if (store.lags(answer.value.revision)) {
      const caught = await catchUpWith({ api, store }, signal)
      if (!caught.ok) return caught
    }
    // If an entry has left the list meanwhile, the page no longer continues the known part, and an entry between them
    // would be lost. The page is requested again while the end of the list is in view.
    if (store.losses() === losses)
      store.append(answer.value, page * NOTIFICATION_PAGE_SIZE.panel >= answer.value.total_count)
    return ok(null)
  })

  const machine = notificationsMachine.provide({
    actors: {
      notificationsFeed,
      readPage,
      entry: createNotificationEntryImplementations({ ...dependencies, store }),
      sync: createNotificationSyncImplementations({ ...dependencies, store }),
    },
    actions: {
      holdNew: () => store.hold(),
      releaseNew: () => store.release(),
      showHeld: () => store.showHeld(),
      forgetOld: () => store.forgetOld(),
      logFailure: (_, { answer }) => log.log('notifications.list', describeFailure(answer)),
    },
  })
  return { store, machine }
}
