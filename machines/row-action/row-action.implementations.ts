/** The implementations of the row action machine over the ports. */
import { sendParent } from 'xstate'
import { ok } from '@contract/errors'
import type { Operation } from '@contract/http/operation'
import type { BulkBody, BulkResult } from '@contract/records/calls'
import type { ApiPort } from '@ports/api'
import type { PendingPort } from '@ports/pending'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { createLineFeed, type OnLineBack } from '../kit/uncertain'
import {
  rowActionMachine,
  type ActionRecord,
  type PerformInput,
  type RowAction,
  type RowActionAnswer,
} from './row-action.machine'

/** What every record with actions has. */
export interface VersionedRow {
  id: string
  version: number
}
export type Payload = Readonly<Record<string, unknown>>

/** One action of a list's records: its call, and the words for it. */
export interface ActionDefinition {
  operation: Operation<string, { id: string }, undefined, never, VersionedRow>
  /** Of an action under a claim: the call that claims the record for the person, before the action's own. */
  claim?: Operation<string, { id: string }, undefined, { note?: string }, VersionedRow> | undefined
  /** The call that performs it on many records. Left out: many records take one call each. */
  bulk?: Operation<string, undefined, undefined, BulkBody, BulkResult[]>
  /** It changes the list as a whole, such as its order: the list is read again afterwards, and no row is the action's. */
  ofList?: true
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
  /** The subject of its records, as the socket reports changes of them. */
  subject: string
  /** Path of the list. */
  route: string
  /** Whether a record, as an action returned it, still belongs to the list. Left out: every record does. */
  holds?(row: VersionedRow): boolean
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

/** Where the console keeps a row action whose outcome is not known yet. */
export const pendingSlot = ({ list, rowId }: Pick<RowAction, 'list' | 'rowId'>): string => `row.${list}.${rowId}`

export interface RowActionDependencies {
  api: ApiPort
  toasts: ToastsPort
  pending: PendingPort
  onLineBack: OnLineBack
  /** How long a call without an answer is repeated on its own, milliseconds; the usual time where it is left out. */
  checkPatienceMs?: number
}

/**
 * @param actionsOf the actions of a list
 * @param putRow takes the record as the server has it: after a success, and after a conflict
 * @param dropRow takes the id of a record that exists no longer
 * @param readAgain has a list read anew: an action changed it as a whole, or found it changed
 * @returns the machine with everything provided, ready to be spawned by the activity
 */
export const createRowActionImplementations = (
  { api, toasts, pending, onLineBack, checkPatienceMs }: RowActionDependencies,
  actionsOf: ActionsOf,
  putRow: (list: string, row: VersionedRow) => void,
  dropRow: (list: string, id: string) => void,
  readAgain: (list: string) => void,
) =>
  rowActionMachine.provide({
    ...(checkPatienceMs !== undefined && { delays: { checkPatience: checkPatienceMs } }),
    actors: {
      performAction: answered<RowActionAnswer, PerformInput>(async ({ input, signal }) => {
        const definition = definitionOf(actionsOf, input.list, input.action)
        const answer = await perform(api, definition, input, signal)
        if (!answer.ok) return answer
        const row = answer.value.data
        if (definition.ofList) return ok({ row, isLeft: false })
        return ok({ row, isLeft: row === null || actionsOf(input.list).holds?.(row) === false })
      }),
      lineFeed: createLineFeed(onLineBack),
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
      notifyDone: (_, { input: { list, action, payload, record } }) =>
        toasts.show('success', definitionOf(actionsOf, list, action).success(payload), linkTo(record)),
      notifyLeft: (_, { input: { list, action, payload, record }, isGone }) => {
        const success = sentence(definitionOf(actionsOf, list, action).success(payload))
        // What was erased is not kept in the log of messages.
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
 * Performs an action; one under a claim claims its record first. Both calls carry the action's key, so that a repetition neither
 * acts nor claims again: where the claim ended in between, one more is made, without a key.
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

/** @returns what is known of an action that got no answer for a while */
export const unresolvedText = (
  actionsOf: ActionsOf,
  { list, action, payload, record }: Pick<RowAction, 'list' | 'action' | 'payload' | 'record'>,
): string =>
  `It is not known whether ${record.name} was ${definitionOf(actionsOf, list, action).participle(payload)}: the server has not answered.`
