/**
 * The signed-in person's unread counts, requested once after a gap in the connection, when events are received again.
 */
import { unreadCountsSchema } from '../entities/support'
import { defineOperation } from './operation'

export const unreadOperations = {
  counts: defineOperation({
    id: 'unread.counts',
    method: 'GET',
    path: '/api/v1/admin/profile/unread',
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Unread messages of the chats and tickets that are assigned to the caller or to nobody, and unread notifications.',
    data: unreadCountsSchema,
  }),
} as const
