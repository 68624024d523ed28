import { unreadMachine } from '@machines/unread/unread.machine'
import { describePaths } from './kit/describe'

export const paths = describePaths({
  machine: unreadMachine,
  starts: { 'signed in': undefined },
  events: {
    'count.received: 3': { type: 'count.received', count: 3 },
    'count.received: 12': { type: 'count.received', count: 12 },
    'count.received: none': { type: 'count.received', count: 0 },
    'message.pushed': { type: 'message.pushed' },
    'icon.click': { type: 'icon.click' },
  },
  answers: {},
  situation: ({ count }) => count,
})
