/**
 * Three-way merge of a form's fields: the value before the person's change, the value after it, and the current value
 * of the record. Pure functions.
 */
import type { Draft } from '@ports/drafts'

export type FormValues = Record<string, unknown>
type Values = Readonly<FormValues>

/** For each field that both sides changed: whose value is kept. */
export type Choice = 'yours' | 'saved'
export type Choices = Readonly<Record<string, Choice>>

/** A person's changes: for each changed field, the value before and the value after. */
export interface Changes {
  from: Values
  to: Values
}

/** A form treats null, undefined and '' alike: the field is empty. */
const normal = (value: unknown): unknown => value ?? ''
const isSame = (a: unknown, b: unknown): boolean => normal(a) === normal(b)

const pick = (values: Values, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

/** @returns the fields whose value differs from the initial value of the form */
export function changesOf(values: Values, base: Values): Changes {
  const names = Object.keys(values).filter((name) => !isSame(values[name], base[name]))
  return { from: pick(base, names), to: pick(values, names) }
}

export const hasChanges = (values: Values, base: Values): boolean =>
  Object.keys(values).some((name) => !isSame(values[name], base[name]))

/** The result of merging a person's changes into a record. */
export interface Merge {
  /** Values of fields that only the person changed: these can be applied. */
  apply: FormValues
  /** Names of fields that both sides changed to different values, in the form's order: the person must choose. */
  overlap: string[]
}

/**
 * Merges changes into the current record. A field that both sides changed to the same value needs nothing.
 * @param theirs the record's values; a field that it lacks (a secret) cannot conflict
 */
export function mergeOf({ from, to }: Changes, theirs: Values): Merge {
  const names = Object.keys(to).filter((name) => !(name in theirs) || !isSame(theirs[name], to[name]))
  const isTheirs = (name: string) => name in theirs && !isSame(theirs[name], from[name])
  return {
    apply: pick(
      to,
      names.filter((name) => !isTheirs(name)),
    ),
    overlap: names.filter(isTheirs),
  }
}

/**
 * @returns the record's values with the person's changes applied
 * @param choices for the fields that both sides changed; a field without a choice keeps the person's value
 */
export function mixOf(changes: Changes, theirs: Values, choices: Choices): FormValues {
  const { apply, overlap } = mergeOf(changes, theirs)
  const yours = overlap.filter((name) => choices[name] !== 'saved')
  return { ...theirs, ...apply, ...pick(changes.to, yours) }
}

/** @returns the fields of the form that the other person changed and this person did not */
export const changedByOther = (theirs: Values, base: Values, { to }: Changes): string[] =>
  Object.keys(base).filter((name) => name in theirs && !(name in to) && !isSame(theirs[name], base[name]))

interface Form {
  values: Values
  base: Values
  /** Fields that are never written to this device. */
  secretFields: readonly string[]
}

/** @returns the changes that may be written to this device */
function keepableOf({ values, base, secretFields }: Form): Changes {
  const { from, to } = changesOf(values, base)
  const names = Object.keys(to).filter((name) => !secretFields.includes(name))
  return { from: pick(from, names), to: pick(to, names) }
}

/** Whether there are changes that may be written to this device. */
export const hasKeepable = (form: Form): boolean => Object.keys(keepableOf(form).to).length > 0

/** The content of a stored draft, without the time that the storage adds. */
export type DraftContent = Omit<Draft, 'savedAt'>

/**
 * The value of a draft's field before its change. A new record starts empty. Undefined for a draft in an earlier
 * format.
 */
const originOf = ({ from, version }: DraftContent, name: string): { value: unknown } | undefined =>
  from && name in from ? { value: from[name] } : version === null ? { value: '' } : undefined

/** The fields of a draft that exist in this form and differ from its record. */
const openFieldsOf = (draft: DraftContent, base: Values): string[] =>
  Object.keys(draft.values).filter((name) => name in base && !isSame(draft.values[name], base[name]))

/** @returns the part of a draft that can be restored: fields whose original value is known */
export function restorableOf(draft: DraftContent, base: Values): Changes {
  const names = openFieldsOf(draft, base).filter((name) => originOf(draft, name) !== undefined)
  return {
    from: Object.fromEntries(names.map((name) => [name, originOf(draft, name)!.value])),
    to: pick(draft.values, names),
  }
}

/**
 * @returns the part of a draft that can only be shown (earlier format: the original values are unknown); null if there
 * is none
 */
export function showableOf(draft: Draft, base: Values): Draft | null {
  const names = openFieldsOf(draft, base).filter((name) => originOf(draft, name) === undefined)
  return names.length > 0 ? { values: pick(draft.values, names), version: draft.version, savedAt: draft.savedAt } : null
}

export const isRestorable = (draft: Draft, base: Values): boolean =>
  Object.keys(restorableOf(draft, base).to).length > 0

/**
 * @returns the draft to store on this device: the changes made here, on top of the earlier draft that the person has
 * not decided on; null if there is nothing to store
 */
export function draftToKeep(form: Form & { version: number | null; draft: Draft | null }): DraftContent | null {
  const { draft } = form
  const { from, to } = keepableOf(form)
  if (Object.keys(to).length === 0) return draft && { values: draft.values, from: draft.from, version: draft.version }
  return { values: { ...draft?.values, ...to }, from: { ...draft?.from, ...from }, version: form.version }
}

/** A save that was sent, with everything needed to repeat it. */
export interface Attempt {
  values: FormValues
  /** The changed fields. */
  changes: FormValues
  /** The version that the changes are based on. */
  version: number | null
  /** Idempotency-Key for exactly this content. */
  key: string
}

/**
 * As `draftToKeep`, together with the save that has no outcome yet, so that it can be repeated after a reload. A save
 * that contains a secret cannot be repeated, because the secret is not stored.
 */
export function draftOf(
  form: Form & { version: number | null; draft: Draft | null; attempt: Attempt | null },
): DraftContent | null {
  const kept = draftToKeep(form)
  const { attempt, secretFields } = form
  if (!kept || !attempt || secretFields.some((name) => name in attempt.changes)) return kept
  const { key, changes, version } = attempt
  return { ...kept, attempt: { key, changes, version } }
}

/**
 * @returns the parts of a draft whose save has no outcome: the save, the values before it of the fields that it
 * changes, and the fields that it did not contain
 */
export function attemptOf(
  draft: Draft,
  base: Values,
): { attempt: Attempt; origins: FormValues; rest: Draft | null } | null {
  if (!draft.attempt) return null
  const { attempt, savedAt } = draft
  const left = draftLeft(draft, attempt.changes)
  const known = Object.keys(attempt.changes).filter((name) => originOf(draft, name) !== undefined)
  return {
    attempt: { ...attempt, values: { ...base, ...attempt.changes } },
    origins: Object.fromEntries(known.map((name) => [name, originOf(draft, name)!.value])),
    rest: left && { ...left, savedAt },
  }
}

/** @returns the rest of an undecided draft after the form's changes were saved; null if nothing is left */
export function draftLeft(draft: Draft | null, sent: Values): DraftContent | null {
  if (!draft) return null
  const names = Object.keys(draft.values).filter((name) => !(name in sent))
  return names.length > 0 ? { values: pick(draft.values, names), from: draft.from, version: draft.version } : null
}
