/** From a snapshot of a submission to what a form shows. */
import type { SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import { changedByOther, changesOf, mergeOf, showableOf, type FormValues } from './merge'
import { restoredBy, UNRESOLVED, type submissionMachine } from './submission.machine'

type Snapshot = SnapshotFrom<typeof submissionMachine>

/** The leaves of the machine's `form` region, and its final states. */
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
  /** The values that can only be shown: what they were changed from is unknown. Null: there are none. */
  shown: FormValues | null
}

/** A field that both changed. */
export interface ConflictField {
  name: string
  yours: unknown
  saved: unknown
  /** Who saved it, and when (ISO time); null until that is known. */
  author: { by: string | null; at: string } | null
}

export interface ConflictView {
  /** A draft is being restored (nothing is sent yet), or a save was refused. */
  kind: 'merging' | 'stale'
  fields: ConflictField[]
  /** Fields that the other person alone changed: theirs are kept. */
  theirs: { name: string; author: ConflictField['author'] }[]
}

export interface SubmissionView {
  state: FormState
  /** The submit button says 'Loading...'. */
  busy: boolean
  /** No answer has arrived: the save is repeated on its own. */
  checks: boolean
  /** Nothing can be typed: the save has no outcome. */
  locked: boolean
  /** Save was pressed and there was nothing to save. */
  unchanged: boolean
  /** Above the buttons: why the last save was refused, or that its outcome is not known; null when there is nothing to say. */
  problem: string | null
  /** Field → messages of the server, for fields that the form may not have. */
  fields: Record<string, string[]>
  /** 'Draft kept' is shown, with Discard. */
  isKept: boolean
  /** The question before leaving is shown. */
  asking: boolean
  /** A password was typed: of a form that keeps a draft, this part is lost. */
  secretsAreLost: boolean
  /** Typed input would be lost if the page went now. */
  unsaved: boolean
  /** Leaving must go through the machine: input would be lost, or the server has not answered yet. */
  holds: boolean
}

const NO_FIELDS: Record<string, string[]> = {}

/** The leaf of the `form` region. */
function formStateOf({ value }: Snapshot): FormState {
  if (typeof value === 'string') return value
  const { form } = value.open
  if (typeof form === 'string') return form
  if ('pristine' in form) return form.pristine
  if ('uncertain' in form) return typeof form.uncertain === 'string' ? 'unresolved' : form.uncertain.asking
  if ('conflict' in form) return form.conflict
  return typeof form.dirty === 'string' ? form.dirty : form.dirty.onDevice
}

/** States in which nothing was typed, or nobody can type any more. */
const NOTHING_TO_LOSE: readonly FormState[] = ['clean', 'unchanged', 'succeeded', 'left']
/** States in which newer input is not on this device. */
const NOT_WRITTEN: readonly FormState[] = ['typing', 'typingOn', 'unkept', 'leaving', 'leavingUnresolved']

/** @param snapshot of `submissionMachine` @returns a flat object: two are equal where their parts are */
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

/** @returns the draft that waits for a decision; null: none */
export function selectDraft(snapshot: Snapshot): DraftView | null {
  const { draft, base } = snapshot.context
  // What is left of a draft whose save is being repeated waits until that is known.
  if (!draft || snapshot.matches({ open: { offer: 'noDraft' } })) return null
  return {
    savedAt: draft.savedAt,
    canRestore: snapshot.matches({ open: { offer: 'draftOffered' } }),
    shown: showableOf(draft, base)?.values ?? null,
  }
}

/** @returns what both changed, while the person has to choose; null else */
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
    // A draft is merged into the record that the form was opened on: nothing else has changed in it.
    theirs: changedByOther(now, context.base, changes).map((name) => ({ name, author: author(name) })),
  }
}
