/** Maps a snapshot of a submission to what a form shows. */
import type { SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import { changedByOther, changesOf, mergeOf, showableOf, type FormValues } from './merge'
import { UNRESOLVED, type submissionMachine } from './submission.machine'
import { restoredBy } from './submission-setup'

type Snapshot = SnapshotFrom<typeof submissionMachine>

/** The states of the machine's `form` region, and its final states. */
export type FormState =
  | 'clean'
  | 'unchanged'
  | 'typing'
  | 'keeping'
  | 'kept'
  | 'typingOn'
  | 'keepingOn'
  | 'unkept'
  | 'submitting'
  | 'rejected'
  | 'checking'
  | 'waiting'
  | 'unresolved'
  | 'merging'
  | 'stale'
  | 'keepingToLeave'
  | 'leaving'
  | 'leavingUnresolved'
  | 'succeeded'
  | 'left'

/** A draft of an earlier session. */
export interface DraftView {
  /** Milliseconds since 1970. */
  savedAt: number
  canRestore: boolean
  /** The values that can only be shown because their original values are unknown. Null if there are none. */
  shown: FormValues | null
}

/** A field that both sides changed. */
export interface ConflictField {
  name: string
  yours: unknown
  saved: unknown
  /** Who saved it, and when (ISO time); null until that is known. */
  author: { by: string | null; at: string } | null
}

export interface ConflictView {
  /** `merging`: a draft is being restored and nothing was sent yet. `stale`: a save was refused. */
  kind: 'merging' | 'stale'
  fields: ConflictField[]
  /** Fields that only the other person changed: those values are kept. */
  theirs: { name: string; author: ConflictField['author'] }[]
}

export interface SubmissionView {
  state: FormState
  /** The submit button says 'Loading...'. */
  busy: boolean
  /** There was no response: the save is being repeated automatically. */
  checks: boolean
  /** The fields are locked because the save has no outcome yet. */
  locked: boolean
  /** Save was pressed and there was nothing to save. */
  unchanged: boolean
  /** Text above the buttons: why the last save was refused, or that its outcome is unknown; null if there is none. */
  problem: string | null
  /** Field → messages of the server; may contain fields that the form does not have. */
  fields: Record<string, string[]>
  /** 'Draft kept' is shown, with Discard. */
  isKept: boolean
  /** The question before leaving is shown. */
  asking: boolean
  /** A password was entered: in a form that keeps a draft, this part is lost. */
  secretsAreLost: boolean
  /** Input would be lost if the page were closed now. */
  unsaved: boolean
  /** Leaving must go through the machine: input would be lost, or the server has not responded yet. */
  holds: boolean
}

const NO_FIELDS: Record<string, string[]> = {}

/** @returns the innermost state of the `form` region */
function formStateOf({ value }: Snapshot): FormState {
  if (typeof value === 'string') return value
  const { form } = value.open
  if (typeof form === 'string') return form
  if ('pristine' in form) return form.pristine
  if ('writing' in form) return typeof form.writing === 'string' ? form.writing : form.writing.asking
  if ('conflict' in form) return form.conflict
  return typeof form.dirty === 'string' ? form.dirty : form.dirty.onDevice
}

/** States without input, or after the form was closed. */
const NOTHING_TO_LOSE: readonly FormState[] = ['clean', 'unchanged', 'succeeded', 'left']
/** States in which newer input is not stored on this device. */
const NOT_WRITTEN: readonly FormState[] = ['typing', 'typingOn', 'unkept', 'leaving', 'leavingUnresolved']

/** @param snapshot of `submissionMachine` @returns a flat object: two are equal if their properties are */
export function selectSubmissionView(snapshot: Snapshot): SubmissionView {
  const { context } = snapshot
  const state = formStateOf(snapshot)
  const error = state === 'rejected' ? context.error : null
  const holdsSecrets = context.secretFields.some((name) => (context.values[name] ?? '') !== '')
  const unsaved =
    !NOTHING_TO_LOSE.includes(state) && (holdsSecrets || !context.keepsDrafts || NOT_WRITTEN.includes(state))
  const checks = state === 'checking' || state === 'waiting'
  const busy = state === 'submitting' || checks
  return {
    state,
    busy,
    checks,
    locked: busy || state === 'unresolved' || state === 'leavingUnresolved',
    unchanged: state === 'unchanged',
    problem: state === 'unresolved' || state === 'leavingUnresolved' ? UNRESOLVED : error && describeError(error),
    fields: error?.kind === 'rejected' ? error.fields : NO_FIELDS,
    isKept: snapshot.matches({ open: { form: { dirty: 'onDevice' } } }),
    asking: state === 'leaving' || state === 'leavingUnresolved',
    secretsAreLost: holdsSecrets && context.keepsDrafts,
    unsaved,
    holds: unsaved || busy,
  }
}

/** @returns the draft that waits for a decision; null if there is none */
export function selectDraft(snapshot: Snapshot): DraftView | null {
  const { draft, base } = snapshot.context
  // The rest of a draft is offered only after the outcome of its save is known.
  if (!draft || snapshot.matches({ open: { offer: 'noDraft' } })) return null
  return {
    savedAt: draft.savedAt,
    canRestore: snapshot.matches({ open: { offer: 'draftOffered' } }),
    shown: showableOf(draft, base)?.values ?? null,
  }
}

/** @returns the fields that both sides changed, while the person has to choose; null otherwise */
export function selectConflict(snapshot: Snapshot): ConflictView | null {
  const { context } = snapshot
  const state = formStateOf(snapshot)
  if (state !== 'merging' && state !== 'stale') return null
  const changes = state === 'merging' ? restoredBy(context) : changesOf(context.values, context.base)
  const now = state === 'merging' ? context.base : context.theirs!.values
  const author = (name: string) => context.authors[name] ?? null
  return {
    kind: state,
    fields: mergeOf(changes, now).overlap.map((name) => ({
      name,
      yours: changes.to[name],
      saved: now[name],
      author: author(name),
    })),
    // A draft is merged into the record that the form was opened with, in which nothing else has changed.
    theirs: changedByOther(now, context.base, changes).map((name) => ({ name, author: author(name) })),
  }
}
