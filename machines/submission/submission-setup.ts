/**
 * The vocabulary of the submission machine: its context and events, and the conditions and effects that its chart
 * (submission.machine.ts) names.
 */
import { and, assign, emit, not, or, sendTo, setup, stateIn } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { Draft } from '@ports/drafts'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { createWriteMachine, type WriteReport } from '../write/write.machine'
import {
  attemptOf,
  changesOf,
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

/** The server's response to a save that succeeded. */
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
  | WriteReport
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

/** The record, as somebody else saved it before this save. */
export interface Overtaken {
  theirs: Theirs
  record: unknown
}
/** The answer to a save. */
export type SubmitAnswer = { ok: true; value: Answer } | { ok: false; error: ApiError; overtaken?: Overtaken }

/**
 * The content of a save: the changed fields, all values (for a new record), the version that they are based on, and the
 * key.
 */
export type Sending = Attempt

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
/** How long leaving waits until the input is written, in milliseconds: a database that never responds must not hold the person. */
export const KEEP_PATIENCE_MS = 2_000

/** The parts of the machine, from which its chart is made. */
export const submissionSetup = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    emitted: {} as SubmissionEmitted,
    input: {} as SubmissionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as {
      write: 'write'
      loadDraft: 'loadDraft'
      saveDraft: 'saveDraft'
      saveDraftAgain: 'saveDraft'
      saveDraftToLeave: 'saveDraft'
      readAuthors: 'readAuthors'
    },
  },
  actors: {
    loadDraft: promiseNotProvided<Draft | null>('loadDraft'),
    /** @returns false if the draft could not be stored */
    saveDraft: promiseNotProvided<boolean, { draft: DraftContent | null }>('saveDraft'),
    write: createWriteMachine<Sending, SubmitAnswer>(),
    /** Reads who last changed which field of the record; empty if that cannot be read. */
    readAuthors: promiseNotProvided<Authorship>('readAuthors'),
  },
  actions: {
    /** Writes what belongs on this device, or removes it if there is nothing, without waiting for the result. */
    storeDraft: (_, _params: { draft: DraftContent | null }) => actionNotProvided('storeDraft'),
    notifySuccess: () => actionNotProvided('notifySuccess'),
    notifyAlreadySaved: () => actionNotProvided('notifyAlreadySaved'),
    notifyFailure: (_, _params: { message: string }) => actionNotProvided('notifyFailure'),
    assignValues: assign((_, { values }: { values: FormValues }) => ({ values, error: null, attempt: null })),
    /** Assigns a key to the current content. */
    assignAttempt: assign(({ context }) => ({ attempt: sendingOf(context), attempts: context.attempts + 1 })),
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
    /** The save has no effect: its answer contains the record as somebody else saved it. */
    assignTheirs: assign((_, { answer }: { answer: SubmitAnswer }) => ({
      theirs: answer.ok ? null : (answer.overtaken?.theirs ?? null),
      attempt: null,
    })),
    dropTheirs: assign({ theirs: null, authors: {} }),
    assignAuthors: assign((_, { authors }: { authors: Authorship }) => ({ authors })),
    /** The record, as the server saved it or as it was saved already. */
    assignAnswer: assign((_, { answer }: { answer: SubmitAnswer }) => ({
      answer: answer.ok ? answer.value : { data: answer.overtaken?.record },
    })),
    assignError: assign((_, { answer }: { answer: SubmitAnswer }) => ({
      error: answer.ok ? null : answer.error,
      attempt: null,
    })),
    /** Repeats a save without a response at once. */
    checkWrite: sendTo('write', { type: 'write.check' }),
    emitValues: emit(({ context }) => ({ type: 'values.replaced', values: context.values }) as const),
    emitRejected: emit(({ context: { error } }) => {
      return { type: 'form.rejected', fields: error?.kind === 'rejected' ? error.fields : {} } as const
    }),
    emitSucceeded: emit(
      ({ context: { answer } }) => ({ type: 'form.succeeded', data: answer?.data, message: answer?.message }) as const,
    ),
    emitLeft: emit({ type: 'form.left' }),
  },
  guards: {
    /** There is input that may be stored. */
    canKeep: ({ context }) => context.keepsDrafts && hasKeepable(context),
    keepsNoDrafts: ({ context }) => !context.keepsDrafts,
    isKept: (_, { isKept }: { isKept: boolean }) => isKept,
    /** A secret field has a value. */
    holdsSecrets: ({ context }) => context.secretFields.some((name) => (context.values[name] ?? '') !== ''),
    isUnchanged: ({ context }, { values }: { values: FormValues }) => !hasChanges(values, context.base),
    isChanged: ({ context }, { values }: { values: FormValues }) => hasChanges(values, context.base),
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
    isSaved: (_, { answer }: { answer: SubmitAnswer }) => answer.ok,
    isOvertaken: (_, { answer }: { answer: SubmitAnswer }) => !answer.ok && answer.overtaken !== undefined,
    /**
     * The record already has exactly the sent values: a colleague saved the same, or an earlier attempt succeeded and
     * its response was lost.
     */
    isAlreadySaved: ({ context: { values, base } }, { answer }: { answer: SubmitAnswer }) => {
      if (answer.ok || !answer.overtaken) return false
      const { apply, overlap } = mergeOf(changesOf(values, base), answer.overtaken.theirs.values)
      return Object.keys(apply).length === 0 && overlap.length === 0
    },
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
    keepPatience: KEEP_PATIENCE_MS,
  },
})
