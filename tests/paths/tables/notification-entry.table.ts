/**
 * Required behaviour of one notification (spec 4): a click marks it as read, ACCEPT takes a handover once, and a change
 * from elsewhere (a page, a push, another tab) is shown at once but never interrupts a call in flight.
 */
import { CONFLICT, UNREACHABLE } from '../kit/samples'
import { describeTable } from '../kit/table'
import { paths } from '../notification-entry.paths'

const UNREAD_HANDOVER = 'entry.changed: an unread handover'
const READ_HANDOVER = 'entry.changed: a read handover'
const NOTHING_TO_ACCEPT = 'entry.changed: read elsewhere, nothing to accept'
const BUSY_OR_REFUSED = ['marking', 'accepting', 'refused'] as const

const UNREACHABLE_TEXT = 'The server cannot be reached. Nothing was changed. Check the connection, then try again.'
const CONFLICT_TEXT = 'Somebody else changed this record meanwhile. Your input is kept.'

export const table = describeTable(paths, {
  starts: {
    'an entry is shown': {
      states: ['unread'],
      context: { id: 'notification-1', isRead: false, handoverId: null, error: null },
      calls: [['recordFeed', { id: 'notification-1' }]],
    },
  },
  cases: {
    'there is a handover': ({ handoverId }) => handoverId === 'handover-1',
    'there is no handover': ({ handoverId }) => handoverId === null,
    'it is unread': ({ isRead }) => !isRead,
    'it was read meanwhile': ({ isRead }) => isRead,
  },
  rows: [
    /* The record changes. */
    { in: 'unread', on: UNREAD_HANDOVER, sets: { isRead: false, handoverId: 'handover-1' } },
    { in: 'unread', on: READ_HANDOVER, to: 'read', sets: { isRead: true, handoverId: 'handover-1' } },
    { in: 'unread', on: NOTHING_TO_ACCEPT, to: 'read', sets: { isRead: true, handoverId: null } },
    { in: 'read', on: UNREAD_HANDOVER, to: 'unread', sets: { isRead: false, handoverId: 'handover-1' } },
    { in: 'read', on: READ_HANDOVER, sets: { isRead: true, handoverId: 'handover-1' } },
    { in: 'read', on: NOTHING_TO_ACCEPT, sets: { isRead: true, handoverId: null } },
    { in: BUSY_OR_REFUSED, on: UNREAD_HANDOVER, sets: { isRead: false, handoverId: 'handover-1' } },
    { in: BUSY_OR_REFUSED, on: READ_HANDOVER, sets: { isRead: true, handoverId: 'handover-1' } },
    { in: BUSY_OR_REFUSED, on: NOTHING_TO_ACCEPT, sets: { isRead: true, handoverId: null } },

    /* Reading it. */
    { in: 'unread', on: 'entry.click', to: 'marking', calls: [['markRead', { id: 'notification-1' }]] },
    {
      in: 'refused',
      on: 'entry.click',
      when: 'it is unread',
      to: 'marking',
      calls: [['markRead', { id: 'notification-1' }]],
    },
    { in: 'refused', on: 'entry.click', when: 'it was read meanwhile' },
    { in: 'marking', on: 'markRead answers: it is read', to: 'read', sets: { isRead: true } },
    {
      in: 'marking',
      on: 'markRead answers: the server is not reached',
      when: 'it is unread',
      to: 'unread',
      calls: [['notifyRefused', { message: UNREACHABLE_TEXT }]],
    },
    {
      in: 'marking',
      on: 'markRead answers: the server is not reached',
      when: 'it was read meanwhile',
      to: 'read',
      calls: [['notifyRefused', { message: UNREACHABLE_TEXT }]],
    },

    /* Accepting a handover. */
    {
      in: ['unread', 'marking', 'read', 'refused'],
      on: 'entry.accept',
      when: 'there is a handover',
      to: 'accepting',
      sets: { error: null },
      calls: [['acceptHandover', { id: 'notification-1', handoverId: 'handover-1' }]],
    },
    { in: ['unread', 'marking', 'read', 'refused'], on: 'entry.accept', when: 'there is no handover' },
    {
      in: 'accepting',
      on: 'acceptHandover answers: the shift is taken over',
      to: 'accepted',
      calls: ['notifyAccepted'],
    },
    {
      in: 'accepting',
      on: 'acceptHandover answers: a colleague was first',
      to: 'refused',
      sets: { error: CONFLICT },
      calls: [['notifyRefused', { message: CONFLICT_TEXT }]],
    },
    {
      in: 'accepting',
      on: 'acceptHandover answers: the server is not reached',
      to: 'refused',
      sets: { error: UNREACHABLE },
      calls: [['notifyRefused', { message: UNREACHABLE_TEXT }]],
    },
  ],
})
