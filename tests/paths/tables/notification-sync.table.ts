/**
 * Required behaviour of the synchronisation with the server (spec 4, 7): fetches missed changes after a gap or a
 * reconnect, lengthens the pause with each failure and resets it after a success, and marks all as read once, however
 * often it is pressed.
 */
import { describeTable } from '../kit/table'
import { paths } from '../notification-sync.paths'

const IDLE = ['following', 'behind', 'catchingUp'] as const
const UNREACHABLE_TEXT = 'The server cannot be reached. Nothing was changed. Check the connection, then try again.'

export const table = describeTable(paths, {
  starts: { 'signed in': { states: ['following'], context: { failures: 0 }, calls: ['gapFeed'] } },
  cases: {},
  rows: [
    { in: 'following', on: 'gap.seen', to: 'behind' },
    { in: 'behind', on: 'gap.closed', to: 'following' },
    { in: 'behind', on: 'gapPause is over', to: 'catchingUp', calls: ['catchUp'] },
    { in: IDLE, on: 'socket.resumed', to: 'catchingUp', calls: ['catchUp'] },

    { in: 'catchingUp', on: 'catchUp answers: all is known', to: 'following', sets: { failures: 0 } },
    { in: 'catchingUp', on: 'catchUp answers: more has happened since', to: 'behind', sets: { failures: 0 } },
    {
      in: 'catchingUp',
      on: 'catchUp answers: the server is not reached',
      to: 'behind',
      sets: ({ failures }) => ({ failures: failures + 1 }),
    },

    { in: IDLE, on: 'list.markAll', to: 'markingAll', calls: ['markAll'] },
    { in: 'markingAll', on: 'markAll answers: all are read', to: 'behind' },
    {
      in: 'markingAll',
      on: 'markAll answers: the server is not reached',
      to: 'behind',
      calls: [['notifyRefused', { message: UNREACHABLE_TEXT }]],
    },
  ],
})
