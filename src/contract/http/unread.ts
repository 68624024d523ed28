/** What waits for the signed-in person: asked once after a gap, where no event can be missed any more. */
import { unreadCountsSchema } from '../entities/support'
import { defineOperation } from './operation'

export const unreadOperations = {
  counts: defineOperation({
    id: 'unread.counts',
    method: 'GET',
    path: '/api/v1/admin/profile/unread',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'Unread messages of the chats and tickets that are one’s own or nobody’s, and unread notifications.',
    data: unreadCountsSchema,
  }),
} as const
