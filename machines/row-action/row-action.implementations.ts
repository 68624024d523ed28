/** The implementations of the row action machine over the ports. */
import { ok } from '@contract/errors'
import type { Operation } from '@contract/http/operation'
import type { ApiPort, ToastsPort } from '@contract/ports'
import { answered } from '../kit/answered'
import { rowActionMachine, type RowActionAnswer, type RowActionInput } from './row-action.machine'

/** What every record that is acted on has. */
export interface VersionedRow {
  id: string
  version: number
}

/** How an action on a record is done. */
export interface ActionDefinition<Row> {
  operation: Operation<string, { id: string }, undefined, never, Row>
  /** The toast of its success, by payload (spec 8). */
  success(payload: Readonly<Record<string, unknown>>): string
  /** The toast of the end of a bulk action: '12 users disabled'. Left out: it cannot be done to many. */
  outcome?(payload: Readonly<Record<string, unknown>>, done: number, total: number): string
}
export type ActionDefinitions<Row> = Readonly<Record<string, ActionDefinition<Row>>>

/**
 * @param actions by the name that the input gives
 * @param putRow takes the record as the server has it: after a success, and after a conflict
 * @returns the machine with everything provided, ready to start
 */
export const createRowActionImplementations = <Row extends VersionedRow>(
  { api, toasts }: { api: ApiPort; toasts: ToastsPort },
  actions: ActionDefinitions<Row>,
  putRow: (row: Row) => void,
) =>
  rowActionMachine.provide({
    actors: {
      performAction: answered<RowActionAnswer, RowActionInput>(async ({ input, signal }) => {
        const action = actions[input.action]
        if (!action) throw new Error(`There is no action ${input.action}`)
        const answer = await api.call(
          action.operation,
          { params: { id: input.rowId }, body: input.payload as never },
          { ifMatch: input.version, signal },
        )
        return answer.ok ? ok({ row: answer.value.data }) : answer
      }),
    },
    actions: {
      putRow: (_, { answer }) => {
        const row = answer.ok ? answer.value.row : answer.error.kind === 'conflict' ? answer.error.current : null
        if (row) putRow(row as Row)
      },
      notifyDone: (_, { input }) => toasts.show('success', actions[input.action]!.success(input.payload)),
      notifyRefused: (_, { message }) => toasts.show('error', message),
    },
  })
