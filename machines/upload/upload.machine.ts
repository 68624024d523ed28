/**
 * Uploads one file for a field. A file that is chosen while another is being sent replaces it: leaving the state aborts
 * the call. A file that the server would refuse is refused here, before it is sent. Sending it is one write
 * (machines/write): without a response the same file is sent again with the same Idempotency-Key, so that it is stored
 * once. A file is large, so it is sent again only when the connection is back or the person asks for it.
 */
import { assign, emit, enqueueActions, sendTo, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import type { UploadedFile } from '@contract/http/files'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { createWriteMachine, type WriteReport } from '../write/write.machine'

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
  | WriteReport
/** The events that the field receives. */
export type UploadEmitted =
  /** The server has stored the file: its id is the field's value. */
  | { type: 'file.stored'; file: UploadedFile }
  /** The file was refused or cancelled: the field keeps its previous value. */
  | { type: 'file.dropped' }
/** The request of a write. */
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
    children: {} as { checkFile: 'checkFile'; write: 'write'; progressFeed: 'progressFeed' },
  },
  actors: {
    /** Checks the content of the file. */
    checkFile: promiseNotProvided<Checked, { file: File }>('checkFile'),
    write: createWriteMachine<SentFile, Answer>(),
    /** Sends `upload.progressed` while the file is sent. */
    progressFeed: feedNotProvided<UploadEvent>('progressFeed'),
  },
  guards: {
    isAcceptable: (_, { answer }: { answer: Checked }) => answer.ok,
    isUploaded: (_, { answer }: { answer: Answer }) => answer.ok,
    isRefused: (_, { answer }: { answer: Answer }) => !answer.ok && answer.error.kind === 'rejected',
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
    checkWrite: sendTo('write', { type: 'write.check' }),
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
          { guard: { type: 'isAcceptable', params: ({ event }) => ({ answer: event.output }) }, target: 'sending' },
          {
            target: 'refused',
            actions: [{ type: 'assignError', params: ({ event }) => ({ answer: event.output }) }, 'emitDropped'],
          },
        ],
      },
      on: { 'upload.cancel': { target: 'idle', actions: ['forget', 'emitDropped'] } },
    },
    sending: {
      initial: 'uploading',
      invoke: [
        {
          id: 'write',
          src: 'write',
          input: ({ context }) => ({
            request: { file: context.file!, key: `${context.key}.${context.count}` },
            repeats: false,
          }),
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
            { target: 'failed', actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) } },
          ],
        },
        { id: 'progressFeed', src: 'progressFeed' },
      ],
      states: {
        uploading: {
          description: 'The file is being sent, or the server is reading it.',
          meta: { shows: 'The chosen image, how much of it is sent, and Cancel.' },
          tags: ['busy'],
          on: {
            'upload.progressed': { actions: { type: 'assignShare', params: ({ event }) => event } },
            'upload.cancel': { target: '#upload.idle', actions: ['forget', 'emitDropped'] },
            'write.unresolved': 'uncertain',
          },
        },
        uncertain: {
          description:
            'The server did not respond: it may have stored the file. The file is sent again when the connection is back.',
          meta: { shows: 'That there was no response, Try again and Cancel.' },
          tags: ['error'],
          on: {
            'write.checking': { target: 'uploading', actions: 'startAgain' },
            'upload.retry': { actions: 'checkWrite' },
            'upload.dismiss': { target: '#upload.idle', actions: ['forget', 'emitDropped'] },
          },
        },
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
        'upload.retry': { target: 'sending', actions: 'startAgain' },
        'upload.dismiss': { target: 'idle', actions: ['forget', 'emitDropped'] },
      },
    },
  },
})
