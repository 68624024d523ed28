/**
 * One action on one row of a list (enable, disable …): a small actor for each busy row, under the list.
 * Lock: it takes no events; while `busy` the list spawns no second actor for the row. A new action on a refused row starts
 * a new actor in its place.
 */
import { assign, setup } from 'xstate'
import { describeError, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** What is to be done with a row. `action` names one of the screen's row actions. */
export interface RowActionInput {
  rowId: string
  /** The version that the person saw. */
  version: number
  action: string
  /** Body of the call, for example `{ is_deleted: true }`. */
  payload: Readonly<Record<string, unknown>>
}
/** The record after the action; null where the answer carried none. */
export type RowActionAnswer = Result<{ row: { id: string; version: number } | null }>

export const rowActionMachine = setup({
  types: {
    context: {} as RowActionInput & { error: ApiError | null },
    input: {} as RowActionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: { performAction: promiseNotProvided<RowActionAnswer, RowActionInput>('performAction') },
  actions: {
    /** Puts the record into the list's store. */
    putRow: (_, _params: { answer: RowActionAnswer }) => actionNotProvided('putRow'),
    notifyDone: (_, _params: { input: RowActionInput }) => actionNotProvided('notifyDone'),
    notifyRefused: (_, _params: { message: string }) => actionNotProvided('notifyRefused'),
  },
}).createMachine({
  id: 'rowAction',
  context: ({ input }) => ({ ...input, error: null }),
  initial: 'busy',
  states: {
    busy: {
      description: 'The action is on its way; the row waits for the server.',
      meta: { shows: 'The row’s switch with a spinner in its knob and the word Saving.' },
      tags: ['busy'],
      invoke: {
        id: 'performAction',
        src: 'performAction',
        input: ({ context: { rowId, version, action, payload } }) => ({ rowId, version, action, payload }),
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'done',
            actions: [
              { type: 'putRow', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyDone', params: ({ context }) => ({ input: context }) },
            ],
          },
          {
            target: 'refused',
            actions: [
              assign({ error: ({ event }) => errorOf(event.output) }),
              // A conflict carries the record as it is now: the row shows it.
              { type: 'putRow', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyRefused', params: ({ event }) => ({ message: describeError(errorOf(event.output)!) }) },
            ],
          },
        ],
      },
    },
    refused: {
      description: 'The server refused the action, or could not be reached; the row is as it was.',
      meta: { shows: 'The row as it was, with the reason beside its switch.' },
      tags: ['error'],
    },
    done: { type: 'final', description: 'The action is over.', meta: { shows: 'The row as the server has it.' } },
  },
})

const errorOf = (answer: RowActionAnswer): ApiError | null => (answer.ok ? null : answer.error)
