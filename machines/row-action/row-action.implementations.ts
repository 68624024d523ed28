/** The implementations of the row action machine over the ports. */
import { sendParent } from 'xstate'
import { ok } from '@contract/errors'
import type { Operation } from '@contract/http/operation'
import type { BulkBody, BulkResult } from '@contract/records/calls'
import type { ApiPort } from '@ports/api'
import type { PendingPort } from '@ports/pending'
import type { ToastsPort } from '@ports/toasts'
import { createWriteImplementations, type WriteDependencies } from '../write/write.implementations'
import {
  rowActionMachine,
  type ActionRecord,
  type PerformInput,
  type RowAction,
  type RowActionAnswer,
} from './row-action.machine'

/** The properties that every record with actions has. */
export interface VersionedRow {
  id: string
  version: number
}
export type Payload = Readonly<Record<string, unknown>>

/** One action of a list's records: its call and its texts. */
export interface ActionDefinition {
  operation: Operation<string, { id: string }, undefined, never, VersionedRow>
  /** For an action that needs a claim: the call that claims the record before the action's own call. */
  claim?: Operation<string, { id: string }, undefined, { note?: string }, VersionedRow> | undefined
  /** The call that performs the action on many records. If omitted, each record takes one call. */
  bulk?: Operation<string, undefined, undefined, BulkBody, BulkResult[]>
  /**
   * The action changes the list as a whole, for example its order: the list is read again afterwards, and no row
   * belongs to the action.
   */
  ofList?: true
  /** The toast after success (spec 8), if the server sends no message: 'Successfully Disabled'. */
  success(payload: Payload): string
  /** 'Disabling', for 'Disabling 3 of 12 users'. */
  gerund(payload: Payload): string
  /** 'disabled', for '12 users disabled'. */
  participle(payload: Payload): string
  /** @returns the payload that undoes the action. If omitted, the action cannot be undone. */
  reverse?(payload: Payload): Payload
}

/** The actions of one list by name, and the texts and links of its records in messages. */
export interface ListActions {
  /** Slug of the list. */
  list: string
  /** The subject of its records in the socket's reports of changes. */
  subject: string
  /** Path of the list. */
  route: string
  /** Whether a record that an action returned still belongs to the list. If omitted, every record does. */
  holds?(row: VersionedRow): boolean
  /** @param token identifies a set of records @returns the address of the list filtered to that set */
  selectionPath(token: string): string
  noun: { readonly one: string; readonly many: string }
  actions: Readonly<Record<string, ActionDefinition>>
}
/** @returns the actions of a list @throws if the list has defined none */
export type ActionsOf = (list: string) => ListActions

/** @returns one action of a list @throws if the list does not define it */
export function definitionOf(actionsOf: ActionsOf, list: string, action: string): ActionDefinition {
  const definition = actionsOf(list).actions[action]
  if (!definition) throw new Error(`The list ${list} has no action ${action}`)
  return definition
}

/** Where the console keeps a row action whose outcome is not known yet. */
export const pendingSlot = ({ list, rowId }: Pick<RowAction, 'list' | 'rowId'>): string => `row.${list}.${rowId}`

export interface RowActionDependencies extends WriteDependencies {
  api: ApiPort
  toasts: ToastsPort
  pending: PendingPort
}

/**
 * @param actionsOf returns the actions of a list
 * @param putRow receives the current record of the server: after a success, and after a conflict
 * @param dropRow receives the id of a record that no longer exists
 * @param readAgain reads a list again after an action changed it as a whole, or a conflict showed that it has changed
 * @returns the machine with everything provided, ready to be spawned by the activity
 */
export const createRowActionImplementations = (
  { api, toasts, pending, ...line }: RowActionDependencies,
  actionsOf: ActionsOf,
  putRow: (list: string, row: VersionedRow) => void,
  dropRow: (list: string, id: string) => void,
  readAgain: (list: string) => void,
) =>
  rowActionMachine.provide({
    actors: {
      write: createWriteImplementations<PerformInput, RowActionAnswer>(line, async (input, signal) => {
        const definition = definitionOf(actionsOf, input.list, input.action)
        const answer = await perform(api, definition, input, signal)
        if (!answer.ok) return answer
        const { data: row, message } = answer.value
        const said = message === undefined ? {} : { said: message }
        if (definition.ofList) return ok({ row, isLeft: false, ...said })
        return ok({ row, isLeft: row === null || actionsOf(input.list).holds?.(row) === false, ...said })
      }),
    },
    actions: {
      keepPending: (_, { action: { list, rowId, version, action, payload, key, record } }) =>
        pending.keep(pendingSlot({ list, rowId }), { list, rowId, version, action, payload, key, record }),
      forgetPending: (_, action) => pending.forget(pendingSlot(action)),
      putRow: ({ context }, { list, answer }) => {
        if (definitionOf(actionsOf, list, context.action).ofList) {
          if (answer.ok || answer.error.kind === 'conflict') readAgain(list)
          return
        }
        if (answer.ok && answer.value.row === null) return dropRow(list, context.rowId)
        const row = answer.ok ? answer.value.row : answer.error.kind === 'conflict' ? answer.error.current : null
        if (row) putRow(list, row as VersionedRow)
      },
      notifyDone: (_, { input: { list, action, payload, record }, said }) =>
        toasts.show('success', said ?? definitionOf(actionsOf, list, action).success(payload), linkTo(record)),
      notifyLeft: (_, { input: { list, action, payload, record }, said, isGone }) => {
        const success = sentence(said ?? definitionOf(actionsOf, list, action).success(payload))
        // The name of an erased record must not remain in the message log.
        if (isGone) return toasts.show('success', `${success} The ${actionsOf(list).noun.one} has left this list.`)
        toasts.show('success', `${success} ${record.name} no longer belongs to this list.`, linkTo(record))
      },
      notifyRefused: (_, { input: { record }, message }) => toasts.show('error', message, linkTo(record)),
      notifyUnresolved: (_, { input }) =>
        toasts.show('warning', unresolvedText(actionsOf, input), linkTo(input.record)),
      tellParent: sendParent(({ context }, { phase }) => ({
        type: `action.${phase}` as const,
        id: `row-${context.rowId}`,
      })),
    },
  })

/**
 * Performs an action. For an action that needs a claim, claims the record first. Both calls carry the action's key, so
 * that a repetition neither acts nor claims again. If the claim ended in between, the record is claimed once more
 * without a key.
 */
async function perform(
  api: ApiPort,
  { operation, claim }: ActionDefinition,
  { rowId, version, payload, key }: PerformInput,
  signal: AbortSignal,
) {
  const params = { id: rowId }
  const options = { idempotencyKey: key, signal, ...(version !== null && { ifMatch: version }) }
  const act = () => api.call(operation, { params, body: payload as never }, options)
  if (!claim) return act()
  const claimed = await api.call(claim, { params, body: {} }, { idempotencyKey: key, signal })
  if (!claimed.ok) return claimed
  const first = await act()
  const isUnclaimed =
    !first.ok && first.error.kind === 'conflict' && (first.error.current as VersionedRow | null)?.version === version
  if (!isUnclaimed) return first
  const again = await api.call(claim, { params, body: {} }, { signal })
  return again.ok ? act() : again
}

const linkTo = ({ name, href }: ActionRecord) => ({ label: name, href })
/** 'Successfully Disabled' → 'Successfully Disabled.' */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** @returns the message about an action that got no response for a while */
export const unresolvedText = (
  actionsOf: ActionsOf,
  { list, action, payload, record }: Pick<RowAction, 'list' | 'action' | 'payload' | 'record'>,
): string =>
  `It is not known whether ${record.name} was ${definitionOf(actionsOf, list, action).participle(payload)}: the server has not answered.`
