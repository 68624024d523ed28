/**
 * One action on one record (enable, disable …): a small actor for each record, owned by the activity of the shell, so
 * that it outlives the page that started it. Its write (machines/write) repeats a call without a response under the same
 * Idempotency-Key, also after a reload.
 *
 * Lock: while a call is in flight no event starts another, and the activity spawns no second actor for a record whose
 * action is in flight.
 */
import { assign, sendTo, setup } from 'xstate'
import { describeError, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { createWriteMachine, type WriteReport } from '../write/write.machine'

/** The record of an action: its name and its link in messages. */
export interface ActionRecord {
  name: string
  /** Address of the record in the console. */
  href: string
}

/** What to do with which record. */
export interface RowAction {
  /** Slug of the list that the record belongs to. */
  list: string
  /** Id of the record. For an action on the list as a whole, an id that no record has. */
  rowId: string
  /** The version that the person saw; null for an action on the list as a whole, which no version protects. */
  version: number | null
  /** Name of one of the list's actions. */
  action: string
  /** Body of the call, for example `{ is_deleted: true }`. */
  payload: Readonly<Record<string, unknown>>
  /** Idempotency-Key, created when the person was asked to confirm. */
  key: string
  record: ActionRecord
}
export interface RowActionInput extends RowAction {
  /** The action was started before a reload, and its outcome is unknown. */
  isResumed?: boolean
}
/** The input of the call. */
export type PerformInput = Omit<RowAction, 'record'>
/**
 * The record after the action; null if it no longer exists. `isLeft`: it no longer belongs to its list. `said`: the
 * server's message, which tells whether the action had its effect or waits for an approval.
 */
export type RowActionAnswer = Result<{
  row: { id: string; version: number } | null
  isLeft: boolean
  said?: string
}>

export type RowActionContext = Required<RowActionInput> & {
  /** Why the server refused the action. Valid in `refused`. */
  error: ApiError | null
}
export type RowActionEvent =
  | { type: 'rowAction.retry' }
  | { type: 'rowAction.check' }
  | { type: 'rowAction.dismiss' }
  | WriteReport

type Answered = { answer: RowActionAnswer }

const rowActionSetup = setup({
  types: {
    context: {} as RowActionContext,
    events: {} as RowActionEvent,
    input: {} as RowActionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as { write: 'write' },
  },
  actors: { write: createWriteMachine<PerformInput, RowActionAnswer>() },
  actions: {
    /** The row shows the record that a conflict contains, so the next attempt uses its version. */
    assignError: assign(({ context }, { error }: { error: ApiError }) => ({
      error,
      version: currentVersion(error) ?? context.version,
    })),
    /** The next attempt is sent as a new write, also by an action that was resumed. */
    beginAgain: assign({ isResumed: false }),
    checkWrite: sendTo('write', { type: 'write.check' }),
    /** Stores the action, so that it survives a reload, until its outcome is known. */
    keepPending: (_, _params: { action: RowAction }) => actionNotProvided('keepPending'),
    forgetPending: (_, _params: { list: string; rowId: string }) => actionNotProvided('forgetPending'),
    /** Passes the record of the response to the lists and pages that show it. */
    putRow: (_, _params: { list: string; answer: RowActionAnswer }) => actionNotProvided('putRow'),
    notifyDone: (_, _params: { input: RowAction; said: string | undefined }) => actionNotProvided('notifyDone'),
    /** @param isGone the record no longer exists: the message neither names it nor links to it */
    notifyLeft: (_, _params: { input: RowAction; said: string | undefined; isGone: boolean }) =>
      actionNotProvided('notifyLeft'),
    notifyRefused: (_, _params: { input: RowAction; message: string }) => actionNotProvided('notifyRefused'),
    notifyUnresolved: (_, _params: { input: RowAction }) => actionNotProvided('notifyUnresolved'),
    /** Informs the activity that the call is in flight, has ended with an outcome to read, or is over. */
    tellParent: (_, _params: { phase: 'began' | 'ended' | 'over' }) => actionNotProvided('tellParent'),
  },
  guards: {
    isResumed: ({ context }) => context.isResumed,
    isLeft: (_, { answer }: Answered) => answer.ok && answer.value.isLeft,
    isOk: (_, { answer }: Answered) => answer.ok,
  },
})

const errorOf = (answer: RowActionAnswer): ApiError | null => (answer.ok ? null : answer.error)

/** @returns the version of the record that a conflict contains */
const currentVersion = (error: ApiError): number | undefined =>
  error.kind === 'conflict' ? (error.current as { version: number } | null)?.version : undefined

const performInput = ({ list, rowId, version, action, payload, key }: RowActionContext): PerformInput => ({
  list,
  rowId,
  version,
  action,
  payload,
  key,
})
type AnswerEvent = { event: { output: RowActionAnswer } }
const answerOf = ({ event }: AnswerEvent) => ({ answer: event.output })
const rowOf = ({ context, event }: { context: RowActionContext } & AnswerEvent) => ({
  list: context.list,
  answer: event.output,
})
const doneOf = ({ context, event }: { context: RowActionContext } & AnswerEvent) => ({
  ...inputOf({ context }),
  said: event.output.ok ? event.output.value.said : undefined,
})
const leftOf = ({ context, event }: { context: RowActionContext } & AnswerEvent) => ({
  ...doneOf({ context, event }),
  isGone: event.output.ok && event.output.value.row === null,
})
const inputOf = ({ context }: { context: RowActionContext }) => ({ input: context })
const refusalOf = ({ context, event }: { context: RowActionContext } & AnswerEvent) => ({
  input: context,
  message: describeError(errorOf(event.output)!),
})

export const rowActionMachine = rowActionSetup.createMachine({
  id: 'rowAction',
  context: ({ input }) => ({ isResumed: false, ...input, error: null }),
  initial: 'starting',
  states: {
    starting: {
      description: 'The action begins, or the page resumes it after a reload.',
      meta: { shows: 'The row as it was, for an instant.' },
      always: [{ guard: 'isResumed', target: 'writing.asking' }, { target: 'writing' }],
    },
    writing: {
      initial: 'busy',
      entry: { type: 'keepPending', params: ({ context }) => ({ action: context }) },
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => ({
          request: performInput(context),
          begins: context.isResumed ? 'checking' : 'sending',
        }),
        onDone: [
          {
            guard: { type: 'isLeft', params: answerOf },
            target: 'left',
            actions: [
              { type: 'putRow', params: rowOf },
              { type: 'notifyLeft', params: leftOf },
            ],
          },
          {
            guard: { type: 'isOk', params: answerOf },
            target: 'done',
            actions: [
              { type: 'putRow', params: rowOf },
              { type: 'notifyDone', params: doneOf },
            ],
          },
          {
            target: 'refused',
            actions: [
              { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output)! }) },
              // A conflict contains the current record: the row shows it.
              { type: 'putRow', params: rowOf },
              { type: 'notifyRefused', params: refusalOf },
            ],
          },
        ],
      },
      states: {
        busy: {
          description: 'The action is in flight.',
          meta: {
            shows: 'The row’s switch with a spinner in its knob and the word Saving; elsewhere a line in the shell.',
          },
          tags: ['busy'],
          entry: { type: 'tellParent', params: { phase: 'began' } },
          on: { 'write.waiting': 'asking.waiting' },
        },
        asking: {
          initial: 'checking',
          tags: ['busy'],
          entry: { type: 'tellParent', params: { phase: 'began' } },
          on: {
            'write.unresolved': { target: 'unresolved', actions: { type: 'notifyUnresolved', params: inputOf } },
          },
          states: {
            checking: {
              description:
                'There was no response: the call is repeated with the same key, so that it takes effect once.',
              meta: {
                shows:
                  'The row’s switch with a spinner and the word Checking; elsewhere No answer yet. Checking whether it was done.',
              },
              on: { 'write.waiting': 'waiting' },
            },
            waiting: {
              description:
                'There was no response; after a pause, or once the connection is back, the call is repeated.',
              meta: { shows: 'As in checking, and Check again in the shell.' },
              on: { 'write.checking': 'checking', 'rowAction.check': { actions: 'checkWrite' } },
            },
          },
        },
        unresolved: {
          description: 'The API did not respond for a while: whether the action was performed is unknown.',
          meta: { shows: 'That it is not known whether it was done, with Check again.' },
          tags: ['error'],
          entry: { type: 'tellParent', params: { phase: 'ended' } },
          on: {
            'write.checking': 'asking',
            'rowAction.check': { actions: 'checkWrite' },
            'rowAction.dismiss': '#rowAction.dismissed',
          },
        },
      },
    },
    refused: {
      description: 'The server refused the action.',
      meta: {
        shows: 'The row as it was, with the reason beside its switch; elsewhere a line in the shell with Try again.',
      },
      tags: ['error'],
      entry: [
        { type: 'forgetPending', params: ({ context }) => context },
        { type: 'tellParent', params: { phase: 'ended' } },
      ],
      on: { 'rowAction.retry': { target: 'writing', actions: 'beginAgain' }, 'rowAction.dismiss': 'dismissed' },
    },
    done: {
      type: 'final',
      description: 'The server performed the action.',
      meta: { shows: 'The row with the server’s current values.' },
      entry: [
        { type: 'forgetPending', params: ({ context }) => context },
        { type: 'tellParent', params: { phase: 'over' } },
      ],
    },
    left: {
      type: 'final',
      description: 'The server performed the action, and the record no longer belongs to this list.',
      meta: { shows: 'The list without the row; a toast says what was done and links to the record.' },
      entry: [
        { type: 'forgetPending', params: ({ context }) => context },
        { type: 'tellParent', params: { phase: 'over' } },
      ],
    },
    dismissed: {
      type: 'final',
      description: 'The person has read the outcome of the action.',
      meta: { shows: 'The row, and nothing about the action.' },
      entry: [
        { type: 'forgetPending', params: ({ context }) => context },
        { type: 'tellParent', params: { phase: 'over' } },
      ],
    },
  },
})
