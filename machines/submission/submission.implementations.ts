/** The submission machine over the ports. */
import type { Draft, DraftKey, DraftsPort } from '@ports/drafts'
import type { MessageLink, ToastsPort } from '@ports/toasts'
import type { Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { createLineFeed, type OnLineBack } from '../kit/uncertain'
import type { DraftContent } from './merge'
import { submissionMachine, type Authorship, type Sending, type SubmitAnswer, type Theirs } from './submission.machine'

/** One form: what it sends, and where its draft is kept. */
export interface SubmissionDefinition {
  /** Null for a form that keeps no draft. */
  draftKey: DraftKey | null
  /** Fields that are never kept (passwords, codes, secrets). */
  secretFields: readonly string[]
  /** Sends the form, with the key as its Idempotency-Key. Failures are data; `signal` ends the call when the form goes. */
  submit(sending: Sending, signal: AbortSignal): Promise<Result<{ data: unknown; message?: string }>>
  /** The form's fields out of a record that the server sent with a 409; forms of new records need none. */
  fieldsOf?(record: unknown): Theirs
  /** Who changed which field of the record last, for the choice of a conflict. */
  readAuthors?(signal: AbortSignal): Promise<Authorship>
  /** The toast of its success (spec 8); null: the server's own sentence. */
  successMessage: string | null
  /** The record in the console, for the message log. @param data what the server answered with */
  linkTo?(data: unknown): MessageLink | undefined
}

export interface SubmissionDependencies {
  drafts: DraftsPort
  toasts: ToastsPort
  onLineBack: OnLineBack
}

/** The toast where neither the form nor the server has a sentence. */
const SAVED = 'Saved.'
/** The toast where the record already holds what was sent. */
export const ALREADY_SAVED = 'The record already holds these values.'

/** How long the server's answer waits for the draft of what was sent, in milliseconds. */
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
        // Written while it is sent: the answer may be a 401, and the key that drafts are written with goes with the session.
        const written = keep(draft)
        const answer = await send(sending, signal)
        // A database of the browser that never answers must not hold back what the server said.
        await Promise.race([written, new Promise((resolve) => setTimeout(resolve, WRITING_LIMIT_MS))])
        return answer
      }),
      lineFeed: createLineFeed(onLineBack),
      readAuthors: answered<Authorship>(async ({ signal }) => definition.readAuthors?.(signal) ?? {}),
    },
    actions: {
      storeDraft: (_, { draft }) =>
        void (draftKey && (draft ? drafts.save(draftKey, draft) : drafts.discard(draftKey))),
      notifySuccess: ({ context }, { message }) =>
        toasts.show(
          'success',
          definition.successMessage ?? message ?? SAVED,
          definition.linkTo?.(context.answer!.data),
        ),
      notifyAlreadySaved: ({ context }) =>
        toasts.show('success', ALREADY_SAVED, definition.linkTo?.(context.answer!.data)),
      notifyFailure: (_, { message }) => toasts.show('error', message),
    },
  })
}
