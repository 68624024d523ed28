/** From a snapshot of a submission to what a form shows; and back, from wishes to events. */
import type { SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { submissionMachine } from './submission.machine'

/** The leaves of the submission machine. */
export type SubmissionState =
  | 'opening'
  | 'clean'
  | 'draftOffered'
  | 'typing'
  | 'keeping'
  | 'keepingToLeave'
  | 'kept'
  | 'unkept'
  | 'leaving'
  | 'submitting'
  | 'rejected'
  | 'stale'
  | 'succeeded'
  | 'left'

export interface SubmissionView {
  state: SubmissionState
  /** The submit button says 'Loading...'. */
  busy: boolean
  /** Above the buttons; null when there is nothing to say. */
  problem: string | null
  /** Field → messages of the server, for fields that the form may not have. */
  fields: Record<string, string[]>
  /** When the offered draft was kept, milliseconds since 1970. */
  draftSavedAt: number | null
  /** What was typed lies on this device and can be given up; still said while the next keys are being written. */
  isKept: boolean
  /** Typed work would be lost without a further save (the person is asked before the page goes). */
  unsaved: boolean
}

/** @param snapshot of `submissionMachine` */
export function selectSubmissionView(snapshot: SnapshotFrom<typeof submissionMachine>): SubmissionView {
  const { context, value } = snapshot
  const state: SubmissionState = typeof value === 'string' ? value : value.dirty
  return {
    state,
    busy: state === 'submitting',
    problem: context.error ? describeError(context.error) : null,
    fields: context.fields,
    draftSavedAt: context.draft?.savedAt ?? null,
    isKept: context.isKept && (state === 'typing' || state === 'keeping' || state === 'kept'),
    unsaved:
      state === 'typing' ||
      state === 'unkept' ||
      state === 'leaving' ||
      (!context.keepsDrafts && (state === 'rejected' || state === 'stale')),
  }
}
