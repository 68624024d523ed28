/** The submission machine over the ports. */
import type { Draft, DraftKey, DraftsPort, ToastsPort } from '@contract/ports'
import { answered } from '../kit/answered'
import { submissionMachine, type FormValues, type SubmitAnswer } from './submission.machine'

/** One form, as what it sends and where its draft lies. */
export interface SubmissionDefinition {
  /** Null for a form that keeps no draft. */
  draftKey: DraftKey | null
  /** Values that never stand in a draft (passwords, codes, secrets). */
  secretFields: readonly string[]
  /** Sends the form. Failures are data. */
  submit(values: FormValues, version: number | null, signal: AbortSignal): Promise<SubmitAnswer>
  /** The toast of its success (spec 8); the server's own sentence where this is null. */
  successMessage: string | null
}

export interface SubmissionDependencies {
  drafts: DraftsPort
  toasts: ToastsPort
}

/** @returns the machine with everything provided, ready to start */
export function createSubmissionImplementations(
  { drafts, toasts }: SubmissionDependencies,
  definition: SubmissionDefinition,
) {
  const { draftKey, secretFields } = definition
  const withoutSecrets = (values: FormValues): FormValues =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !secretFields.includes(field)))

  const keep = async ({ values, version }: { values: FormValues; version: number | null }) =>
    draftKey ? drafts.save(draftKey, { values: withoutSecrets(values), version }) : false

  return submissionMachine.provide({
    actors: {
      loadDraft: answered<Draft | null>(async () => (draftKey ? drafts.load(draftKey) : null)),
      saveDraft: answered<boolean, { values: FormValues; version: number | null }>(({ input }) => keep(input)),
      submit: answered<SubmitAnswer, { values: FormValues; version: number | null }>(async ({ input, signal }) => {
        // Kept before it is sent: the answer may be a 401, and with the session goes the key that drafts are written with.
        // Awaited with the answer, so that a draft of what was sent is never written after it was discarded.
        const [, answer] = await Promise.all([keep(input), definition.submit(input.values, input.version, signal)])
        return answer
      }),
    },
    actions: {
      discardDraft: () => void (draftKey && drafts.discard(draftKey)),
      notifySuccess: (_, { message }) => toasts.show('success', definition.successMessage ?? message ?? ''),
      notifyFailure: (_, { message }) => toasts.show('error', message),
    },
  })
}
