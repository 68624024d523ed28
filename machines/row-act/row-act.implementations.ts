/** The act machine over the ports. */
import { ok } from '@contract/errors'
import type { Operation } from '@contract/http/operation'
import type { ApiPort, ToastsPort } from '@contract/ports'
import { answered } from '../kit/answered'
import { rowActMachine, type RowActAnswer, type RowActInput } from './row-act.machine'

/** What every record that is acted on has. */
export interface ActRow {
  id: string
  version: number
}

/** How an act on a record is done. */
export interface RowActDefinition<Row> {
  operation: Operation<string, { id: string }, undefined, never, Row>
  /** The toast of its success, by payload (spec 8). */
  success(payload: Readonly<Record<string, unknown>>): string
  /** The toast of the end of a bulk act: '12 users disabled'. Left out: it cannot be done to many. */
  outcome?(payload: Readonly<Record<string, unknown>>, done: number, total: number): string
}
export type RowActs<Row> = Readonly<Record<string, RowActDefinition<Row>>>

/**
 * @param acts by the name that the input gives
 * @param putRow takes the record as the server has it: after a success, and after a conflict
 * @returns the machine with everything provided, ready to start
 */
export const createRowActImplementations = <Row extends ActRow>(
  { api, toasts }: { api: ApiPort; toasts: ToastsPort },
  acts: RowActs<Row>,
  putRow: (row: Row) => void,
) =>
  rowActMachine.provide({
    actors: {
      performAct: answered<RowActAnswer, RowActInput>(async ({ input, signal }) => {
        const act = acts[input.act]
        if (!act) throw new Error(`There is no act ${input.act}`)
        const answer = await api.call(
          act.operation,
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
      notifyDone: (_, { input }) => toasts.show('success', acts[input.act]!.success(input.payload)),
      notifyRefused: (_, { message }) => toasts.show('error', message),
    },
  })
