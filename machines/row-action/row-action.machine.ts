/**
 * One action on one record (enable, disable …): a small actor for each record, owned by the activity of the shell, so that
 * it outlives the page that started it.
 *
 * Lock: `busy` takes no events, and the activity spawns no second actor for a record whose action is in flight.
 */
import { assign, setup } from 'xstate'
import { describeError, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** The record of an action, as messages name it and link to it. */
export interface ActionRecord {
  name: string
  /** Address of the record in the console. */
  href: string
}

/** What to do with a record. */
export interface RowActionInput {
  /** Slug of the list that the record belongs to. */
  list: string
  rowId: string
  /** The version that the person saw. */
  version: number
  /** Name of one of the list's actions. */
  action: string
  /** Body of the call, for example `{ is_deleted: true }`. */
  payload: Readonly<Record<string, unknown>>
  record: ActionRecord
}
/** What the call needs. */
export type PerformInput = Omit<RowActionInput, 'record'>
/** The record after the action; null where the response carried none. */
export type RowActionAnswer = Result<{ row: { id: string; version: number } | null }>

export type RowActionContext = RowActionInput & {
  /** Why the action was refused; null while it is in flight. */
  error: ApiError | null
}
export type RowActionEvent = { type: 'rowAction.retry' } | { type: 'rowAction.dismiss' }

export const rowActionMachine = setup({
  types: {
    context: {} as RowActionContext,
    events: {} as RowActionEvent,
    input: {} as RowActionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: { performAction: promiseNotProvided<RowActionAnswer, PerformInput>('performAction') },
  actions: {
    /** The row shows the record that a conflict reports, so the next attempt is made on its version. */
    assignError: assign(({ context }, { error }: { error: ApiError }) => ({
      error,
      version: currentVersion(error) ?? context.version,
    })),
    dropError: assign({ error: null }),
    /** Hands the record of the response to the lists and pages that show it. */
    putRow: (_, _params: { list: string; answer: RowActionAnswer }) => actionNotProvided('putRow'),
    notifyDone: (_, _params: { input: RowActionInput }) => actionNotProvided('notifyDone'),
    notifyRefused: (_, _params: { input: RowActionInput; message: string }) => actionNotProvided('notifyRefused'),
    /** Tells the activity that the call is in flight, has ended with something to read, or is over. */
    tellParent: (_, _params: { phase: 'began' | 'ended' | 'over' }) => actionNotProvided('tellParent'),
  },
  guards: { isOk: (_, { answer }: { answer: RowActionAnswer }) => answer.ok },
}).createMachine({
  id: 'rowAction',
  context: ({ input }) => ({ ...input, error: null }),
  initial: 'busy',
  states: {
    busy: {
      description: 'The action is in flight.',
      meta: {
        shows: 'The row’s switch with a spinner in its knob and the word Saving; elsewhere a line in the shell.',
      },
      tags: ['busy'],
      entry: { type: 'tellParent', params: { phase: 'began' } },
      invoke: {
        id: 'performAction',
        src: 'performAction',
        input: ({ context: { list, rowId, version, action, payload } }) => ({ list, rowId, version, action, payload }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'done',
            actions: [
              { type: 'putRow', params: ({ context, event }) => ({ list: context.list, answer: event.output }) },
              { type: 'notifyDone', params: ({ context }) => ({ input: context }) },
            ],
          },
          {
            target: 'refused',
            actions: [
              { type: 'assignError', params: ({ event }) => ({ error: errorOf(event.output)! }) },
              // A conflict carries the current record: the row shows it.
              { type: 'putRow', params: ({ context, event }) => ({ list: context.list, answer: event.output }) },
              {
                type: 'notifyRefused',
                params: ({ context, event }) => ({ input: context, message: describeError(errorOf(event.output)!) }),
              },
            ],
          },
        ],
      },
    },
    refused: {
      description: 'The server refused the action, or did not answer.',
      meta: {
        shows: 'The row as it was, with the reason beside its switch; elsewhere a line in the shell with Try again.',
      },
      tags: ['error'],
      entry: { type: 'tellParent', params: { phase: 'ended' } },
      on: { 'rowAction.retry': { target: 'busy', actions: 'dropError' }, 'rowAction.dismiss': 'dismissed' },
    },
    done: {
      type: 'final',
      description: 'The server performed the action.',
      meta: { shows: 'The row as the server has it.' },
      entry: { type: 'tellParent', params: { phase: 'over' } },
    },
    dismissed: {
      type: 'final',
      description: 'The person has read why the action was refused.',
      meta: { shows: 'The row as it was, and nothing about the action.' },
      entry: { type: 'tellParent', params: { phase: 'over' } },
    },
  },
})

const errorOf = (answer: RowActionAnswer): ApiError | null => (answer.ok ? null : answer.error)

/** The version that a conflict reports. */
const currentVersion = (error: ApiError): number | undefined =>
  error.kind === 'conflict' ? (error.current as { version: number } | null)?.version : undefined
