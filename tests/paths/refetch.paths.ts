import { failed, ok, type Result } from '@contract/errors'
import { refetchMachine, RETRY_PAUSE_MS, type Counted } from '@machines/refetch/refetch.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

const counted = (inView: number, beyond: number): Counted => ({ waiting: { inView, beyond }, rows: 1000 })

export const paths = describePaths({
  machine: refetchMachine,
  starts: { 'the list is opened': undefined },
  events: {
    'record.changed: a row in view': { type: 'record.changed', ...counted(1, 0) },
    'record.changed: a row out of view': { type: 'record.changed', ...counted(0, 1) },
    'record.changed: very many': { type: 'record.changed', ...counted(1, 500) },
    'record.changed: very many, none in view': { type: 'record.changed', ...counted(0, 501) },
    'record.changed: none waits any more': { type: 'record.changed', ...counted(0, 0) },
    'rows.inView': { type: 'rows.inView', ids: ['row-1'] },
    'read.began': { type: 'read.began' },
    'read.ended': { type: 'read.ended' },
    'rows.merged: all': { type: 'rows.merged', ...counted(0, 0) },
    'rows.merged: others wait': { type: 'rows.merged', ...counted(0, 3) },
  },
  answers: {
    fetchChanged: { rows: ok(counted(0, 0)), 'the server is not reached': failed(UNREACHABLE) } satisfies Record<
      string,
      Result<Counted>
    >,
  },
  delays: { retryPause: RETRY_PAUSE_MS },
  situation: ({ waiting: { inView, beyond } }) => [inView > 0, beyond > 0, inView + beyond > 500],
})
