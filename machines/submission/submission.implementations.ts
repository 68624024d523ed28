/** The implementations of the submission machine over the ports. */
import type { Draft, DraftKey, DraftsPort } from '@ports/drafts'
import type { MessageLink, ToastsPort } from '@ports/toasts'
import type { Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { createWriteImplementations, type WriteDependencies } from '../write/write.implementations'
import type { DraftContent } from './merge'
import { submissionMachine } from './submission.machine'
import type { Authorship, Sending, SubmitAnswer, Theirs } from './submission-setup'

/** One form: the call that sends it, and the key of its draft. */
export interface SubmissionDefinition {
  /** Null for a form that keeps no draft. */
  draftKey: DraftKey | null
  /** Fields that are never stored (passwords, codes, secrets). */
  secretFields: readonly string[]
  /**
   * Sends the form, with the key as its Idempotency-Key. Failures are data; `signal` aborts the call when the form
   * closes.
   */
  submit(sending: Sending, signal: AbortSignal): Promise<Result<{ data: unknown; message?: string }>>
  /**
   * Extracts the form's fields from the record that the server sent with a 409; not needed for forms of new records.
   */
  fieldsOf?(record: unknown): Theirs
  /** Reads who last changed which field of the record, for the choice in a conflict. */
  readAuthors?(signal: AbortSignal): Promise<Authorship>
  /** The toast after success (spec 8); null: the server's message; false: none, because an action follows. */
  successMessage: string | null | false
  /** The link to the record for the message log. @param data the data of the response */
  linkTo?(data: unknown): MessageLink | undefined
}

export interface SubmissionDependencies extends WriteDependencies {
  drafts: DraftsPort
  toasts: ToastsPort
}

/** The toast if neither the form nor the server provides a message. */
const SAVED = 'Saved.'
/** The toast if the record already has the sent values. */
export const ALREADY_SAVED = 'The record already holds these values.'

/** How long the response is held back until the draft is written, in milliseconds. */
export const WRITING_LIMIT_MS = 2_000

/** @returns the machine with everything provided, ready to start */
export function createSubmissionImplementations(
  { drafts, toasts, onLineBack, checkPatienceMs }: SubmissionDependencies,
  definition: SubmissionDefinition,
) {
  const { draftKey } = definition
  /** The last write to this device. */
  let stored: Promise<unknown> = Promise.resolve()

  async function send(sending: Sending, signal: AbortSignal): Promise<SubmitAnswer> {
    const answer = await definition.submit(sending, signal)
    // The answer may be a 401, which removes the encryption key of the drafts: they must be written before. A browser
    // database that never responds must not hold back the server's response.
    await Promise.race([stored, new Promise((resolve) => setTimeout(resolve, WRITING_LIMIT_MS))])
    if (answer.ok || answer.error.kind !== 'conflict' || !answer.error.current || !definition.fieldsOf) return answer
    const { current } = answer.error
    return { ...answer, overtaken: { theirs: definition.fieldsOf(current), record: current } }
  }

  return submissionMachine.provide({
    actors: {
      loadDraft: answered<Draft | null>(async () => (draftKey ? drafts.load(draftKey) : null)),
      saveDraft: answered<boolean, { draft: DraftContent | null }>(
        async ({ input: { draft } }) => draftKey !== null && draft !== null && drafts.save(draftKey, draft),
      ),
      write: createWriteImplementations<Sending, SubmitAnswer>({ onLineBack, checkPatienceMs }, send),
      readAuthors: answered<Authorship>(async ({ signal }) => definition.readAuthors?.(signal) ?? {}),
    },
    actions: {
      storeDraft: (_, { draft }) => {
        if (draftKey) stored = draft ? drafts.save(draftKey, draft) : drafts.discard(draftKey)
      },
      notifySuccess: ({ context }) => {
        if (definition.successMessage === false) return
        const { data, message } = context.answer!
        toasts.show('success', definition.successMessage ?? message ?? SAVED, definition.linkTo?.(data))
      },
      notifyAlreadySaved: ({ context }) =>
        toasts.show('success', ALREADY_SAVED, definition.linkTo?.(context.answer!.data)),
      notifyFailure: (_, { message }) => toasts.show('error', message),
    },
  })
}
