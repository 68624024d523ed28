/**
 * Adds and changes records from a CSV file (catalogue, Import): the file is checked first, and takes effect only when the person
 * has seen what would happen. The server applies it in one transaction, and undoes that where the connection is given up; what
 * became of it is then looked up by checking the file again. A repetition carries the same Idempotency-Key.
 */
import { assign, setup } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface ImportInput {
  /** First part of the Idempotency-Keys. */
  key: string
}
export type ImportCounts = Pick<ImportEnd, 'new' | 'changed' | 'same' | 'refused'>
export interface ImportContext extends ImportInput {
  /** Counts the chosen files: each has a key of its own. */
  count: number
  file: File | null
  /** What the last check said of each line, as far as it has come. */
  lines: readonly ImportLine[]
  /** What the last check or the application came to. */
  counts: ImportCounts | null
  /** Lines that are done, while the file is applied. */
  applied: number
  /** Why the file was refused or the call failed. */
  error: ApiError | null
}
export type ImportEvent =
  | { type: 'file.chosen'; file: File }
  /** Lines have arrived. */
  | { type: 'lines.read'; lines: readonly ImportLine[] }
  /** Every line has arrived. */
  | { type: 'import.ended'; end: ImportEnd }
  /** The server has answered otherwise. */
  | { type: 'import.refused'; error: ApiError }
  /** The answer did not come, or broke off. */
  | { type: 'import.lost' }
  | { type: 'import.apply' }
  | { type: 'import.stop' }
  | { type: 'import.retry' }
  | { type: 'import.restart' }
  | { type: 'line.back' }

/** What a call is made of. */
export interface ImportRun {
  file: File
  key: string
  /** It was sent before, and nobody knows what became of it. */
  isRepetition: boolean
}

const NO_LINES: readonly ImportLine[] = []

export const importMachine = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    input: {} as ImportInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    /** Sends the file as a dry run. Sends `lines.read`, then `import.ended`, `import.refused` or `import.lost`. */
    checkFeed: feedNotProvided<ImportEvent, ImportRun>('checkFeed'),
    /** Sends the file to be applied; the same events. Leaving the state breaks the call off. */
    applyFeed: feedNotProvided<ImportEvent, ImportRun>('applyFeed'),
    /** Sends `line.back` when the connection is back. */
    lineFeed: feedNotProvided<ImportEvent>('lineFeed'),
  },
  actions: {
    assignFile: assign(({ context }, { file }: { file: File }) => ({
      file,
      count: context.count + 1,
      counts: null,
      error: null,
    })),
    forgetLines: assign({ lines: NO_LINES }),
    addLines: assign(({ context }, { lines }: { lines: readonly ImportLine[] }) => ({
      lines: [...context.lines, ...lines],
    })),
    startCount: assign({ applied: 0, error: null }),
    countLines: assign(({ context }, { lines }: { lines: readonly ImportLine[] }) => ({
      applied: context.applied + lines.length,
    })),
    assignCounts: assign((_, { end }: { end: ImportEnd }) => ({ counts: end })),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    forget: assign({ file: null, counts: null, error: null, applied: 0, lines: NO_LINES }),
  },
  guards: {
    isApplied: (_, { end }: { end: ImportEnd }) => end.end === 'applied',
    /** A line adds or changes a record; where none does after an import, the file has taken effect. */
    hasEffect: (_, { end }: { end: ImportEnd }) => end.new + end.changed > 0,
    isOfFile: (_, { error }: { error: ApiError }) => error.kind === 'rejected',
  },
}).createMachine({
  id: 'import',
  context: ({ input }) => ({
    ...input,
    count: 0,
    file: null,
    lines: NO_LINES,
    counts: null,
    applied: 0,
    error: null,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'No file is chosen.',
      meta: { shows: 'Which columns a file may have, and Choose file.' },
      on: { 'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } } },
    },
    checking: {
      description: 'The server reads the file and says what each line would do; nothing is changed.',
      meta: { shows: 'How many lines are read, and Cancel.' },
      tags: ['busy'],
      entry: 'forgetLines',
      invoke: {
        id: 'checkFeed',
        src: 'checkFeed',
        input: ({ context: { file, key, count } }) => ({
          file: file!,
          key: `${key}.${count}.check`,
          isRepetition: false,
        }),
      },
      on: {
        'lines.read': { actions: { type: 'addLines', params: ({ event }) => event } },
        'import.ended': [
          {
            guard: { type: 'hasEffect', params: ({ event }) => event },
            target: 'preview',
            actions: { type: 'assignCounts', params: ({ event }) => event },
          },
          { target: 'withoutEffect', actions: { type: 'assignCounts', params: ({ event }) => event } },
        ],
        'import.refused': [
          {
            guard: { type: 'isOfFile', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'assignError', params: ({ event }) => event },
          },
          { target: 'unchecked', actions: { type: 'assignError', params: ({ event }) => event } },
        ],
        'import.lost': 'unchecked',
        'import.restart': { target: 'choosing', actions: 'forget' },
      },
    },
    refused: {
      description: 'The file cannot be read: its encoding, its columns or its size.',
      meta: { shows: 'Why the file is refused, and Choose another file.' },
      tags: ['error'],
      on: { 'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } } },
    },
    unchecked: {
      description: 'The check has no result: there was no answer, or the server cannot check now. Nothing was changed.',
      meta: { shows: 'What happened, Try again and Choose another file.' },
      tags: ['error'],
      on: {
        'import.retry': 'checking',
        'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } },
      },
    },
    preview: {
      description: 'The person sees what each line would do.',
      meta: {
        shows:
          'How many lines are new, changed, the same and refused, each line with its changes or the reason, and Import.',
      },
      on: {
        'import.apply': 'applying',
        'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } },
      },
    },
    withoutEffect: {
      description: 'The person sees that no line would change anything: each is as the records are, or is refused.',
      meta: { shows: 'How many lines are the same and refused, each with its reason; Import is disabled.' },
      on: { 'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } } },
    },
    applying: {
      description: 'The server writes the lines in one transaction: all of them take effect at its end, or none does.',
      meta: { shows: 'How many of how many lines are written, and Stop.' },
      tags: ['busy'],
      entry: 'startCount',
      invoke: {
        id: 'applyFeed',
        src: 'applyFeed',
        input: ({ context: { file, key, count } }) => ({ file: file!, key: `${key}.${count}`, isRepetition: false }),
      },
      on: {
        'lines.read': { actions: { type: 'countLines', params: ({ event }) => event } },
        'import.ended': [
          {
            guard: { type: 'isApplied', params: ({ event }) => event },
            target: 'done',
            actions: { type: 'assignCounts', params: ({ event }) => event },
          },
          { target: 'failed' },
        ],
        'import.refused': { target: 'failed', actions: { type: 'assignError', params: ({ event }) => event } },
        'import.lost': 'uncertain',
        'import.stop': 'stopping',
      },
    },
    stopping: {
      description:
        'The call was broken off, which undoes its transaction. The file is checked again: it may have been too late.',
      meta: { shows: 'That it is stopping, and finds out what became of the import.' },
      tags: ['busy'],
      entry: 'forgetLines',
      invoke: {
        id: 'recheckFeed',
        src: 'checkFeed',
        input: ({ context: { file, key, count } }) => ({
          file: file!,
          key: `${key}.${count}.check`,
          isRepetition: false,
        }),
      },
      on: {
        'lines.read': { actions: { type: 'addLines', params: ({ event }) => event } },
        'import.ended': [
          {
            guard: { type: 'hasEffect', params: ({ event }) => event },
            target: 'stopped',
            actions: { type: 'assignCounts', params: ({ event }) => event },
          },
          { target: 'tooLate' },
        ],
        'import.refused': { target: 'uncertain', actions: { type: 'assignError', params: ({ event }) => event } },
        'import.lost': 'uncertain',
      },
    },
    stopped: {
      description: 'The person stopped the import half-way: nothing of it took effect.',
      meta: { shows: 'That nothing was changed, Import again and Choose another file.' },
      on: {
        'import.apply': 'applying',
        'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'The server refused or undid the import: nothing of it took effect.',
      meta: { shows: 'Why, that nothing was changed, Try again and Choose another file.' },
      tags: ['error'],
      on: {
        'import.retry': 'applying',
        'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } },
      },
    },
    uncertain: {
      description:
        'The answer broke off: the import may have taken effect. It is sent again with its key, and takes effect once.',
      meta: { shows: 'That it is not known, Check again; it is also sent again when the connection is back.' },
      tags: ['error'],
      invoke: { id: 'lineFeed', src: 'lineFeed' },
      on: { 'import.retry': 'repeating', 'line.back': 'repeating' },
    },
    repeating: {
      description: 'The import is sent again with its key: the server repeats its answer, or applies the file now.',
      meta: { shows: 'That it finds out what became of the import.' },
      tags: ['busy'],
      entry: 'startCount',
      invoke: {
        id: 'repeatFeed',
        src: 'applyFeed',
        input: ({ context: { file, key, count } }) => ({ file: file!, key: `${key}.${count}`, isRepetition: true }),
      },
      on: {
        'import.ended': [
          {
            guard: { type: 'isApplied', params: ({ event }) => event },
            target: 'done',
            actions: { type: 'assignCounts', params: ({ event }) => event },
          },
          { target: 'failed' },
        ],
        'import.refused': { target: 'failed', actions: { type: 'assignError', params: ({ event }) => event } },
        'import.lost': 'uncertain',
      },
    },
    tooLate: {
      description: 'It was stopped too late: the file had taken effect.',
      meta: { shows: 'That all lines are imported, and Import another file.' },
      on: { 'import.restart': { target: 'choosing', actions: 'forget' } },
    },
    done: {
      description: 'The file has taken effect.',
      meta: { shows: 'How many records were added and changed, which lines were refused, and Import another file.' },
      on: { 'import.restart': { target: 'choosing', actions: 'forget' } },
    },
  },
})
