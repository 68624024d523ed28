/**
 * One form, from the first key to the server's answer (contract, Drafts and Writes). The form library owns the fields; this
 * machine owns what happens to them over time. Two things happen side by side, so the open form has two regions:
 *
 * - `form`: what the person does with the fields, keeping and sending them, and leaving;
 * - `offer`: a draft of an earlier session, until the person decides on it.
 *
 * A save carries an Idempotency-Key of its own, for exactly this content. Where our API does not answer, it is repeated with the
 * same key until it does, also after a reload: the key is kept with the draft. Changed content is another save, with another key.
 *
 * Locks: while `submitting`, neither a second submit nor leaving has an effect; while the outcome is uncertain, nothing is typed. Input is never lost to an error, a 401, a
 * reload or the back button: it is written to this device before it is sent, and removed only when it was saved or discarded.
 * Nothing is written before the earlier draft is known, or it would be overwritten.
 *
 * What is sent: `changes`, the fields whose value differs from the record that the form was opened on. A draft stores both
 * the old and the new value of each changed field, so that restoring it never overwrites a colleague's change.
 */
import { and, assign, emit, not, or, raise, setup, stateIn } from 'xstate'
import { describeError, isUncertain, leavesOutcomeOpen, type ApiError } from '@contract/errors'
import type { Draft } from '@ports/drafts'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { CHECK_PATIENCE_MS, checkPauseMs } from '../kit/uncertain'
import {
  attemptOf,
  changesOf,
  draftLeft,
  draftOf,
  hasChanges,
  hasKeepable,
  isRestorable,
  mergeOf,
  mixOf,
  restorableOf,
  showableOf,
  type Attempt,
  type Changes,
  type Choices,
  type DraftContent,
  type FormValues,
} from './merge'

export interface SubmissionInput {
  /** Whether input may be kept on this device at all: false for forms made of secrets, and where storage is missing. */
  keepsDrafts: boolean
  /** Fields that are never kept (passwords, codes): leaving asks while one of them holds a value. */
  secretFields: readonly string[]
  /** The values that the form is opened with, by field. */
  base: FormValues
  /** The record's version that the form is opened on; null for a new record. */
  version: number | null
  /** Created when the form is opened; the Idempotency-Keys of its saves begin with it. */
  key: string
}

/** The form's fields as the record has them now, after somebody else saved it. */
export interface Theirs {
  values: FormValues
  version: number
}

/** Who changed a field last, and when (ISO time). `by` is null where the server does not know. */
export type Authorship = Readonly<Record<string, { by: string | null; at: string }>>

interface Answer {
  data: unknown
  message?: string
}

export interface SubmissionContext extends SubmissionInput {
  values: FormValues
  /** A draft of an earlier session that the person has not decided on. */
  draft: Draft | null
  /** After a refusal by version: the record as somebody else saved it. */
  theirs: Theirs | null
  /** Who made the changes of a conflict; empty until the server has said so. */
  authors: Authorship
  /** The save that was sent and has no outcome yet. */
  attempt: Attempt | null
  /** How many saves were sent. */
  attempts: number
  /** How often the save was repeated since it became uncertain, or since the person asked. */
  checks: number
  /** Why the server refused the last save; read while it is `rejected`. */
  error: ApiError | null
  /** The server's answer to the save. */
  answer: Answer | null
}

export type SubmissionEvent =
  | { type: 'form.changed'; values: FormValues }
  | { type: 'form.submit'; values: FormValues }
  /** Asks again, at once, what became of a save without an answer. */
  | { type: 'form.check' }
  /** The connection is back. */
  | { type: 'line.back' }
  /** Discards what was typed here. */
  | { type: 'changes.discard' }
  | { type: 'draft.restore' }
  /** Discards the draft of an earlier session. */
  | { type: 'draft.discard' }
  /** One choice for each field that both changed. */
  | { type: 'conflict.resolve'; choices: Choices }
  | { type: 'conflict.back' }
  | { type: 'page.leave' }
  | { type: 'page.stay' }
  | { type: 'page.leaveAnyway' }
  /** Raised by the machine itself, from one region to another. */
  | { type: 'draft.known' }
  | { type: 'draft.taken' }
  | { type: 'attempt.found' }

export type SubmissionEmitted =
  /** The machine set the values: the fields must show them. */
  | { type: 'values.replaced'; values: FormValues }
  | { type: 'form.succeeded'; data: unknown; message?: string }
  | { type: 'form.rejected'; fields: Record<string, string[]> }
  | { type: 'form.left' }

/** The outcome of a save. `overtaken`: somebody else saved the record first. */
export type SubmitAnswer =
  | { type: 'saved'; data: unknown; message?: string }
  | { type: 'overtaken'; theirs: Theirs; record: unknown }
  | { type: 'failed'; error: ApiError }

/** What is sent: the changed fields, all values (for a new record), the version that they were made on, and the key. */
export type Sending = Attempt

type Context = { context: SubmissionContext }

/** The person's changes that a conflict is about: those of the draft, or those that were sent. */
export const restoredBy = ({ draft, base, values }: SubmissionContext): Changes => {
  const { from, to } = draft ? restorableOf(draft, base) : { from: {}, to: {} }
  // What was typed in this form since is newer than the draft.
  const names = Object.keys(to).filter((name) => !(name in changesOf(values, base).to))
  const only = (all: Readonly<FormValues>) => Object.fromEntries(names.map((name) => [name, all[name]]))
  return { from: only(from), to: only(to) }
}
const mixedDraft = (context: SubmissionContext, choices: Choices): FormValues => ({
  ...context.values,
  ...mixOf(restoredBy(context), context.base, choices),
  ...changesOf(context.values, context.base).to,
})
const mixedSave = ({ values, base, theirs }: SubmissionContext, choices: Choices): FormValues => ({
  ...values,
  ...mixOf(changesOf(values, base), theirs!.values, choices),
})
const sendingOf = ({ values, base, version, key, attempts }: SubmissionContext): Sending => ({
  values,
  changes: changesOf(values, base).to,
  version,
  key: `${key}.${attempts}`,
})
const sendInput = ({ context }: Context) => ({ ...context.attempt!, draft: draftOf(context) })
/** What is known of a save that got no answer for a while. */
export const UNRESOLVED = 'It is not known whether this was saved: the server has not answered.'
/* An answer's parts, after the guard of a transition has found which answer it is. */
const savedOf = (answer: SubmitAnswer) => answer as Extract<SubmitAnswer, { type: 'saved' }>
const overtakenOf = (answer: SubmitAnswer) => answer as Extract<SubmitAnswer, { type: 'overtaken' }>
const errorOf = (answer: SubmitAnswer) => (answer as Extract<SubmitAnswer, { type: 'failed' }>).error

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
    saveDraft: promiseNotProvided<boolean, { draft: DraftContent | null }>('saveDraft'),
    submit: promiseNotProvided<SubmitAnswer, Sending & { draft: DraftContent | null }>('submit'),
    /** Who changed which field of the record last; empty where that cannot be read. */
    readAuthors: promiseNotProvided<Authorship>('readAuthors'),
    /** Sends `line.back` whenever the connection is back. */
    lineFeed: feedNotProvided<SubmissionEvent>('lineFeed'),
  },
  actions: {
    /** Writes the draft, or removes it where there is none; nobody waits for it. */
    storeDraft: (_, _params: { draft: DraftContent | null }) => actionNotProvided('storeDraft'),
    notifySuccess: (_, _params: { message?: string }) => actionNotProvided('notifySuccess'),
    notifyAlreadySaved: () => actionNotProvided('notifyAlreadySaved'),
    notifyFailure: (_, _params: { message: string }) => actionNotProvided('notifyFailure'),
    assignValues: assign((_, { values }: { values: FormValues }) => ({ values, error: null, attempt: null })),
    /** From here on this content has its key. */
    assignAttempt: assign(({ context }) => ({ attempt: sendingOf(context), attempts: context.attempts + 1 })),
    dropAttempt: assign({ attempt: null }),
    /** The save of an earlier page, with the values that it sent. */
    assignFound: assign(({ context }, { draft }: { draft: Draft }) => {
      const { attempt, rest } = attemptOf(draft, context.base)!
      return { attempt, draft: rest, values: { ...context.values, ...attempt.changes } }
    }),
    countCheck: assign({ checks: ({ context }) => context.checks + 1 }),
    resetChecks: assign({ checks: 0 }),
    assignBaseValues: assign(({ context }) => ({ values: context.base, error: null })),
    assignDraft: assign((_, { draft }: { draft: Draft | null }) => ({ draft })),
    dropDraft: assign({ draft: null }),
    /** The draft's values go into the fields; what remains is a part that can only be shown. */
    assignRestored: assign(({ context }, { choices }: { choices: Choices }) => ({
      values: mixedDraft(context, choices),
      draft: context.draft && showableOf(context.draft, context.base),
      error: null,
      authors: {},
    })),
    /** From here on the form is one on the other person's version. */
    assignRebased: assign(({ context }, { choices }: { choices: Choices }) => ({
      values: mixedSave(context, choices),
      base: { ...context.base, ...context.theirs!.values },
      version: context.theirs!.version,
      theirs: null,
      authors: {},
    })),
    assignTheirs: assign((_, { theirs }: { theirs: Theirs }) => ({ theirs })),
    dropTheirs: assign({ theirs: null, authors: {} }),
    assignAuthors: assign((_, { authors }: { authors: Authorship }) => ({ authors })),
    assignAnswer: assign((_, { answer }: { answer: Answer }) => ({ answer })),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    emitValues: emit(({ context }) => ({ type: 'values.replaced', values: context.values }) as const),
    emitRejected: emit(({ context: { error } }) => {
      return { type: 'form.rejected', fields: error?.kind === 'rejected' ? error.fields : {} } as const
    }),
  },
  guards: {
    /** Something was typed that may be kept. */
    canKeep: ({ context }) => context.keepsDrafts && hasKeepable(context),
    keepsNoDrafts: ({ context }) => !context.keepsDrafts,
    isKept: (_, { isKept }: { isKept: boolean }) => isKept,
    /** A passwords field holds a value. */
    holdsSecrets: ({ context }) => context.secretFields.some((name) => (context.values[name] ?? '') !== ''),
    isUnchanged: ({ context }, { values }: { values: FormValues }) => !hasChanges(values, context.base),
    /** The draft has fields that can be restored: their original values are known. */
    isRestorable: ({ context }, { draft }: { draft: Draft | null }) =>
      draft !== null && isRestorable(draft, context.base),
    /** The draft has fields, but was written by an earlier console: what they were changed from is unknown. */
    isShowable: ({ context }, { draft }: { draft: Draft | null }) =>
      draft !== null && showableOf(draft, context.base) !== null,
    isFound: (_, { draft }: { draft: Draft | null }) => draft !== null,
    isOffered: stateIn({ open: { offer: 'draftOffered' } }),
    /** The draft and the record both changed a field since the draft was begun. */
    overlaps: ({ context }) => mergeOf(restoredBy(context), context.base).overlap.length > 0,
    overlapsOffer: and(['isOffered', 'overlaps']),
    hasDraft: ({ context }) => context.draft !== null,
    mixesToNothing: ({ context }, { choices }: { choices: Choices }) =>
      !hasChanges(mixedDraft(context, choices), context.base),
    rebasesToNothing: ({ context }, { choices }: { choices: Choices }) =>
      !hasChanges(mixedSave(context, choices), { ...context.base, ...context.theirs!.values }),
    hasTyped: ({ context }) => hasChanges(context.values, context.base),
    isSaved: (_, { answer }: { answer: SubmitAnswer }) => answer.type === 'saved',
    isOvertaken: (_, { answer }: { answer: SubmitAnswer }) => answer.type === 'overtaken',
    /** The record holds exactly what was sent: by a colleague, or by an earlier attempt whose answer was lost. */
    isAlreadySaved: ({ context: { values, base } }, { answer }: { answer: SubmitAnswer }) => {
      if (answer.type !== 'overtaken') return false
      const { apply, overlap } = mergeOf(changesOf(values, base), answer.theirs.values)
      return Object.keys(apply).length === 0 && overlap.length === 0
    },
    isUncertain: (_, { answer }: { answer: SubmitAnswer }) => answer.type === 'failed' && isUncertain(answer.error),
    /** The answer to a repetition says nothing about the save itself. */
    leavesOutcomeOpen: (_, { answer }: { answer: SubmitAnswer }) =>
      answer.type === 'failed' && leavesOutcomeOpen(answer.error),
    /** The draft holds a save of an earlier page whose outcome is not known, and nothing was typed here since. */
    holdsAttempt: ({ context }, { draft }: { draft: Draft | null }) =>
      draft?.attempt !== undefined && context.attempt === null && !hasChanges(context.values, context.base),
    /** The save without an outcome is on this device, and is taken up when the form is opened again. */
    isAttemptKept: ({ context }) => context.keepsDrafts && draftOf(context)?.attempt !== undefined,
    isLookingUp: stateIn({ open: { offer: 'lookingUp' } }),
    isOnDevice: stateIn({ open: { form: { dirty: { onDevice: 'kept' } } } }),
    /** Leaving now loses nothing: nothing was typed, or all of it is on this device. */
    losesNothing: or([not('hasTyped'), and(['isOnDevice', not('holdsSecrets')])]),
    /** Leaving loses nothing once the draft is written. */
    losesNothingWhenKept: and(['canKeep', not('holdsSecrets'), not('isLookingUp')]),
  },
  delays: {
    /** From a key to the writing of the draft: none, since a forced sign-out takes the key of the drafts with it at any moment. */
    draftPause: 0,
    /** The pause before a save without an answer is repeated: longer each time. */
    checkPause: ({ context }) => checkPauseMs(context.checks),
    /** How long it is repeated on its own. */
    checkPatience: CHECK_PATIENCE_MS,
  },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({
    ...input,
    values: input.base,
    draft: null,
    theirs: null,
    authors: {},
    attempt: null,
    attempts: 0,
    checks: 0,
    error: null,
    answer: null,
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        form: {
          initial: 'pristine',
          on: {
            'form.changed': [
              {
                guard: { type: 'isUnchanged', params: ({ event }) => event },
                target: '.pristine',
                actions: [
                  { type: 'assignValues', params: ({ event }) => event },
                  { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                ],
              },
              { target: '.dirty', actions: { type: 'assignValues', params: ({ event }) => event } },
            ],
            'form.submit': [
              {
                guard: { type: 'isUnchanged', params: ({ event }) => event },
                target: '.pristine.unchanged',
                actions: [
                  { type: 'assignValues', params: ({ event }) => event },
                  { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                ],
              },
              { target: '.submitting', actions: { type: 'assignValues', params: ({ event }) => event } },
            ],
            'draft.restore': [
              {
                // What was typed since the last writing must not wait for the choice.
                guard: 'overlapsOffer',
                target: '.conflict.merging',
                actions: { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
              },
              {
                guard: 'isOffered',
                target: '.dirty',
                actions: [
                  { type: 'assignRestored', params: { choices: {} } },
                  'emitValues',
                  raise({ type: 'draft.taken' }),
                ],
              },
            ],
            'page.leave': [
              { guard: 'losesNothing', target: '#submission.left' },
              { guard: 'losesNothingWhenKept', target: '.keepingToLeave' },
              { target: '.leaving' },
            ],
          },
          states: {
            pristine: {
              initial: 'clean',
              on: {
                'form.changed': [
                  { guard: { type: 'isUnchanged', params: ({ event }) => event } },
                  { target: 'dirty', actions: { type: 'assignValues', params: ({ event }) => event } },
                ],
                'form.submit': [
                  { guard: { type: 'isUnchanged', params: ({ event }) => event }, target: '.unchanged' },
                  { target: 'submitting', actions: { type: 'assignValues', params: ({ event }) => event } },
                ],
                'draft.restore': { guard: 'overlapsOffer', target: 'conflict.merging' },
                'attempt.found': { target: 'uncertain.asking.checking', actions: 'emitValues' },
              },
              states: {
                clean: {
                  description: 'The fields hold what the record holds; nothing was typed.',
                  meta: { shows: 'The form as it was opened.' },
                },
                unchanged: {
                  description: 'Save was pressed and nothing differs from the record: no call was made.',
                  meta: { shows: 'Nothing was changed, above the buttons; no toast of success.' },
                },
              },
            },
            dirty: {
              initial: 'typing',
              on: {
                'draft.known': [{ guard: 'canKeep', target: '.keeping' }, { target: '.unkept' }],
              },
              states: {
                typing: {
                  description: 'Something was typed that is not on this device yet.',
                  meta: { shows: 'The form with what was typed.' },
                  after: {
                    draftPause: [
                      { guard: 'isLookingUp' },
                      { guard: 'canKeep', target: 'keeping' },
                      { target: 'unkept' },
                    ],
                  },
                  on: {
                    'form.changed': [
                      {
                        // Nothing is on this device yet, and an earlier draft may still be looked up: nothing is removed.
                        guard: { type: 'isUnchanged', params: ({ event }) => event },
                        target: '#submission.open.form.pristine',
                        actions: { type: 'assignValues', params: ({ event }) => event },
                      },
                      {
                        target: 'typing',
                        reenter: true,
                        actions: { type: 'assignValues', params: ({ event }) => event },
                      },
                    ],
                  },
                },
                keeping: {
                  description: 'What was typed is being written to this device, encrypted.',
                  meta: { shows: 'The form with what was typed.' },
                  invoke: {
                    id: 'saveDraft',
                    src: 'saveDraft',
                    input: ({ context }) => ({ draft: draftOf(context) }),
                    onDone: [
                      {
                        guard: { type: 'isKept', params: ({ event }) => ({ isKept: event.output }) },
                        target: 'onDevice',
                      },
                      { target: 'unkept' },
                    ],
                    onError: 'unkept',
                  },
                },
                onDevice: {
                  initial: 'kept',
                  on: {
                    'changes.discard': {
                      target: '#submission.open.form.pristine',
                      actions: [
                        'assignBaseValues',
                        { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                        'emitValues',
                      ],
                    },
                    'form.changed': [
                      {
                        guard: { type: 'isUnchanged', params: ({ event }) => event },
                        target: '#submission.open.form.pristine',
                        actions: [
                          { type: 'assignValues', params: ({ event }) => event },
                          { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                        ],
                      },
                      {
                        target: '.typingOn',
                        reenter: true,
                        actions: { type: 'assignValues', params: ({ event }) => event },
                      },
                    ],
                  },
                  states: {
                    kept: {
                      description: 'What was typed is on this device and outlives the session.',
                      meta: { shows: 'Draft kept, in the form’s foot.' },
                    },
                    typingOn: {
                      description: 'An earlier state of the input is on this device; newer input is not written yet.',
                      meta: { shows: 'Draft kept, in the form’s foot, still.' },
                      after: {
                        draftPause: [
                          { guard: 'canKeep', target: 'keepingOn' },
                          { target: '#submission.open.form.dirty.unkept' },
                        ],
                      },
                    },
                    keepingOn: {
                      description: 'Newer input is being written over the draft on this device.',
                      meta: { shows: 'Draft kept, in the form’s foot, still.' },
                      invoke: {
                        id: 'saveDraftAgain',
                        src: 'saveDraft',
                        input: ({ context }) => ({ draft: draftOf(context) }),
                        onDone: [
                          {
                            guard: { type: 'isKept', params: ({ event }) => ({ isKept: event.output }) },
                            target: 'kept',
                          },
                          { target: '#submission.open.form.dirty.unkept' },
                        ],
                        onError: '#submission.open.form.dirty.unkept',
                      },
                    },
                  },
                },
                unkept: {
                  description: 'What was typed cannot be kept here: a form of secrets, or storage that refuses.',
                  meta: { shows: 'The form with what was typed; nothing says that it is kept.' },
                },
              },
            },
            submitting: {
              description: 'The changes are on their way to the server; a second submit and leaving have no effect.',
              meta: { shows: 'The submit button says Loading... and the fields keep what was typed.' },
              tags: ['busy'],
              entry: 'assignAttempt',
              on: {
                'form.changed': undefined,
                'form.submit': undefined,
                'draft.restore': undefined,
                'page.leave': undefined,
              },
              invoke: {
                id: 'submit',
                src: 'submit',
                input: sendInput,
                onDone: [
                  {
                    guard: { type: 'isSaved', params: ({ event }) => ({ answer: event.output }) },
                    target: '#submission.succeeded',
                    actions: [
                      {
                        type: 'assignAnswer',
                        params: ({ event }) => {
                          const { data, message } = savedOf(event.output)
                          return { answer: { data, message } }
                        },
                      },
                      { type: 'notifySuccess', params: ({ event }) => ({ message: savedOf(event.output).message }) },
                    ],
                  },
                  {
                    guard: { type: 'isAlreadySaved', params: ({ event }) => ({ answer: event.output }) },
                    target: '#submission.succeeded',
                    actions: [
                      {
                        type: 'assignAnswer',
                        params: ({ event }) => ({ answer: { data: overtakenOf(event.output).record } }),
                      },
                      'notifyAlreadySaved',
                    ],
                  },
                  {
                    guard: { type: 'isOvertaken', params: ({ event }) => ({ answer: event.output }) },
                    target: '#submission.open.form.conflict.stale',
                    actions: [
                      { type: 'assignTheirs', params: ({ event }) => ({ theirs: overtakenOf(event.output).theirs }) },
                      'dropAttempt',
                      { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                    ],
                  },
                  {
                    guard: { type: 'isUncertain', params: ({ event }) => ({ answer: event.output }) },
                    target: 'uncertain.asking.waiting',
                  },
                  {
                    target: '#submission.open.form.rejected',
                    actions: [
                      { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output) }) },
                      'dropAttempt',
                      { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                      {
                        type: 'notifyFailure',
                        params: ({ event }) => ({ message: describeError(errorOf(event.output)) }),
                      },
                      'emitRejected',
                    ],
                  },
                ],
              },
            },
            uncertain: {
              initial: 'asking',
              on: {
                'form.changed': undefined,
                'form.submit': undefined,
                'draft.restore': undefined,
                'page.leave': undefined,
              },
              invoke: { id: 'lineFeed', src: 'lineFeed' },
              states: {
                asking: {
                  initial: 'checking',
                  tags: ['busy'],
                  entry: 'resetChecks',
                  // A repetition in flight is given up: the next one finds out whatever it did.
                  after: {
                    checkPatience: {
                      target: 'unresolved',
                      actions: { type: 'notifyFailure', params: { message: UNRESOLVED } },
                    },
                  },
                  states: {
                    checking: {
                      description:
                        'There was no answer: the save is repeated with the same key, so that it takes effect once.',
                      meta: {
                        shows:
                          'No answer yet. Checking whether it was saved, above the buttons; Loading... in the submit button.',
                      },
                      invoke: {
                        id: 'submitAgain',
                        src: 'submit',
                        input: sendInput,
                        onDone: [
                          {
                            guard: { type: 'isSaved', params: ({ event }) => ({ answer: event.output }) },
                            target: '#submission.succeeded',
                            actions: [
                              {
                                type: 'assignAnswer',
                                params: ({ event }) => {
                                  const { data, message } = savedOf(event.output)
                                  return { answer: { data, message } }
                                },
                              },
                              {
                                type: 'notifySuccess',
                                params: ({ event }) => ({ message: savedOf(event.output).message }),
                              },
                            ],
                          },
                          {
                            guard: { type: 'isAlreadySaved', params: ({ event }) => ({ answer: event.output }) },
                            target: '#submission.succeeded',
                            actions: [
                              {
                                type: 'assignAnswer',
                                params: ({ event }) => ({ answer: { data: overtakenOf(event.output).record } }),
                              },
                              'notifyAlreadySaved',
                            ],
                          },
                          {
                            guard: { type: 'isOvertaken', params: ({ event }) => ({ answer: event.output }) },
                            target: '#submission.open.form.conflict.stale',
                            actions: [
                              {
                                type: 'assignTheirs',
                                params: ({ event }) => ({ theirs: overtakenOf(event.output).theirs }),
                              },
                              'dropAttempt',
                              { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                            ],
                          },
                          {
                            guard: { type: 'leavesOutcomeOpen', params: ({ event }) => ({ answer: event.output }) },
                            target: 'waiting',
                            actions: 'countCheck',
                          },
                          {
                            target: '#submission.open.form.rejected',
                            actions: [
                              { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output) }) },
                              'dropAttempt',
                              { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                              {
                                type: 'notifyFailure',
                                params: ({ event }) => ({ message: describeError(errorOf(event.output)) }),
                              },
                              'emitRejected',
                            ],
                          },
                        ],
                      },
                    },
                    waiting: {
                      description:
                        'There was no answer; after a pause, or once the connection is back, the save is repeated.',
                      meta: { shows: 'As while it checks, and Check again.' },
                      after: { checkPause: 'checking' },
                      on: { 'line.back': 'checking', 'form.check': 'checking' },
                    },
                  },
                },
                unresolved: {
                  description: 'Our API did not answer for a while: whether it was saved is not known.',
                  meta: {
                    shows:
                      'It is not known whether this was saved, above the buttons; the submit button says Check again.',
                  },
                  tags: ['error'],
                  on: {
                    'line.back': 'asking',
                    'form.check': 'asking',
                    'page.leave': [
                      { guard: 'isAttemptKept', target: '#submission.left' },
                      { target: '#submission.open.form.leavingUnresolved' },
                    ],
                  },
                },
              },
            },
            rejected: {
              description: 'The server refused the save; what was typed stays.',
              meta: { shows: 'The reason above the buttons and under the fields that it names.' },
              tags: ['error'],
            },
            conflict: {
              tags: ['error'],
              invoke: {
                id: 'readAuthors',
                src: 'readAuthors',
                onDone: { actions: { type: 'assignAuthors', params: ({ event }) => ({ authors: event.output }) } },
              },
              on: { 'form.changed': undefined, 'form.submit': undefined, 'draft.restore': undefined },
              initial: 'stale',
              states: {
                merging: {
                  description:
                    'The draft that is being restored and a colleague changed the same fields; the person chooses, and nothing is sent.',
                  meta: { shows: 'Each field that both changed: yours and saved, who saved it and when.' },
                  on: {
                    'conflict.resolve': [
                      {
                        guard: { type: 'mixesToNothing', params: ({ event }) => event },
                        target: '#submission.open.form.pristine',
                        actions: [
                          { type: 'assignRestored', params: ({ event }) => event },
                          { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                          'emitValues',
                          raise({ type: 'draft.taken' }),
                        ],
                      },
                      {
                        target: '#submission.open.form.dirty',
                        actions: [
                          { type: 'assignRestored', params: ({ event }) => event },
                          'emitValues',
                          raise({ type: 'draft.taken' }),
                        ],
                      },
                    ],
                    'conflict.back': [
                      { guard: 'hasTyped', target: '#submission.open.form.dirty', actions: 'dropTheirs' },
                      { target: '#submission.open.form.pristine', actions: 'dropTheirs' },
                    ],
                  },
                },
                stale: {
                  description:
                    'Somebody else saved the record first; nothing was sent over theirs and nothing is lost.',
                  meta: {
                    shows:
                      'Each field that both changed: yours and saved, who saved it and when; and what else they changed.',
                  },
                  on: {
                    'conflict.resolve': [
                      {
                        guard: { type: 'rebasesToNothing', params: ({ event }) => event },
                        target: '#submission.open.form.pristine.unchanged',
                        actions: [
                          { type: 'assignRebased', params: ({ event }) => event },
                          { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                          'emitValues',
                        ],
                      },
                      {
                        target: '#submission.open.form.submitting',
                        actions: [{ type: 'assignRebased', params: ({ event }) => event }, 'emitValues'],
                      },
                    ],
                    'conflict.back': { target: '#submission.open.form.dirty', actions: 'dropTheirs' },
                  },
                },
              },
            },
            keepingToLeave: {
              description: 'The form is being left; what was typed is written to this device first.',
              meta: { shows: 'The form with what was typed.' },
              on: { 'page.leave': undefined },
              invoke: {
                id: 'saveDraftToLeave',
                src: 'saveDraft',
                input: ({ context }) => ({ draft: draftOf(context) }),
                onDone: [
                  {
                    guard: { type: 'isKept', params: ({ event }) => ({ isKept: event.output }) },
                    target: '#submission.left',
                  },
                  { target: 'leaving' },
                ],
                onError: 'leaving',
              },
            },
            leaving: {
              description: 'Leaving would lose typed input; the person is asked first.',
              meta: { shows: 'Leave without saving?, with Stay focused.' },
              on: {
                'page.leave': undefined,
                'page.stay': { target: 'dirty', actions: 'dropTheirs' },
                'page.leaveAnyway': '#submission.left',
              },
            },
            leavingUnresolved: {
              description:
                'It is not known whether it was saved, and what was sent is not kept on this device: leaving asks first.',
              meta: { shows: 'Leave without saving?, with Stay focused.' },
              on: {
                'form.changed': undefined,
                'form.submit': undefined,
                'draft.restore': undefined,
                'page.leave': undefined,
                'page.stay': 'uncertain.unresolved',
                'page.leaveAnyway': '#submission.left',
              },
            },
          },
        },
        offer: {
          initial: 'lookingUp',
          states: {
            lookingUp: {
              description: 'The form is open; whether an earlier draft exists is being looked up.',
              meta: { shows: 'The form, ready to be typed into.' },
              always: { guard: 'keepsNoDrafts', target: 'noDraft' },
              invoke: {
                id: 'loadDraft',
                src: 'loadDraft',
                onDone: [
                  {
                    guard: { type: 'holdsAttempt', params: ({ event }) => ({ draft: event.output }) },
                    target: 'noDraft',
                    actions: [
                      { type: 'assignFound', params: ({ event }) => ({ draft: event.output! }) },
                      raise({ type: 'attempt.found' }),
                    ],
                  },
                  {
                    guard: { type: 'isRestorable', params: ({ event }) => ({ draft: event.output }) },
                    target: 'draftOffered',
                    actions: [
                      { type: 'assignDraft', params: ({ event }) => ({ draft: event.output }) },
                      raise({ type: 'draft.known' }),
                    ],
                  },
                  {
                    guard: { type: 'isShowable', params: ({ event }) => ({ draft: event.output }) },
                    target: 'draftShown',
                    actions: [
                      { type: 'assignDraft', params: ({ event }) => ({ draft: event.output }) },
                      raise({ type: 'draft.known' }),
                    ],
                  },
                  {
                    // The record holds all values of the draft by now: it is removed.
                    guard: { type: 'isFound', params: ({ event }) => ({ draft: event.output }) },
                    target: 'noDraft',
                    actions: [
                      { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                      raise({ type: 'draft.known' }),
                    ],
                  },
                  { target: 'noDraft', actions: raise({ type: 'draft.known' }) },
                ],
                onError: { target: 'noDraft', actions: raise({ type: 'draft.known' }) },
              },
            },
            noDraft: {
              description: 'No earlier draft waits for a decision.',
              meta: { shows: 'No band above the form.' },
            },
            draftOffered: {
              description: 'A draft of an earlier session was found and is offered back; typing goes on beside it.',
              meta: { shows: 'A band above the form: when the draft was kept, Restore and Discard.' },
              on: {
                'draft.taken': [{ guard: 'hasDraft', target: 'draftShown' }, { target: 'noDraft' }],
                'draft.discard': {
                  target: 'noDraft',
                  actions: [
                    'dropDraft',
                    { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                  ],
                },
              },
            },
            draftShown: {
              description:
                'A draft of an earlier console was found. It does not hold the original values, so it is shown and never merged.',
              meta: { shows: 'A band above the form with the values of the draft, and Discard; no Restore.' },
              on: {
                'draft.discard': {
                  target: 'noDraft',
                  actions: [
                    'dropDraft',
                    { type: 'storeDraft', params: ({ context }) => ({ draft: draftOf(context) }) },
                  ],
                },
              },
            },
          },
        },
      },
    },
    succeeded: {
      type: 'final',
      description: 'The server has it.',
      meta: { shows: 'The form is closed; a toast says what was done.' },
      entry: [
        {
          type: 'storeDraft',
          params: ({ context: { draft, values, base } }) => ({ draft: draftLeft(draft, changesOf(values, base).to) }),
        },
        emit(
          ({ context }) =>
            ({ type: 'form.succeeded', data: context.answer?.data, message: context.answer?.message }) as const,
        ),
      ],
    },
    left: {
      type: 'final',
      description: 'The form was left; a draft is offered when it is opened again.',
      meta: { shows: 'The page that was gone to.' },
      entry: emit({ type: 'form.left' }),
    },
  },
})
