/**
 * The content of one private file, as a page or a viewer shows it. Each read is written to the audit log. Therefore
 * nothing is read before the person asks, and the content is shown until they leave without being read again
 * automatically. Race: leaving the file aborts the read, and a late response is dropped.
 */
import { assign, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface PrivateFileContext {
  /** Id of the file that was requested last; null before the first request. */
  id: string | null
  /** Valid in `shown`. */
  content: Blob | null
  /** Why there is no content. Valid in the states tagged `error`. */
  error: ApiError | null
}
export type PrivateFileEvent =
  /** The person asks to see the file. */
  | { type: 'file.ask'; id: string }
  | { type: 'file.retry' }
  /** The file is no longer shown. */
  | { type: 'file.leave' }
  | { type: 'line.back' }
type Answer = Result<Blob>

const isFailure = (answer: Answer, kind: ApiError['kind']) => !answer.ok && answer.error.kind === kind

export const privateFileMachine = setup({
  types: { context: {} as PrivateFileContext, events: {} as PrivateFileEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    readFile: promiseNotProvided<Answer, { id: string }>('readFile'),
    /** Sends `line.back` when the connection is back. */
    lineFeed: feedNotProvided<PrivateFileEvent>('lineFeed'),
  },
  guards: {
    isRead: (_, { answer }: { answer: Answer }) => answer.ok,
    isForbidden: (_, { answer }: { answer: Answer }) => isFailure(answer, 'forbidden'),
    isGone: (_, { answer }: { answer: Answer }) => isFailure(answer, 'notFound'),
  },
  actions: {
    assignFile: assign((_, { id }: { id: string }) => ({ id })),
    assignAnswer: assign((_, { answer }: { answer: Answer }) =>
      answer.ok ? { content: answer.value, error: null } : { content: null, error: answer.error },
    ),
    forget: assign({ content: null, error: null }),
  },
}).createMachine({
  id: 'privateFile',
  context: { id: null, content: null, error: null },
  initial: 'unasked',
  states: {
    unasked: {
      description: 'Nobody has asked for the content, and nothing is read.',
      meta: { shows: 'The name, the type and the size of the file.' },
      on: { 'file.ask': { target: 'loading', actions: { type: 'assignFile', params: ({ event }) => event } } },
    },
    loading: {
      description: 'The content is being read, which is written to the audit log.',
      meta: { shows: 'That the file is loading.' },
      tags: ['busy'],
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context }) => ({ id: context.id! }),
        onDone: [
          {
            guard: { type: 'isRead', params: ({ event }) => ({ answer: event.output }) },
            target: 'shown',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isForbidden', params: ({ event }) => ({ answer: event.output }) },
            target: 'forbidden',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isGone', params: ({ event }) => ({ answer: event.output }) },
            target: 'gone',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'failed', actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
      on: { 'file.leave': 'unasked' },
    },
    shown: {
      description: 'The content is shown for as long as the person looks at it.',
      meta: { shows: 'The image, or a page of the PDF, with zoom and rotation; of a PDF that cannot be shown, why.' },
      on: { 'file.leave': { target: 'unasked', actions: 'forget' } },
    },
    failed: {
      description: 'The content did not arrive.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      invoke: { id: 'lineFeed', src: 'lineFeed' },
      on: {
        'file.retry': 'loading',
        'line.back': 'loading',
        'file.leave': { target: 'unasked', actions: 'forget' },
      },
    },
    forbidden: {
      description: 'The person no longer has permission to read the record.',
      meta: { shows: 'That the person may not see it.' },
      tags: ['error'],
      on: { 'file.leave': { target: 'unasked', actions: 'forget' } },
    },
    gone: {
      description: 'The record no longer has this file, or the person may no longer read its field.',
      meta: { shows: 'That the file is no longer there.' },
      tags: ['error'],
      on: { 'file.leave': { target: 'unasked', actions: 'forget' } },
    },
  },
})
