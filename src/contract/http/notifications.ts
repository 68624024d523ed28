/** The signed-in person's notifications (spec 4, 7). Each response contains `unread_count` and `revision`. */
import * as yup from 'yup'
import { FULL_LIST_ITEM_NO } from '../constants'
import { notificationSchema } from '../entities/notification'
import { id, parameters } from '../schema'
import { commaList, defineOperation, idParams, nothing } from './operation'

const revision = (name: string) =>
  yup.number().integer(`${name} is a whole number`).min(0).max(Number.MAX_SAFE_INTEGER).optional()

export const notificationsOperations = {
  list: defineOperation({
    id: 'notifications.list',
    method: 'GET',
    path: '/api/v1/admin-notification',
    access: 'signedIn',
    envelope: 'list',
    summary: 'The caller’s notifications, newest first, at most 200 per page; without a query the first page of ten.',
    query: parameters({
      page: yup.number().integer('page is a whole number').min(1, 'page starts at 1').optional(),
      itemNo: yup
        .number()
        .integer('itemNo is a whole number')
        .min(1, 'itemNo starts at 1')
        .max(FULL_LIST_ITEM_NO)
        .optional(),
      /**
       * Only changes after this revision, including notifications that left the list (`is_removed`): to fetch missed
       * changes.
       */
      since: revision('since'),
      /** Only these, comma-separated, including notifications that left the list. */
      id: commaList().of(id()).max(200).optional(),
    }),
    data: yup.array(notificationSchema).required(),
  }),
  read: defineOperation({
    id: 'notifications.read',
    method: 'PATCH',
    path: '/api/v1/admin-notification/:id',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'Marks one of the caller’s notifications as read; a repetition changes nothing.',
    params: idParams,
    data: notificationSchema,
  }),
  readAll: defineOperation({
    id: 'notifications.readAll',
    method: 'PATCH',
    path: '/api/v1/notification/read/all',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'Marks the caller’s notifications as read: all, or with up_to those that had arrived by that revision.',
    query: parameters({
      /** The newest revision that the console knows: notifications after it were not seen and stay unread. */
      up_to: revision('up_to'),
    }),
    data: nothing,
  }),
} as const
