/** The implementations of the row action machine over the ports. */
import { sendParent } from 'xstate'
import { ok } from '@contract/errors'
import type { Operation } from '@contract/http/operation'
import type { ApiPort } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { rowActionMachine, type PerformInput, type RowActionAnswer } from './row-action.machine'

/** What every record with actions has. */
export interface VersionedRow {
  id: string
  version: number
}
export type Payload = Readonly<Record<string, unknown>>

/** One action of a list's records: its call, and the words for it. */
export interface ActionDefinition {
  operation: Operation<string, { id: string }, undefined, never, VersionedRow>
  /** The toast of its success (spec 8): 'Successfully Disabled'. */
  success(payload: Payload): string
  /** 'Disabling', for 'Disabling 3 of 12 users'. */
  gerund(payload: Payload): string
  /** 'disabled', for '12 users disabled'. */
  participle(payload: Payload): string
  /** @returns the payload that takes the action back. Left out: it cannot be reversed. */
  reverse?(payload: Payload): Payload
}

/** The actions of one list, by name, and how messages name and link its records. */
export interface ListActions {
  /** Slug of the list. */
  list: string
  /** Path of the list. */
  route: string
  /** @param token of kept records @returns the address of the list narrowed to them */
  selectionPath(token: string): string
  noun: { readonly one: string; readonly many: string }
  actions: Readonly<Record<string, ActionDefinition>>
}
/** @returns the actions of a list. @throws for a list that has defined none */
export type ActionsOf = (list: string) => ListActions

/** @returns one action of a list. @throws where the list does not define it */
export function definitionOf(actionsOf: ActionsOf, list: string, action: string): ActionDefinition {
  const definition = actionsOf(list).actions[action]
  if (!definition) throw new Error(`The list ${list} has no action ${action}`)
  return definition
}

/**
 * @param actionsOf the actions of a list
 * @param putRow takes the record as the server has it: after a success, and after a conflict
 * @returns the machine with everything provided, ready to be spawned by the activity
 */
export const createRowActionImplementations = (
  { api, toasts }: { api: ApiPort; toasts: ToastsPort },
  actionsOf: ActionsOf,
  putRow: (list: string, row: VersionedRow) => void,
) =>
  rowActionMachine.provide({
    actors: {
      performAction: answered<RowActionAnswer, PerformInput>(async ({ input, signal }) => {
        const answer = await api.call(
          definitionOf(actionsOf, input.list, input.action).operation,
          { params: { id: input.rowId }, body: input.payload as never },
          { ifMatch: input.version, signal },
        )
        return answer.ok ? ok({ row: answer.value.data }) : answer
      }),
    },
    actions: {
      putRow: (_, { list, answer }) => {
        const row = answer.ok ? answer.value.row : answer.error.kind === 'conflict' ? answer.error.current : null
        if (row) putRow(list, row as VersionedRow)
      },
      notifyDone: (_, { input: { list, action, payload, record } }) =>
        toasts.show('success', definitionOf(actionsOf, list, action).success(payload), {
          label: record.name,
          href: record.href,
        }),
      notifyRefused: (_, { input: { record }, message }) =>
        toasts.show('error', message, { label: record.name, href: record.href }),
      tellParent: sendParent(({ context }, { phase }) => ({
        type: `action.${phase}` as const,
        id: `row-${context.rowId}`,
      })),
    },
  })
