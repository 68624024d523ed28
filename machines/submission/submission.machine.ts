/**
 * One form from the first key to the server's answer (contract, Drafts and Writes). The form library owns the fields; this
 * machine owns what happens to them over time: drafts, sending, refusals, conflicts, leaving.
 *
 * Lock: while `submitting`, a second submit has no handler. An error, a 401, a reload or the back button loses nothing:
 * what was typed is kept before it is sent, and is given up only when it was sent or discarded.
 */
import { assign, emit, setup } from 'xstate'
import { describeError, type ApiError, type Result } from '@contract/errors'
import type { Draft } from '@contract/ports'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export type FormValues = Record<string, unknown>

export interface SubmissionInput {
  /** Whether typed work may be kept at all: false for forms made of secrets. */
  keepsDrafts: boolean
  /** The record's version that the form was opened on; null for a new record. */
  version: number | null
}
export interface SubmissionContext extends SubmissionInput {
  values: FormValues
  /** A draft of an earlier session, offered back. */
  draft: Draft | null
  /** Something of what was typed lies on this device. */
  isKept: boolean
  /** Field → messages of the server. */
  fields: Record<string, string[]>
  error: ApiError | null
  /** The record as somebody else saved it meanwhile. */
  current: unknown
  /** What the server answered. */
  answer: { data: unknown; message?: string } | null
}
export type SubmissionEvent =
  | { type: 'form.changed'; values: FormValues }
  | { type: 'form.submit'; values: FormValues }
  | { type: 'draft.restore' }
  | { type: 'draft.discard' }
  /** After a conflict: the mix that the person chose, on the version that they saw. */
  | { type: 'conflict.resolve'; values: FormValues; version: number }
  | { type: 'conflict.back' }
  | { type: 'page.leave' }
  | { type: 'page.stay' }
  | { type: 'page.leaveAnyway' }

export type SubmissionEmitted =
  | { type: 'draft.restored'; values: FormValues }
  | { type: 'form.succeeded'; data: unknown; message?: string }
  | { type: 'form.rejected'; fields: Record<string, string[]> }
  | { type: 'form.left' }

export type SubmitAnswer = Result<{ data: unknown; message?: string }>

export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    emitted: {} as SubmissionEmitted,
    input: {} as SubmissionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    loadDraft: promiseNotProvided<Draft | null>('loadDraft'),
    /** @returns false where it could not be kept */
    saveDraft: promiseNotProvided<boolean, { values: FormValues; version: number | null }>('saveDraft'),
    submit: promiseNotProvided<SubmitAnswer, { values: FormValues; version: number | null }>('submit'),
  },
  actions: {
    discardDraft: () => actionNotProvided('discardDraft'),
    notifySuccess: (_, _params: { message?: string }) => actionNotProvided('notifySuccess'),
    notifyFailure: (_, _params: { message: string }) => actionNotProvided('notifyFailure'),
    assignValues: assign((_, { values }: { values: FormValues }) => ({ values, error: null, fields: {} })),
    assignFailure: assign((_, { error }: { error: ApiError }) => ({
      error,
      fields: error.kind === 'rejected' ? error.fields : {},
      current: error.kind === 'conflict' ? error.current : null,
    })),
  },
  guards: {
    keepsDrafts: ({ context }) => context.keepsDrafts,
  },
  delays: {
    /** From a key to the writing of the draft: none, since a forced sign-out takes the key of the drafts with it at any moment. */
    draftPause: 0,
  },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({
    ...input,
    values: {},
    draft: null,
    isKept: false,
    fields: {},
    error: null,
    current: null,
    answer: null,
  }),
  initial: 'opening',
  on: {
    'form.submit': { target: '.submitting', actions: { type: 'assignValues', params: ({ event }) => event } },
  },
  states: {
    opening: {
      description: 'The form is open; whether an earlier draft exists is being looked up.',
      meta: { shows: 'The form, ready to be typed into.' },
      always: { guard: ({ context }) => !context.keepsDrafts, target: 'clean' },
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'draftOffered',
            actions: assign({ draft: ({ event }) => event.output }),
          },
          { target: 'clean' },
        ],
        onError: 'clean',
      },
      on: {
        'form.changed': { target: 'dirty', actions: { type: 'assignValues', params: ({ event }) => event } },
        'page.leave': 'left',
      },
    },
    clean: {
      description: 'Nothing has been typed.',
      meta: { shows: 'The form as it was opened.' },
      on: {
        'form.changed': { target: 'dirty', actions: { type: 'assignValues', params: ({ event }) => event } },
        'page.leave': 'left',
      },
    },
    draftOffered: {
      description: 'A draft of an earlier session was found and is offered back.',
      meta: { shows: 'A band above the form: what was kept and since when, Restore and Discard.' },
      on: {
        'draft.restore': {
          target: 'dirty.kept',
          actions: [
            assign({ values: ({ context }) => context.draft?.values ?? {} }),
            emit(({ context }) => ({ type: 'draft.restored', values: context.draft?.values ?? {} }) as const),
            assign({ draft: null, isKept: true }),
          ],
        },
        'draft.discard': { target: 'clean', actions: ['discardDraft', assign({ draft: null })] },
        'form.changed': {
          target: 'dirty',
          actions: [assign({ draft: null }), { type: 'assignValues', params: ({ event }) => event }],
        },
        'page.leave': 'left',
      },
    },
    dirty: {
      initial: 'typing',
      on: {
        'draft.discard': {
          guard: ({ context }) => context.isKept,
          target: 'clean',
          actions: ['discardDraft', assign({ isKept: false })],
        },
        'form.changed': {
          target: '.typing',
          reenter: true,
          actions: { type: 'assignValues', params: ({ event }) => event },
        },
      },
      states: {
        typing: {
          description: 'Something was typed that is not kept yet.',
          meta: { shows: 'The form with what was typed.' },
          after: { draftPause: [{ guard: 'keepsDrafts', target: 'keeping' }, { target: 'unkept' }] },
          on: { 'page.leave': [{ guard: 'keepsDrafts', target: 'keepingToLeave' }, { target: 'leaving' }] },
        },
        keeping: {
          description: 'What was typed is being written to this device, encrypted.',
          meta: { shows: 'The form with what was typed.' },
          invoke: {
            id: 'saveDraft',
            src: 'saveDraft',
            input: ({ context: { values, version } }) => ({ values, version }),
            onDone: [
              { guard: ({ event }) => event.output, target: 'kept', actions: assign({ isKept: true }) },
              { target: 'unkept', actions: assign({ isKept: false }) },
            ],
            onError: { target: 'unkept', actions: assign({ isKept: false }) },
          },
          on: { 'page.leave': 'keepingToLeave' },
        },
        keepingToLeave: {
          description: 'The page is being left; what was typed is written first.',
          meta: { shows: 'The form with what was typed.' },
          invoke: {
            id: 'saveDraftToLeave',
            src: 'saveDraft',
            input: ({ context: { values, version } }) => ({ values, version }),
            onDone: [{ guard: ({ event }) => event.output, target: '#submission.left' }, { target: 'leaving' }],
            onError: 'leaving',
          },
        },
        kept: {
          description: 'What was typed is kept on this device and outlives the session.',
          meta: { shows: 'Draft kept, in the form’s foot.' },
          on: { 'page.leave': '#submission.left' },
        },
        unkept: {
          description: 'What was typed cannot be kept here: a form of secrets, or storage that refuses.',
          meta: { shows: 'The form with what was typed.' },
          on: { 'page.leave': 'leaving' },
        },
        leaving: {
          description: 'The page would be left and typed work would be lost; the person is asked.',
          meta: { shows: 'Leave without saving?, with Stay focused.' },
          on: {
            'page.stay': 'unkept',
            'page.leaveAnyway': '#submission.left',
            'form.submit': undefined,
            'page.leave': undefined,
            'draft.discard': undefined,
          },
        },
      },
    },
    submitting: {
      description: 'The form is on its way to the server; a second submit is ignored.',
      meta: { shows: 'The submit button says Loading... and the fields keep what was typed.' },
      tags: ['busy'],
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context: { values, version } }) => ({ values, version }),
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'succeeded',
            actions: [
              assign({ answer: ({ event }) => (event.output.ok ? event.output.value : null) }),
              'discardDraft',
              {
                type: 'notifySuccess',
                params: ({ event }) => ({ message: event.output.ok ? event.output.value.message : undefined }),
              },
            ],
          },
          {
            guard: ({ event }) => errorOf(event.output)?.kind === 'conflict',
            target: 'stale',
            actions: { type: 'assignFailure', params: ({ event }) => ({ error: errorOf(event.output)! }) },
          },
          {
            target: 'rejected',
            actions: [
              { type: 'assignFailure', params: ({ event }) => ({ error: errorOf(event.output)! }) },
              { type: 'notifyFailure', params: ({ event }) => ({ message: describeError(errorOf(event.output)!) }) },
              emit(({ event }) => {
                const error = errorOf(event.output)
                return { type: 'form.rejected', fields: error?.kind === 'rejected' ? error.fields : {} } as const
              }),
            ],
          },
        ],
      },
      on: { 'form.submit': undefined },
    },
    rejected: {
      description: 'The server refused the form, or could not be reached; what was typed stays.',
      meta: { shows: 'The reason above the buttons and under the fields that it names.' },
      tags: ['error'],
      invoke: {
        // Refused work is kept at once: a forced sign-out may be the reason of the refusal.
        id: 'saveRejected',
        src: 'saveDraft',
        input: ({ context: { values, version } }) => ({ values, version }),
      },
      on: {
        'form.changed': { target: 'dirty', actions: { type: 'assignValues', params: ({ event }) => event } },
        'page.leave': [{ guard: 'keepsDrafts', target: 'dirty.keepingToLeave' }, { target: 'dirty.leaving' }],
      },
    },
    stale: {
      description: 'Somebody else saved the record meanwhile; nothing was sent over theirs and nothing is lost.',
      meta: { shows: 'Who saved, and a choice between yours and saved for each field that differs.' },
      tags: ['error'],
      on: {
        'conflict.resolve': {
          target: 'submitting',
          actions: [
            { type: 'assignValues', params: ({ event }) => event },
            assign({ version: ({ event }) => event.version, current: null }),
          ],
        },
        'conflict.back': 'dirty',
        'form.submit': undefined,
        'page.leave': [{ guard: 'keepsDrafts', target: 'dirty.keepingToLeave' }, { target: 'dirty.leaving' }],
      },
    },
    succeeded: {
      type: 'final',
      description: 'The server has it.',
      meta: { shows: 'The form is closed; a toast says what was done.' },
      entry: emit(
        ({ context }) =>
          ({ type: 'form.succeeded', data: context.answer?.data, message: context.answer?.message }) as const,
      ),
    },
    left: {
      type: 'final',
      description: 'The form was left; a draft is offered when it is opened again.',
      meta: { shows: 'The page that was gone to.' },
      entry: emit({ type: 'form.left' }),
    },
  },
})

const errorOf = (answer: SubmitAnswer): ApiError | null => (answer.ok ? null : answer.error)
