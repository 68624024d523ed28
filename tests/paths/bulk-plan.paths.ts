import type { BulkResult } from '@contract/records/calls'
import { bulkPlanMachine } from '@machines/bulk-plan/bulk-plan.machine'
import { describePaths } from './kit/describe'
import { UNAVAILABLE } from './kit/samples'

const result = (outcome: BulkResult['outcome']): BulkResult => ({ id: 'row-1', outcome, version: 4, message: null })
const target = { ids: ['row-1'] }

export const paths = describePaths({
  machine: bulkPlanMachine,
  starts: {
    'one row is to be disabled': { target, payload: { is_deleted: true } },
    'one row is to be tagged': { target, payload: null },
  },
  events: {
    'plan.asked': { type: 'plan.asked', payload: { add: ['HOT'] } },
    'results.read: it changes': { type: 'results.read', results: [result('changed')] },
    'results.read: it is the same': { type: 'results.read', results: [result('same')] },
    'plan.checked': { type: 'plan.checked' },
    'plan.refused': { type: 'plan.refused', error: UNAVAILABLE },
    'plan.retry': { type: 'plan.retry' },
    'plan.change': { type: 'plan.change' },
    'plan.confirm': { type: 'plan.confirm' },
  },
  answers: {},
  situation: ({ asks, results }) => [asks, results.some(({ outcome }) => outcome === 'changed')],
})
