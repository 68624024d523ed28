/** The implementations of the notification entry machine over the ports and the store that holds its record. */
import { fromCallback } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { notificationsOperations } from '@contract/http/notifications'
import { shiftOperations } from '@contract/http/shift'
import type { ApiPort } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import type { NotificationStore } from '../notifications/notification-store'
import { notificationEntryMachine, type EntryEvent } from './notification-entry.machine'

/** Shown if the server sends no message of its own (spec 8). */
const ACCEPTED = 'Shift Accepted Successfully'

/** @returns the machine with everything provided, ready to start */
export const createNotificationEntryImplementations = ({
  api,
  toasts,
  store,
}: {
  api: ApiPort
  toasts: ToastsPort
  store: NotificationStore
}) =>
  notificationEntryMachine.provide({
    actors: {
      recordFeed: fromCallback<EntryEvent, { id: string }>(({ input, sendBack }) => {
        let told: unknown = null
        const tell = () => {
          const record = store.get(input.id)
          if (!record || record === told) return
          told = record
          sendBack({
            type: 'entry.changed',
            isRead: record.is_read,
            handoverId: record.keyword === 'SHIFT_HANDOVER' ? record.keyword_id : null,
          })
        }
        tell()
        return store.subscribe(tell)
      }),
      markRead: answered<Result<null>, { id: string }>(async ({ input, signal }) => {
        const answer = await api.call(notificationsOperations.read, { params: { id: input.id } }, { signal })
        if (!answer.ok) return answer
        const { data, unread_count = 0, revision = data.revision } = answer.value
        store.put(data, { unread_count, revision })
        return ok(null)
      }),
      acceptHandover: answered<Result<null>, { id: string; handoverId: string }>(async ({ input, signal }) => {
        const answer = await api.call(shiftOperations.accept, { params: { keyword_id: input.handoverId } }, { signal })
        if (answer.ok) store.accepted(input.id)
        // The current state must be fetched: a colleague was first, or the response was lost.
        else store.doubt()
        return answer.ok ? ok(null) : failed(answer.error)
      }),
    },
    actions: {
      notifyAccepted: () => toasts.show('success', ACCEPTED),
      notifyRefused: (_, { message }) => toasts.show('error', message),
    },
  })
