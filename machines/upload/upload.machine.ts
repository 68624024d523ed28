/**
 * Uploads one file for a field. A file that is chosen while another is being sent replaces it: leaving the state aborts
 * the call. A file that the server would refuse is refused here, before it is sent. The same file is sent again with
 * the same Idempotency-Key, so that it is stored once, whatever the outcome of the first call.
 */
import { assign, emit, enqueueActions, setup } from 'xstate'
import { isUncertain, type ApiError, type Result } from '@contract/errors'
import type { UploadedFile } from '@contract/http/files'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface UploadInput {
  /** First part of the uploads' Idempotency-Keys. */
  key: string
}
export interface UploadContext extends UploadInput {
  /** Number of files chosen so far: each has its own key. */
  count: number
  /** The last file that was chosen. */
  file: File | null
  /** Share of the file that was sent, from 0 to 1. */
  share: number
  /** The last failure. */
  error: ApiError | null
}
export type UploadEvent =
  | { type: 'file.chosen'; file: File }
  | { type: 'upload.cancel' }
  | { type: 'upload.retry' }
  | { type: 'upload.dismiss' }
  | { type: 'upload.progressed'; share: number }
  | { type: 'line.back' }
/** The events that the field receives. */
export type UploadEmitted =
  /** The server has stored the file: its id is the field's value. */
  | { type: 'file.stored'; file: UploadedFile }
  /** The file was refused or cancelled: the field keeps its previous value. */
  | { type: 'file.dropped' }
/** The input of `sendFile`. */
export interface SentFile {
  file: File
  key: string
}
type Answer = Result<UploadedFile>
/** The result of the console's own check: null, or why the file cannot be used. */
export type Checked = Result<null>

export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as UploadInput,
    emitted: {} as UploadEmitted,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    /** Checks the content of the file. */
    checkFile: promiseNotProvided<Checked, { file: File }>('checkFile'),
    sendFile: promiseNotProvided<Answer, SentFile>('sendFile'),
    /** Sends `upload.progressed` while the file is sent. */
    progressFeed: feedNotProvided<UploadEvent>('progressFeed'),
    /** Sends `line.back` when the connection is back. */
    lineFeed: feedNotProvided<UploadEvent>('lineFeed'),
  },
  guards: {
    isAcceptable: (_, { answer }: { answer: Checked }) => answer.ok,
    isUploaded: (_, { answer }: { answer: Answer }) => answer.ok,
    isRefused: (_, { answer }: { answer: Answer }) => !answer.ok && answer.error.kind === 'rejected',
    isUncertain: (_, { answer }: { answer: Answer }) => !answer.ok && isUncertain(answer.error),
  },
  actions: {
    assignFile: assign(({ context }, { file }: { file: File }) => ({
      file,
      count: context.count + 1,
      share: 0,
      error: null,
    })),
    assignShare: assign((_, { share }: { share: number }) => ({ share })),
    assignError: assign((_, { answer }: { answer: Result<unknown> }) => (answer.ok ? {} : { error: answer.error })),
    startAgain: assign({ share: 0, error: null }),
    forget: assign({ file: null, share: 0, error: null }),
    emitStored: enqueueActions(({ enqueue }, { answer }: { answer: Answer }) => {
      if (answer.ok) enqueue.emit({ type: 'file.stored', file: answer.value })
    }),
    emitDropped: emit({ type: 'file.dropped' }),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, count: 0, file: null, share: 0, error: null }),
  initial: 'idle',
  on: {
    'file.chosen': {
      target: '.checking',
      reenter: true,
      actions: { type: 'assignFile', params: ({ event }) => event },
    },
  },
  states: {
    idle: {
      description: 'No file was chosen since the field was opened, or the last one was cancelled.',
      meta: { shows: 'The image of the record, or Choose image.' },
    },
    checking: {
      description: 'The console checks the content of the chosen file as the server will.',
      meta: { shows: 'The chosen image, and Cancel.' },
      tags: ['busy'],
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context }) => ({ file: context.file! }),
        onDone: [
          { guard: { type: 'isAcceptable', params: ({ event }) => ({ answer: event.output }) }, target: 'uploading' },
          {
            target: 'refused',
            actions: [{ type: 'assignError', params: ({ event }) => ({ answer: event.output }) }, 'emitDropped'],
          },
        ],
      },
      on: { 'upload.cancel': { target: 'idle', actions: ['forget', 'emitDropped'] } },
    },
    uploading: {
      description: 'The file is being sent, or the server is reading it.',
      meta: { shows: 'The chosen image, how much of it is sent, and Cancel.' },
      tags: ['busy'],
      invoke: [
        {
          id: 'sendFile',
          src: 'sendFile',
          input: ({ context }) => ({ file: context.file!, key: `${context.key}.${context.count}` }),
          onDone: [
            {
              guard: { type: 'isUploaded', params: ({ event }) => ({ answer: event.output }) },
              target: 'uploaded',
              actions: [{ type: 'emitStored', params: ({ event }) => ({ answer: event.output }) }, 'forget'],
            },
            {
              guard: { type: 'isRefused', params: ({ event }) => ({ answer: event.output }) },
              target: 'refused',
              actions: [{ type: 'assignError', params: ({ event }) => ({ answer: event.output }) }, 'emitDropped'],
            },
            {
              guard: { type: 'isUncertain', params: ({ event }) => ({ answer: event.output }) },
              target: 'uncertain',
              actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
            },
            {
              target: 'failed',
              actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
            },
          ],
        },
        { id: 'progressFeed', src: 'progressFeed' },
      ],
      on: {
        'upload.progressed': { actions: { type: 'assignShare', params: ({ event }) => event } },
        'upload.cancel': { target: 'idle', actions: ['forget', 'emitDropped'] },
      },
    },
    uploaded: {
      description: 'The server has stored the file, and the field has its id.',
      meta: { shows: 'The new image, Replace and Remove.' },
    },
    refused: {
      description: 'The file cannot be accepted: it is not an image, too large, too small, or damaged.',
      meta: { shows: 'Why the file is refused, and the image that the field had before.' },
      tags: ['error'],
      on: { 'upload.dismiss': { target: 'idle', actions: 'forget' } },
    },
    failed: {
      description: 'The server responded but did not store the file: a permission is missing, or the server is busy.',
      meta: { shows: 'What happened, Try again and Cancel.' },
      tags: ['error'],
      on: {
        'upload.retry': { target: 'uploading', actions: 'startAgain' },
        'upload.dismiss': { target: 'idle', actions: ['forget', 'emitDropped'] },
      },
    },
    uncertain: {
      description:
        'The server did not respond: it may have stored the file. The file is sent again when the connection is back.',
      meta: { shows: 'That there was no response, Try again and Cancel.' },
      tags: ['error'],
      invoke: { id: 'lineFeed', src: 'lineFeed' },
      on: {
        'upload.retry': { target: 'uploading', actions: 'startAgain' },
        'line.back': { target: 'uploading', actions: 'startAgain' },
        'upload.dismiss': { target: 'idle', actions: ['forget', 'emitDropped'] },
      },
    },
  },
})
