/**
 * The implementations of the machine that keeps the notifications in step with the server, over the ports and the
 * store.
 */
import { fromCallback } from 'xstate'
import { ok, type Result } from '@contract/errors'
import { notificationsOperations } from '@contract/http/notifications'
import { NOTIFICATION_PAGE_SIZE } from '@contract/constants'
import type { ApiPort } from '@ports/api'
import type { SocketPort } from '@ports/socket'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import type { NotificationsAnswer, NotificationStore } from '../notifications/notification-store'
import { notificationSyncMachine, type SyncEvent } from './notification-sync.machine'

/** Number of missed changes above which the list is read again: most of them would not be shown anyway. */
const CHANGES_AT_MOST = 100

export interface SyncDependencies {
  api: ApiPort
  socket: Pick<SocketPort, 'onStatus'>
  toasts: ToastsPort
  store: NotificationStore
}

type ListQuery = { page?: number; itemNo?: number; since?: number }

/** Fetches notifications. @returns the page in the form that the store accepts */
export async function readNotifications(
  api: ApiPort,
  query: ListQuery,
  signal: AbortSignal,
): Promise<Result<NotificationsAnswer>> {
  const answer = await api.call(notificationsOperations.list, { query }, { signal })
  if (!answer.ok) return answer
  const { data, total_count, unread_count = 0, revision = 0 } = answer.value
  return ok({ data, total_count: total_count ?? data.length, unread_count, revision })
}

/**
 * Fetches the changes since the last synchronised revision; without a first page there is nothing to fetch.
 * @returns whether more has changed since
 */
export async function catchUpWith(
  { api, store }: Pick<SyncDependencies, 'api' | 'store'>,
  signal: AbortSignal,
): Promise<Result<{ isBehind: boolean }>> {
  const since = store.synced()
  if (since === null) return ok({ isBehind: false })
  store.asking()
  const missed = await readNotifications(api, { since, itemNo: CHANGES_AT_MOST }, signal)
  if (signal.aborted) store.doubt()
  else if (missed.ok && missed.value.total_count <= missed.value.data.length) store.catchUp(missed.value)
  else if (missed.ok) {
    const anew = await readNotifications(
      api,
      { page: 1, itemNo: Math.max(store.size(), NOTIFICATION_PAGE_SIZE.panel) },
      signal,
    )
    if (!anew.ok || signal.aborted) store.doubt()
    else store.begin(anew.value)
    if (!anew.ok) return anew
  } else store.doubt()
  return missed.ok ? ok({ isBehind: store.facts().isBehind }) : missed
}

/** @returns the machine with everything provided, ready to start */
export const createNotificationSyncImplementations = ({ api, socket, toasts, store }: SyncDependencies) =>
  notificationSyncMachine.provide({
    actors: {
      gapFeed: fromCallback<SyncEvent>(({ sendBack }) => {
        const stops = [
          store.subscribe(() => sendBack({ type: store.facts().isBehind ? 'gap.seen' : 'gap.closed' })),
          socket.onStatus((status) => {
            if (status.type !== 'connected') return
            store.doubt()
            sendBack({ type: 'socket.resumed' })
          }),
        ]
        return () => stops.forEach((stop) => stop())
      }),
      catchUp: answered(({ signal }) => catchUpWith({ api, store }, signal)),
      markAll: answered<Result<null>>(async ({ signal }) => {
        // Covers everything that this console has received (spec 4: the count becomes 0). What arrives after the click
        // stays unread.
        const upTo = store.newestRevision()
        const answer = await api.call(notificationsOperations.readAll, { query: { up_to: upTo } }, { signal })
        if (!answer.ok) return answer
        const { unread_count = 0, revision = upTo } = answer.value
        store.markAll(upTo, { unread_count, revision })
        return ok(null)
      }),
    },
    actions: { notifyRefused: (_, { message }) => toasts.show('error', message) },
  })
