/** The implementations of the submission machine over the ports. */
import type { Draft, DraftKey, DraftsPort } from '@ports/drafts'
import type { MessageLink, ToastsPort } from '@ports/toasts'
import type { Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { createLineFeed, type OnLineBack } from '../kit/line-feed'
import type { DraftContent } from './merge'
import { submissionMachine, type Authorship, type Sending, type SubmitAnswer, type Theirs } from './submission.machine'

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

export interface SubmissionDependencies {
  drafts: DraftsPort
  toasts: ToastsPort
  onLineBack: OnLineBack
}

/** The toast if neither the form nor the server provides a message. */
const SAVED = 'Saved.'
/** The toast if the record already has the sent values. */
export const ALREADY_SAVED = 'The record already holds these values.'

/** How long the response is held back until the draft is written, in milliseconds. */
export const WRITING_LIMIT_MS = 2_000

/** @returns the machine with everything provided, ready to start */
export function createSubmissionImplementations(
  { drafts, toasts, onLineBack }: SubmissionDependencies,
  definition: SubmissionDefinition,
) {
  const { draftKey } = definition
  const keep = async (draft: DraftContent | null) => draftKey !== null && draft !== null && drafts.save(draftKey, draft)

  async function send(sending: Sending, signal: AbortSignal): Promise<SubmitAnswer> {
    const answer = await definition.submit(sending, signal)
    if (answer.ok) return { type: 'saved', ...answer.value }
    const { error } = answer
    return error.kind === 'conflict' && error.current && definition.fieldsOf
      ? { type: 'overtaken', theirs: definition.fieldsOf(error.current), record: error.current }
      : { type: 'failed', error }
  }

  return submissionMachine.provide({
    actors: {
      loadDraft: answered<Draft | null>(async () => (draftKey ? drafts.load(draftKey) : null)),
      saveDraft: answered<boolean, { draft: DraftContent | null }>(({ input }) => keep(input.draft)),
      submit: answered<SubmitAnswer, Sending & { draft: DraftContent | null }>(async ({ input, signal }) => {
        const { draft, ...sending } = input
        // The draft is written while the form is sent: the response may be a 401, and the encryption key of the drafts
        // is removed with the session.
        const written = keep(draft)
        const answer = await send(sending, signal)
        // A browser database that never responds must not hold back the server's response.
        await Promise.race([written, new Promise((resolve) => setTimeout(resolve, WRITING_LIMIT_MS))])
        return answer
      }),
      lineFeed: createLineFeed(onLineBack),
      readAuthors: answered<Authorship>(async ({ signal }) => definition.readAuthors?.(signal) ?? {}),
    },
    actions: {
      storeDraft: (_, { draft }) =>
        void (draftKey && (draft ? drafts.save(draftKey, draft) : drafts.discard(draftKey))),
      notifySuccess: ({ context }, { message }) => {
        if (definition.successMessage === false) return
        const text = definition.successMessage ?? message ?? SAVED
        toasts.show('success', text, definition.linkTo?.(context.answer!.data))
      },
      notifyAlreadySaved: ({ context }) =>
        toasts.show('success', ALREADY_SAVED, definition.linkTo?.(context.answer!.data)),
      notifyFailure: (_, { message }) => toasts.show('error', message),
    },
  })
}
