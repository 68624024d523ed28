/**
 * One form, from the first keystroke to the server's response (contract, Drafts and Writes). The form library owns the
 * fields; this machine owns what happens to them over time. The open form has two parallel regions:
 *
 * - `form`: the person's work on the fields, storing and sending them, and leaving;
 * - `offer`: a draft of an earlier session, until the person decides about it.
 *
 * A save carries its own Idempotency-Key, for exactly this content. If the API does not respond, the save is repeated
 * with the same key until it does, also after a reload: the key is stored with the draft. Changed content is another
 * save, with another key.
 *
 * Locks: while `submitting`, neither a second submit nor leaving has an effect; while the outcome is uncertain, the
 * fields are locked. Input is never lost to an error, a 401, a reload or the back button: it is written to this device
 * before it is sent, and removed only when it was saved or discarded. What is typed while an earlier draft is still
 * looked up is stored beside that draft (DraftsPort), and merged with it once it is known.
 *
 * The call sends `changes`, the fields whose value differs from the record that the form was opened with. A draft
 * stores both the old and the new value of each changed field, so that restoring it never overwrites a colleague's
 * change.
 */
import { and, assign, emit, not, or, raise, setup, stateIn } from 'xstate'
import { describeError, isUncertain, leavesOutcomeOpen, type ApiError } from '@contract/errors'
import type { Draft } from '@ports/drafts'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { CHECK_PATIENCE_MS, checkPauseMs } from '../write/write.machine'
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
  /**
   * Whether input may be stored on this device at all: false for forms that consist of secrets, and where storage is
   * missing.
   */
  keepsDrafts: boolean
  /** Fields that are never stored (passwords, codes): leaving asks for confirmation while one of them has a value. */
  secretFields: readonly string[]
  /** The initial values of the form, by field. */
  base: FormValues
  /** The version of the record that the form was opened with; null for a new record. */
  version: number | null
  /** Created when the form is opened; prefix of the Idempotency-Keys of its saves. */
  key: string
}

/** The current values of the form's fields in the record, after somebody else saved it. */
export interface Theirs {
  values: FormValues
  version: number
}

/** Who last changed a field, and when (ISO time). `by` is null if the server does not know. */
export type Authorship = Readonly<Record<string, { by: string | null; at: string }>>

interface Answer {
  data: unknown
  message?: string
}

export interface SubmissionContext extends SubmissionInput {
  values: FormValues
  /** A draft of an earlier session that the person has not decided about. */
  draft: Draft | null
  /** After a version conflict: the record as somebody else saved it. */
  theirs: Theirs | null
  /** Who made the changes of a conflict; empty until the server has responded. */
  authors: Authorship
  /** The save that was sent and has no outcome yet. */
  attempt: Attempt | null
  /** Number of saves sent so far. */
  attempts: number
  /** Number of repetitions since the save became uncertain, or since the person pressed Check again. */
  checks: number
  /** Why the server refused the last save. Valid in `rejected`. */
  error: ApiError | null
  /** The server's response to the save. */
  answer: Answer | null
}

export type SubmissionEvent =
  | { type: 'form.changed'; values: FormValues }
  | { type: 'form.submit'; values: FormValues }
  /** Repeats a save without a response at once. */
  | { type: 'form.check' }
  /** The connection is back. */
  | { type: 'line.back' }
  /** Discards the input made in this form. */
  | { type: 'changes.discard' }
  | { type: 'draft.restore' }
  /** Discards the draft of an earlier session. */
  | { type: 'draft.discard' }
  /** One choice for each field that both sides changed. */
  | { type: 'conflict.resolve'; choices: Choices }
  | { type: 'conflict.back' }
  | { type: 'page.leave' }
  | { type: 'page.stay' }
  | { type: 'page.leaveAnyway' }
  /** Raised by the machine itself, from one region to the other. */
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

/**
 * The content of a save: the changed fields, all values (for a new record), the version that they are based on, and the
 * key.
 */
export type Sending = Attempt

type Context = { context: SubmissionContext }

/** The person's changes that a conflict is about: those of the draft, or those that were sent. */
export const restoredBy = ({ draft, base, values }: SubmissionContext): Changes => {
  const { from, to } = draft ? restorableOf(draft, base) : { from: {}, to: {} }
  // Input made in this form is newer than the draft.
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
/** How long leaving waits until the input is written, in milliseconds: a database that never responds must not hold the person. */
export const KEEP_PATIENCE_MS = 2_000
/** The message about a save that got no response for a while. */
export const UNRESOLVED = 'It is not known whether this was saved: the server has not answered.'
/* Narrow an answer after the guard of a transition has checked its type. */
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
    /** @returns false if the draft could not be stored */
    saveDraft: promiseNotProvided<boolean, { draft: DraftContent | null }>('saveDraft'),
    submit: promiseNotProvided<SubmitAnswer, Sending & { draft: DraftContent | null }>('submit'),
    /** Reads who last changed which field of the record; empty if that cannot be read. */
    readAuthors: promiseNotProvided<Authorship>('readAuthors'),
    /** Sends `line.back` whenever the connection is back. */
    lineFeed: feedNotProvided<SubmissionEvent>('lineFeed'),
  },
  actions: {
    /** Writes the draft, or removes it if there is none, without waiting for the result. */
    storeDraft: (_, _params: { draft: DraftContent | null }) => actionNotProvided('storeDraft'),
    notifySuccess: (_, _params: { message?: string }) => actionNotProvided('notifySuccess'),
    notifyAlreadySaved: () => actionNotProvided('notifyAlreadySaved'),
    notifyFailure: (_, _params: { message: string }) => actionNotProvided('notifyFailure'),
    assignValues: assign((_, { values }: { values: FormValues }) => ({ values, error: null, attempt: null })),
    /** Assigns a key to the current content. */
    assignAttempt: assign(({ context }) => ({ attempt: sendingOf(context), attempts: context.attempts + 1 })),
    dropAttempt: assign({ attempt: null }),
    /**
     * Restores the save that was sent before a reload, with its values. The form is based on what the person saw then:
     * if the save is refused and sent again, it does not overwrite a colleague's change of the same field.
     */
    assignFound: assign(({ context }, { draft }: { draft: Draft }) => {
      const { attempt, origins, rest } = attemptOf(draft, context.base)!
      return {
        attempt,
        draft: rest,
        base: { ...context.base, ...origins },
        version: attempt.version,
        values: { ...context.values, ...attempt.changes },
      }
    }),
    countCheck: assign({ checks: ({ context }) => context.checks + 1 }),
    resetChecks: assign({ checks: 0 }),
    assignBaseValues: assign(({ context }) => ({ values: context.base, error: null })),
    assignDraft: assign((_, { draft }: { draft: Draft | null }) => ({ draft })),
    dropDraft: assign({ draft: null }),
    /** Puts the draft's values into the fields; the part that can only be shown remains. */
    assignRestored: assign(({ context }, { choices }: { choices: Choices }) => ({
      values: mixedDraft(context, choices),
      draft: context.draft && showableOf(context.draft, context.base),
      error: null,
      authors: {},
    })),
    /** Bases the form on the other person's version. */
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
    /** There is input that may be stored. */
    canKeep: ({ context }) => context.keepsDrafts && hasKeepable(context),
    keepsNoDrafts: ({ context }) => !context.keepsDrafts,
    isKept: (_, { isKept }: { isKept: boolean }) => isKept,
    /** A secret field has a value. */
    holdsSecrets: ({ context }) => context.secretFields.some((name) => (context.values[name] ?? '') !== ''),
    isUnchanged: ({ context }, { values }: { values: FormValues }) => !hasChanges(values, context.base),
    /** The draft has fields that can be restored, because their original values are known. */
    isRestorable: ({ context }, { draft }: { draft: Draft | null }) =>
      draft !== null && isRestorable(draft, context.base),
    /**
     * The draft has fields, but was written by an earlier version of the console: their original values are unknown.
     */
    isShowable: ({ context }, { draft }: { draft: Draft | null }) =>
      draft !== null && showableOf(draft, context.base) !== null,
    isFound: (_, { draft }: { draft: Draft | null }) => draft !== null,
    isOffered: stateIn({ open: { offer: 'draftOffered' } }),
    /** The draft and the record both changed a field since the draft was started. */
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
    /**
     * The record already has exactly the sent values: a colleague saved the same, or an earlier attempt succeeded and
     * its response was lost.
     */
    isAlreadySaved: ({ context: { values, base } }, { answer }: { answer: SubmitAnswer }) => {
      if (answer.type !== 'overtaken') return false
      const { apply, overlap } = mergeOf(changesOf(values, base), answer.theirs.values)
      return Object.keys(apply).length === 0 && overlap.length === 0
    },
    isUncertain: (_, { answer }: { answer: SubmitAnswer }) => answer.type === 'failed' && isUncertain(answer.error),
    /** The response to a repetition does not determine the outcome of the save. */
    leavesOutcomeOpen: (_, { answer }: { answer: SubmitAnswer }) =>
      answer.type === 'failed' && leavesOutcomeOpen(answer.error),
    /**
     * The draft contains a save from before a reload whose outcome is unknown, and nothing newer was typed or sent in
     * this form.
     */
    holdsAttempt: ({ context }, { draft }: { draft: Draft | null }) =>
      draft?.attempt !== undefined && context.attempts === 0 && !hasChanges(context.values, context.base),
    /** The save without an outcome is stored on this device, and is resumed when the form is opened again. */
    isAttemptKept: ({ context }) => context.keepsDrafts && draftOf(context)?.attempt !== undefined,
    isOnDevice: stateIn({ open: { form: { dirty: { onDevice: 'kept' } } } }),
    /** Leaving now loses nothing: there is no input, or all of it is stored on this device. */
    losesNothing: or([not('hasTyped'), and(['isOnDevice', not('holdsSecrets')])]),
    /** Leaving loses nothing once the draft is written. */
    losesNothingWhenKept: and(['canKeep', not('holdsSecrets')]),
  },
  delays: {
    /**
     * Delay between a keystroke and the writing of the draft: none, because a forced sign-out can remove the encryption
     * key of the drafts at any moment.
     */
    draftPause: 0,
    /** The pause before a save without a response is repeated, which grows each time. */
    checkPause: ({ context }) => checkPauseMs(context.checks),
    /** How long the save is repeated automatically. */
    checkPatience: CHECK_PATIENCE_MS,
    keepPatience: KEEP_PATIENCE_MS,
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
                // Input since the last write must not wait for the choice.
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
                  description: 'The fields have the values of the record; there is no input.',
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
                  description: 'Input is not stored on this device yet.',
                  meta: { shows: 'The form with the input.' },
                  after: {
                    draftPause: [{ guard: 'canKeep', target: 'keeping' }, { target: 'unkept' }],
                  },
                  on: {
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
                        target: 'typing',
                        reenter: true,
                        actions: { type: 'assignValues', params: ({ event }) => event },
                      },
                    ],
                  },
                },
                keeping: {
                  description: 'The input is being written to this device, encrypted.',
                  meta: { shows: 'The form with the input.' },
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
                      description: 'The input is stored on this device and survives the end of the session.',
                      meta: { shows: 'Draft kept, in the form’s foot.' },
                    },
                    typingOn: {
                      description:
                        'An earlier state of the input is stored on this device; newer input is not written yet.',
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
                  description: 'The input cannot be stored here: the form consists of secrets, or the storage refuses.',
                  meta: { shows: 'The form with the input; nothing says that it is kept.' },
                },
              },
            },
            submitting: {
              description: 'The request with the changes is in flight; a second submit and leaving have no effect.',
              meta: { shows: 'The submit button says Loading... and the fields keep the input.' },
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
                  // Aborts a repetition in flight. Whatever it did, the next repetition finds out.
                  after: {
                    checkPatience: {
                      target: 'unresolved',
                      actions: { type: 'notifyFailure', params: { message: UNRESOLVED } },
                    },
                  },
                  states: {
                    checking: {
                      description:
                        'There was no response: the save is repeated with the same key, so that it takes effect once.',
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
                        'There was no response; after a pause, or once the connection is back, the save is repeated.',
                      meta: { shows: 'As in checking, and Check again.' },
                      after: { checkPause: 'checking' },
                      on: { 'line.back': 'checking', 'form.check': 'checking' },
                    },
                  },
                },
                unresolved: {
                  description: 'The API did not respond for a while: whether the form was saved is unknown.',
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
              description: 'The server refused the save; the input stays.',
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
                    'Somebody else saved the record first; their changes were not overwritten and nothing is lost.',
                  meta: {
                    shows:
                      'Each field that both changed: yours and saved, who saved it and when; and which other fields they changed.',
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
              description: 'The form is being left; the input is written to this device first.',
              meta: { shows: 'The form with the input.' },
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
              after: { keepPatience: 'leaving' },
            },
            leaving: {
              description: 'Leaving would lose input; the person is asked first.',
              meta: { shows: 'Leave without saving?, with Stay focused.' },
              on: {
                'page.leave': undefined,
                'page.stay': { target: 'dirty', actions: 'dropTheirs' },
                'page.leaveAnyway': '#submission.left',
              },
            },
            leavingUnresolved: {
              description:
                'It is unknown whether the form was saved, and the sent content is not stored on this device: leaving asks first.',
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
              meta: { shows: 'The form, ready for input.' },
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
                    // The record already has all values of the draft: the draft is removed.
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
              description: 'A draft of an earlier session was found and is offered; the person can type meanwhile.',
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
                'A draft of an earlier version of the console was found. It does not contain the original values, so it is shown and never merged.',
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
      description: 'The server has saved the form.',
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
      meta: { shows: 'The page that the person went to.' },
      entry: emit({ type: 'form.left' }),
    },
  },
})
