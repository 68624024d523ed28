/**
 * Adds and changes records from a CSV file (catalogue, Import). The file is checked first, and is applied only after
 * the person has seen what would happen. The server applies it in one transaction, and rolls back if the connection is
 * aborted; the outcome is then found out by checking the file again. Applying it is one write (machines/write), whose
 * repetitions carry the same Idempotency-Key. A file is large, so it is sent again only when the connection is back or
 * the person asks for it.
 */
import { assign, sendTo, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { createWriteMachine, type WriteReport } from '../write/write.machine'

export interface ImportInput {
  /** First part of the Idempotency-Keys. */
  key: string
}
export type ImportCounts = Pick<ImportEnd, 'new' | 'changed' | 'same' | 'refused'>
export interface ImportContext extends ImportInput {
  /** Number of choices so far: each has its own key. */
  count: number
  file: File | null
  /** Code of the store that the file is about; '': the person's own. */
  store: string
  /** Results of the last check, for the lines that have arrived so far. */
  lines: readonly ImportLine[]
  /** The counts that the last check or import ended with. */
  counts: ImportCounts | null
  /** Number of lines written so far, while the file is applied. */
  applied: number
  /** Why the file was refused or the call failed. */
  error: ApiError | null
}
export type ImportEvent =
  /** A file, or another store for the same file. */
  | { type: 'file.chosen'; file: File; store: string }
  /** Lines have arrived. */
  | { type: 'lines.read'; lines: readonly ImportLine[] }
  /** The check has ended: every line has arrived. */
  | { type: 'check.ended'; end: ImportEnd }
  /** The server refused to check the file, or failed. */
  | { type: 'check.refused'; error: ApiError }
  /** The response to the check did not arrive, or broke off. */
  | { type: 'check.lost' }
  | { type: 'import.apply' }
  | { type: 'import.stop' }
  | { type: 'import.retry' }
  | { type: 'import.restart' }
  | WriteReport

/** The input of a call. */
export interface ImportRun {
  file: File
  store: string
  key: string
}
/** The answer to an import. */
export type ImportAnswer = Result<ImportEnd>

const NO_LINES: readonly ImportLine[] = []

const importSetup = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    input: {} as ImportInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as { checkFeed: 'checkFeed'; recheckFeed: 'checkFeed'; write: 'write'; linesFeed: 'linesFeed' },
  },
  actors: {
    /** Sends the file as a dry run. Sends `lines.read`, then `check.ended`, `check.refused` or `check.lost`. */
    checkFeed: feedNotProvided<ImportEvent, ImportRun>('checkFeed'),
    /** Sends the file to be applied. */
    write: createWriteMachine<ImportRun, ImportAnswer>(),
    /** Sends `lines.read` while the file is applied. */
    linesFeed: feedNotProvided<ImportEvent>('linesFeed'),
  },
  actions: {
    assignFile: assign(({ context }, { file, store }: { file: File; store: string }) => ({
      file,
      store,
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
    assignAnswer: assign((_, { answer }: { answer: ImportAnswer }) =>
      answer.ok ? { counts: answer.value } : { error: answer.error },
    ),
    /** Sends the file again, to find out whether it was applied. */
    checkWrite: sendTo('write', { type: 'write.check' }),
    forget: assign({ file: null, counts: null, error: null, applied: 0, lines: NO_LINES }),
  },
  guards: {
    isApplied: (_, { answer }: { answer: ImportAnswer }) => answer.ok && answer.value.end === 'applied',
    /**
     * At least one line adds or changes a record. If no line does when the file is checked after an import, the import
     * has taken effect.
     */
    hasEffect: (_, { end }: { end: ImportEnd }) => end.new + end.changed > 0,
    isOfFile: (_, { error }: { error: ApiError }) => error.kind === 'rejected',
  },
})

const checkInput = ({ context: { file, store, key, count } }: { context: ImportContext }): ImportRun => ({
  file: file!,
  store,
  key: `${key}.${count}.check`,
})

export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => ({
    ...input,
    count: 0,
    file: null,
    store: '',
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
      description: 'The server reads the file and reports what each line would do; nothing is changed.',
      meta: { shows: 'How many lines are read, and Cancel.' },
      tags: ['busy'],
      entry: 'forgetLines',
      invoke: {
        id: 'checkFeed',
        src: 'checkFeed',
        input: checkInput,
      },
      on: {
        'lines.read': { actions: { type: 'addLines', params: ({ event }) => event } },
        'check.ended': [
          {
            guard: { type: 'hasEffect', params: ({ event }) => event },
            target: 'preview',
            actions: { type: 'assignCounts', params: ({ event }) => event },
          },
          { target: 'withoutEffect', actions: { type: 'assignCounts', params: ({ event }) => event } },
        ],
        'check.refused': [
          {
            guard: { type: 'isOfFile', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'assignError', params: ({ event }) => event },
          },
          { target: 'unchecked', actions: { type: 'assignError', params: ({ event }) => event } },
        ],
        'check.lost': 'unchecked',
        'import.restart': { target: 'choosing', actions: 'forget' },
      },
    },
    refused: {
      description: 'The file cannot be read because of its encoding, its columns or its size.',
      meta: { shows: 'Why the file is refused, and Choose another file.' },
      tags: ['error'],
      on: { 'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } } },
    },
    unchecked: {
      description:
        'The check has no result: there was no response, or the server cannot check now. Nothing was changed.',
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
        'import.apply': 'writing',
        'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } },
      },
    },
    withoutEffect: {
      description:
        'The person sees that no line would change anything: each matches the records already, or is refused.',
      meta: { shows: 'How many lines are the same and refused, each with its reason; Import is disabled.' },
      on: { 'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } } },
    },
    writing: {
      initial: 'applying',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context: { file, store, key, count }, event }) => ({
          request: { file: file!, store, key: `${key}.${count}` },
          // The call was aborted by Stop, and the check afterwards has not found out what it did.
          begins: event.type === 'check.refused' || event.type === 'check.lost' ? 'unresolved' : 'sending',
          repeats: false,
        }),
        onDone: [
          {
            guard: { type: 'isApplied', params: ({ event }) => ({ answer: event.output }) },
            target: 'done',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'failed',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
      },
      states: {
        applying: {
          description:
            'The server writes the lines in one transaction: all of them take effect at its end, or none does.',
          meta: { shows: 'How many of how many lines are written, and Stop.' },
          tags: ['busy'],
          entry: 'startCount',
          invoke: { id: 'linesFeed', src: 'linesFeed' },
          on: {
            'lines.read': { actions: { type: 'countLines', params: ({ event }) => event } },
            'import.stop': '#import.stopping',
            'write.unresolved': 'uncertain',
          },
        },
        uncertain: {
          description:
            'The response broke off: the import may have taken effect. It is sent again with its key, so that it takes effect once.',
          meta: {
            shows: 'That the outcome is unknown, and Check again; it is also sent again when the connection is back.',
          },
          tags: ['error'],
          on: { 'import.retry': { actions: 'checkWrite' }, 'write.checking': 'repeating' },
        },
        repeating: {
          description:
            'The import is sent again with its key: the server repeats its earlier response, or applies the file now.',
          meta: { shows: 'That it checks whether the import took effect.' },
          tags: ['busy'],
          entry: 'startCount',
          on: { 'write.unresolved': 'uncertain' },
        },
      },
    },
    stopping: {
      description:
        'The call was aborted, which rolls back its transaction. The file is checked again, because the import may already have taken effect.',
      meta: { shows: 'That it is stopping, and checks whether the import took effect.' },
      tags: ['busy'],
      entry: 'forgetLines',
      invoke: {
        id: 'recheckFeed',
        src: 'checkFeed',
        input: checkInput,
      },
      on: {
        'lines.read': { actions: { type: 'addLines', params: ({ event }) => event } },
        'check.ended': [
          {
            guard: { type: 'hasEffect', params: ({ event }) => event },
            target: 'stopped',
            actions: { type: 'assignCounts', params: ({ event }) => event },
          },
          { target: 'tooLate' },
        ],
        'check.refused': {
          target: 'writing.uncertain',
          actions: { type: 'assignError', params: ({ event }) => event },
        },
        'check.lost': 'writing.uncertain',
      },
    },
    stopped: {
      description: 'The person stopped the import half-way: nothing was changed.',
      meta: { shows: 'That nothing was changed, Import again and Choose another file.' },
      on: {
        'import.apply': 'writing',
        'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'The server refused the import or rolled it back: nothing was changed.',
      meta: { shows: 'Why, that nothing was changed, Try again and Choose another file.' },
      tags: ['error'],
      on: {
        'import.retry': 'writing',
        'file.chosen': { target: 'checking', actions: { type: 'assignFile', params: ({ event }) => event } },
      },
    },
    tooLate: {
      description: 'The person stopped it too late: the import had already taken effect.',
      meta: { shows: 'That all lines are imported, and Import another file.' },
      on: { 'import.restart': { target: 'choosing', actions: 'forget' } },
    },
    done: {
      description: 'The import has taken effect.',
      meta: { shows: 'How many records were added and changed, which lines were refused, and Import another file.' },
      on: { 'import.restart': { target: 'choosing', actions: 'forget' } },
    },
  },
})
