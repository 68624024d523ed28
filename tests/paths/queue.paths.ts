import { failed, ok } from '@contract/errors'
import { queueMachine } from '@machines/queue/queue.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: queueMachine,
  starts: {
    'the person opens the queue': { current: null },
    'the person opens an item': { current: 'item-7' },
  },
  events: {
    'queue.next': { type: 'queue.next' },
    'queue.skip': { type: 'queue.skip' },
    'queue.revisit': { type: 'queue.revisit' },
    'queue.retry': { type: 'queue.retry' },
    'item.opened': { type: 'item.opened', id: 'item-9' },
    'queue.changed': { type: 'queue.changed' },
    'line.back': { type: 'line.back' },
  },
  answers: {
    findNext: {
      'an item': ok({ id: 'item-1', position: 1 }),
      'nothing waits': ok(null),
      'no response': failed(UNREACHABLE),
    },
  },
  situation: ({ skipped, current }) => [skipped.length > 0, current === null],
})
