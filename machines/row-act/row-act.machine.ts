/**
 * One act on one row of a list (enable, disable …): a small actor for each busy row, under the list.
 * Lock: it takes no events; while `busy` the list spawns no second actor for the row. Whoever acts on a refused row again begins
 * a new one in its place.
 */
import { assign, setup } from 'xstate'
import { describeError, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** What is to be done with a row. `act` names one of the screen's row acts. */
export interface RowActInput {
  rowId: string
  /** The version that the person saw. */
  version: number
  act: string
  /** What the act is told, e.g. `{ is_deleted: true }`. */
  payload: Readonly<Record<string, unknown>>
}
/** The record after the act; null where the answer carried none. */
export type RowActAnswer = Result<{ row: { id: string; version: number } | null }>

export const rowActMachine = setup({
  types: {
    context: {} as RowActInput & { error: ApiError | null },
    input: {} as RowActInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: { performAct: promiseNotProvided<RowActAnswer, RowActInput>('performAct') },
  actions: {
    /** Puts the record into the list's store. */
    putRow: (_, _params: { answer: RowActAnswer }) => actionNotProvided(),
    notifyDone: (_, _params: { input: RowActInput }) => actionNotProvided(),
    notifyRefused: (_, _params: { message: string }) => actionNotProvided(),
  },
}).createMachine({
  id: 'rowAct',
  context: ({ input }) => ({ ...input, error: null }),
  initial: 'busy',
  states: {
    busy: {
      description: 'The act is on its way; the row waits for the server.',
      meta: { shows: 'The row’s switch with a spinner in its knob and the word Saving.' },
      tags: ['busy'],
      invoke: {
        id: 'performAct',
        src: 'performAct',
        input: ({ context: { rowId, version, act, payload } }) => ({ rowId, version, act, payload }),
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
      description: 'The server refused the act, or could not be reached; the row is as it was.',
      meta: { shows: 'The row as it was, with the reason beside its switch.' },
      tags: ['error'],
    },
    done: { type: 'final', description: 'The act is over.', meta: { shows: 'The row as the server has it.' } },
  },
})

const errorOf = (answer: RowActAnswer): ApiError | null => (answer.ok ? null : answer.error)
