/**
 * One form, from the first keystroke to the server's response (contract, Drafts and Writes). The form library owns the
 * fields; this machine owns what happens to them over time. The open form has two parallel regions:
 *
 * - `form`: the person's work on the fields, storing and sending them, and leaving;
 * - `offer`: a draft of an earlier session, until the person decides about it.
 *
 * A save is one write (machines/write) with its own Idempotency-Key, for exactly this content: a save without a response
 * is repeated with the same key, also after a reload, because the key is stored with the draft. Changed content is
 * another save, with another key.
 *
 * Locks: while `submitting`, neither a second submit nor leaving has an effect; while the outcome is uncertain, the
 * fields are locked. Input is never lost to an error, a 401, a reload or the back button. What is typed while an earlier
 * draft is still looked up is stored beside that draft (DraftsPort), and merged with it once it is known.
 *
 * What belongs on this device follows from the context (`draftOf`): input, an undecided earlier draft, and a save without
 * an outcome. While the person types it is written by `saveDraft`, whose result is shown; everywhere else `storeDraft`
 * brings the device up to date.
 *
 * The call sends `changes`, the fields whose value differs from the record that the form was opened with. A draft
 * stores both the old and the new value of each changed field, so that restoring it never overwrites a colleague's
 * change.
 */
import { raise } from 'xstate'
import { describeError } from '@contract/errors'
import type { Draft } from '@ports/drafts'
import { changesOf, draftLeft, draftOf, type Choices, type FormValues } from './merge'
import { submissionSetup, type SubmissionContext, type SubmitAnswer } from './submission-setup'

/** The message about a save that got no response for a while. */
export const UNRESOLVED = 'It is not known whether this was saved: the server has not answered.'

type Context = { context: SubmissionContext }
type FromEvent<E> = { event: E }
const eventOf = <E>({ event }: FromEvent<E>): E => event
const answerOf = ({ event }: FromEvent<{ output: SubmitAnswer }>) => ({ answer: event.output })
const foundOf = ({ event }: FromEvent<{ output: Draft | null }>) => ({ draft: event.output })

/* Parts of transitions that several states share. */
const isUnchanged = { type: 'isUnchanged', params: eventOf<{ values: FormValues }> } as const
const isChanged = { type: 'isChanged', params: eventOf<{ values: FormValues }> } as const
const assignValues = { type: 'assignValues', params: eventOf<{ values: FormValues }> } as const
const assignRestored = { type: 'assignRestored', params: eventOf<{ choices: Choices }> } as const
const assignRebased = { type: 'assignRebased', params: eventOf<{ choices: Choices }> } as const
const storeDraft = { type: 'storeDraft', params: ({ context }: Context) => ({ draft: draftOf(context) }) } as const
const isKept = {
  type: 'isKept',
  params: ({ event }: FromEvent<{ output: boolean }>) => ({ isKept: event.output }),
} as const
const keepInput = ({ context }: Context) => ({ draft: draftOf(context) })
const discarding = { target: 'noDraft', actions: ['dropDraft', storeDraft] } as const
/** The fields are locked, or covered by the choice. */
const NO_INPUT = { 'form.changed': undefined, 'form.submit': undefined, 'draft.restore': undefined } as const

export const submissionMachine = submissionSetup.createMachine({
  id: 'submission',
  context: ({ input }) => ({
    ...input,
    values: input.base,
    draft: null,
    theirs: null,
    authors: {},
    attempt: null,
    attempts: 0,
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
              { guard: isUnchanged, target: '.pristine', actions: [assignValues, storeDraft] },
              { target: '.dirty', actions: assignValues },
            ],
            'form.submit': [
              { guard: isUnchanged, target: '.pristine.unchanged', actions: [assignValues, storeDraft] },
              { target: '.writing', actions: [assignValues, 'assignAttempt'] },
            ],
            'draft.restore': [
              // Input since the last write must not wait for the choice.
              { guard: 'overlapsOffer', target: '.conflict.merging', actions: storeDraft },
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
                'form.changed': { guard: isUnchanged },
                'form.submit': { guard: isUnchanged, target: '.unchanged' },
                'draft.restore': { guard: 'overlapsOffer', target: 'conflict.merging' },
                'attempt.found': { target: 'writing.asking', actions: 'emitValues' },
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
                  after: { draftPause: [{ guard: 'canKeep', target: 'keeping' }, { target: 'unkept' }] },
                },
                keeping: {
                  description: 'The input is being written to this device, encrypted.',
                  meta: { shows: 'The form with the input.' },
                  invoke: {
                    id: 'saveDraft',
                    src: 'saveDraft',
                    input: keepInput,
                    onDone: [{ guard: isKept, target: 'onDevice' }, { target: 'unkept' }],
                    onError: 'unkept',
                  },
                },
                onDevice: {
                  initial: 'kept',
                  on: {
                    'changes.discard': {
                      target: '#submission.open.form.pristine',
                      actions: ['assignBaseValues', storeDraft, 'emitValues'],
                    },
                    'form.changed': { guard: isChanged, target: '.typingOn', reenter: true, actions: assignValues },
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
                        input: keepInput,
                        onDone: [{ guard: isKept, target: 'kept' }, { target: '#submission.open.form.dirty.unkept' }],
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
            writing: {
              initial: 'submitting',
              on: { ...NO_INPUT, 'page.leave': undefined },
              invoke: {
                id: 'write',
                src: 'write',
                input: ({ context, event }) => ({
                  request: context.attempt!,
                  // Sent before a reload, or before the person was asked whether to leave.
                  begins:
                    event.type === 'attempt.found' ? 'checking' : event.type === 'page.stay' ? 'unresolved' : 'sending',
                }),
                onDone: [
                  {
                    guard: { type: 'isSaved', params: answerOf },
                    target: '#submission.succeeded',
                    actions: [{ type: 'assignAnswer', params: answerOf }, 'notifySuccess'],
                  },
                  {
                    guard: { type: 'isAlreadySaved', params: answerOf },
                    target: '#submission.succeeded',
                    actions: [{ type: 'assignAnswer', params: answerOf }, 'notifyAlreadySaved'],
                  },
                  {
                    guard: { type: 'isOvertaken', params: answerOf },
                    target: 'conflict.stale',
                    actions: { type: 'assignTheirs', params: answerOf },
                  },
                  { target: 'rejected', actions: { type: 'assignError', params: answerOf } },
                ],
              },
              states: {
                submitting: {
                  description: 'The request with the changes is in flight; a second submit and leaving have no effect.',
                  meta: { shows: 'The submit button says Loading... and the fields keep the input.' },
                  tags: ['busy'],
                  // Also if the answer is a 401: the encryption key of the drafts is removed with the session.
                  entry: storeDraft,
                  on: { 'write.waiting': 'asking.waiting' },
                },
                asking: {
                  initial: 'checking',
                  tags: ['busy'],
                  on: {
                    'write.unresolved': {
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
                      on: { 'write.waiting': 'waiting' },
                    },
                    waiting: {
                      description:
                        'There was no response; after a pause, or once the connection is back, the save is repeated.',
                      meta: { shows: 'As in checking, and Check again.' },
                      on: { 'write.checking': 'checking', 'form.check': { actions: 'checkWrite' } },
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
                    'write.checking': 'asking',
                    'form.check': { actions: 'checkWrite' },
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
              entry: [
                storeDraft,
                { type: 'notifyFailure', params: ({ context }) => ({ message: describeError(context.error!) }) },
                'emitRejected',
              ],
            },
            conflict: {
              tags: ['error'],
              invoke: {
                id: 'readAuthors',
                src: 'readAuthors',
                onDone: { actions: { type: 'assignAuthors', params: ({ event }) => ({ authors: event.output }) } },
              },
              on: NO_INPUT,
              initial: 'stale',
              states: {
                merging: {
                  description:
                    'The draft that is being restored and a colleague changed the same fields; the person chooses, and nothing is sent.',
                  meta: { shows: 'Each field that both changed: yours and saved, who saved it and when.' },
                  on: {
                    'conflict.resolve': [
                      {
                        guard: { type: 'mixesToNothing', params: eventOf },
                        target: '#submission.open.form.pristine',
                        actions: [assignRestored, storeDraft, 'emitValues', raise({ type: 'draft.taken' })],
                      },
                      {
                        target: '#submission.open.form.dirty',
                        actions: [assignRestored, 'emitValues', raise({ type: 'draft.taken' })],
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
                  entry: storeDraft,
                  on: {
                    'conflict.resolve': [
                      {
                        guard: { type: 'rebasesToNothing', params: eventOf },
                        target: '#submission.open.form.pristine.unchanged',
                        actions: [assignRebased, storeDraft, 'emitValues'],
                      },
                      {
                        target: '#submission.open.form.writing',
                        actions: [assignRebased, 'assignAttempt', 'emitValues'],
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
                input: keepInput,
                onDone: [{ guard: isKept, target: '#submission.left' }, { target: 'leaving' }],
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
                ...NO_INPUT,
                'page.leave': undefined,
                'page.stay': 'writing.unresolved',
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
                    guard: { type: 'holdsAttempt', params: foundOf },
                    target: 'noDraft',
                    actions: [
                      { type: 'assignFound', params: ({ event }) => ({ draft: event.output! }) },
                      raise({ type: 'attempt.found' }),
                    ],
                  },
                  {
                    guard: { type: 'isRestorable', params: foundOf },
                    target: 'draftOffered',
                    actions: [{ type: 'assignDraft', params: foundOf }, raise({ type: 'draft.known' })],
                  },
                  {
                    guard: { type: 'isShowable', params: foundOf },
                    target: 'draftShown',
                    actions: [{ type: 'assignDraft', params: foundOf }, raise({ type: 'draft.known' })],
                  },
                  {
                    // The record already has all values of the draft: the draft is removed.
                    guard: { type: 'isFound', params: foundOf },
                    target: 'noDraft',
                    actions: [storeDraft, raise({ type: 'draft.known' })],
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
                'draft.discard': discarding,
              },
            },
            draftShown: {
              description:
                'A draft of an earlier version of the console was found. It does not contain the original values, so it is shown and never merged.',
              meta: { shows: 'A band above the form with the values of the draft, and Discard; no Restore.' },
              on: { 'draft.discard': discarding },
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
        'emitSucceeded',
      ],
    },
    left: {
      type: 'final',
      description: 'The form was left; a draft is offered when it is opened again.',
      meta: { shows: 'The page that the person went to.' },
      entry: 'emitLeft',
    },
  },
})
