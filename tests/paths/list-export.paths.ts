import { listExportMachine } from '@machines/list-export/list-export.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: listExportMachine,
  starts: { opened: undefined },
  events: {
    'export.start': { type: 'export.start' },
    'export.cancel': { type: 'export.cancel' },
    'rows.arrived': { type: 'rows.arrived', count: 1_000 },
    'export.completed': { type: 'export.completed', count: 1_200 },
    'export.failed': { type: 'export.failed', error: UNREACHABLE },
  },
  answers: {},
  situation: ({ count }) => count,
})
