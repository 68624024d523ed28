/**
 * The implementations of the bulk action machine over the ports: the action of a single row, performed on a few records
 * at a time.
 */
import { fromCallback, sendParent } from 'xstate'
import { describeError, isUncertain, leavesOutcomeOpen, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort } from '@ports/api'
import type { PendingPort } from '@ports/pending'
import { CHECK_PATIENCE_MS, checkPauseMs, createLineFeed } from '../kit/uncertain'
import {
  definitionOf,
  type ActionDefinition,
  type ActionsOf,
  type Payload,
  type RowActionDependencies,
  type VersionedRow,
} from '../row-action/row-action.implementations'
import type { RecordSets } from '../activity/record-sets'
import {
  bulkActionMachine,
  type BulkActionContext,
  type BulkActionEvent,
  type BulkActionInput,
  type BulkFailure,
  type BulkItem,
  type BulkProgress,
  type RunInput,
} from './bulk-action.machine'
import { itemPrefix, planSlot } from './bulk-slots'
import { idsOf, mainOutcome, type Outcome } from './bulk-action.view'

/**
 * Number of calls about single records that are in flight at once: faster than one at a time, and still leaves
 * connections for the rest of the page.
 */
export const BULK_AT_ONCE = 4
/**
 * Number of records in a batch: small enough that progress is visible and Stop takes effect soon. Batches are sent one
 * after the other.
 */
export const BATCH_ROWS = 100
/** Number of different reasons that the toast of a bulk action lists. */
const REASONS_TOLD = 2

/** Whether a refusal of one record would apply to every other record too, so that the rest is not tried. */
const endsAll = ({ kind }: ApiError): boolean => kind === 'unavailable' || kind === 'unauthorized'

/** A record whose change was started. Once the change has succeeded, `version` is the version that it returned. */
interface StartedItem extends BulkItem {
  outcome: 'none' | 'changed' | 'same' | 'refused'
}
type KeptPlan = Omit<BulkActionInput, 'resumed'> &
  Pick<BulkProgress, 'round' | 'attempt' | 'total' | 'changed' | 'untried'>

/** @returns the bulk action of a list that was started before a reload and has no outcome; null if there is none */
export function pendingBulkAction(pending: PendingPort, list: string): BulkActionInput | null {
  const [plan] = pending.list(planSlot(list)).filter((kept) => (kept as KeptPlan).list === list) as KeptPlan[]
  if (!plan) return null
  const { round, attempt, total, changed, untried, ...input } = plan
  const started = new Map((pending.list(itemPrefix(list)) as StartedItem[]).map((item) => [item.rowId, item]))
  const outcomeOf = ({ rowId }: BulkItem) => started.get(rowId)?.outcome
  return {
    ...input,
    items: [],
    resumed: {
      round,
      attempt,
      total,
      changed: [
        ...changed,
        ...input.items.flatMap((item) => {
          const { rowId, version } = started.get(item.rowId) ?? item
          return outcomeOf(item) === 'changed' ? [{ rowId, version }] : []
        }),
      ],
      unconfirmed: input.items.flatMap((item) => {
        const { rowId, version, call } = started.get(item.rowId) ?? item
        return outcomeOf(item) === 'none' ? [{ rowId, version, ...(call !== undefined && { call }) }] : []
      }),
      untried: [
        ...untried,
        ...input.items.filter((item) => outcomeOf(item) === undefined || outcomeOf(item) === 'refused'),
      ],
    },
  }
}

/** The records of one call, and its Idempotency-Key. */
interface RunCall {
  items: readonly BulkItem[]
  key: string
}
/** The outcome for one record of a call, and its version afterwards. */
type ItemOutcome = { item: BulkItem; version: number; row?: VersionedRow } & (
  { is: 'changed' | 'same' } | { is: 'refused'; error: ApiError }
)

/**
 * @returns the calls of a run, in the order of the list; a batch that was sent before contains the same records again
 */
function callsOf({ items, key, round, attempt }: RunInput, { bulk }: ActionDefinition): RunCall[] {
  if (!bulk) return items.map((item) => ({ items: [item], key: `${key}.${round}.${item.rowId}` }))
  const batches = new Map<string, BulkItem[]>()
  let fresh = ''
  for (const item of items) {
    if (item.call === undefined && (fresh === '' || batches.get(fresh)!.length === BATCH_ROWS))
      fresh = `${key}.${round}.${attempt}.${item.rowId}`
    const call = item.call ?? fresh
    batches.set(call, [...(batches.get(call) ?? []), { ...item, call }])
  }
  return [...batches].map(([batchKey, batch]) => ({ key: batchKey, items: batch }))
}

/** Performs the action on the records of a call. @returns the outcome for each of them */
async function sendCall(
  api: ApiPort,
  { bulk, operation }: ActionDefinition,
  payload: Payload,
  { items, key }: RunCall,
  signal: AbortSignal,
): Promise<Result<ItemOutcome[]>> {
  if (!bulk) {
    const [item] = items as [BulkItem]
    const options = { ifMatch: item.version, idempotencyKey: key, signal }
    const answer = await api.call(operation, { params: { id: item.rowId }, body: payload as never }, options)
    if (!answer.ok) return answer
    const row = answer.value.data
    return ok([{ item, is: 'changed', version: row.version, row }])
  }
  const body = { ids: items.map(({ rowId }) => rowId), values: payload }
  const options = { ifMatch: items.map(({ version }) => version), idempotencyKey: key, signal }
  const answer = await api.call(bulk, { body }, options)
  if (!answer.ok) return answer
  const results = new Map(answer.value.data.map((result) => [result.id, result]))
  return ok(
    items.map((item): ItemOutcome => {
      const { outcome = 'refused', version, message = null } = results.get(item.rowId) ?? {}
      const told = { item, version: version ?? item.version }
      return outcome === 'refused'
        ? { ...told, is: outcome, error: { kind: 'rejected', message: message ?? '', fields: {} } }
        : { ...told, is: outcome }
    }),
  )
}

/**
 * The outcomes of a call that was refused as a whole: every record is refused. A conflict contains the current record.
 */
const refusalsOf = ({ items }: RunCall, error: ApiError): ItemOutcome[] =>
  items.map((item) => {
    const row = error.kind === 'conflict' ? (error.current as VersionedRow | null) : null
    return { item, is: 'refused', version: row?.version ?? item.version, ...(row && { row }), error }
  })

/** 4812 → '4,812'. */
const number = (value: number) => value.toLocaleString('en-US')

/** @returns '12 users disabled', '9 of 12 users disabled' */
function outcomeWords(actionsOf: ActionsOf, { list, action, payload, done, total }: BulkActionContext): string {
  const { noun } = actionsOf(list)
  const count = done === total ? number(done) : `${number(done)} of ${number(total)}`
  return `${count} ${total === 1 ? noun.one : noun.many} ${definitionOf(actionsOf, list, action).participle(payload)}`
}

/** @returns 'The outcome of 3 is unknown: the server has not answered.' */
const unconfirmedWords = (count: number) => `The outcome of ${number(count)} is unknown: the server has not answered.`

/** Removes a list's action and its records from storage. */
function forget(pending: PendingPort, list: string): void {
  pending.forget(planSlot(list))
  for (const item of pending.list(itemPrefix(list)) as StartedItem[]) pending.forget(itemPrefix(list) + item.rowId)
}

/** @returns the label of a list that is filtered to these records: '12 users disabled', '3 users not disabled' */
export function setWords(
  actionsOf: ActionsOf,
  { list, action, payload }: Pick<BulkActionContext, 'list' | 'action' | 'payload'>,
  outcome: Outcome,
  count: number,
): string {
  const { noun } = actionsOf(list)
  const participle = definitionOf(actionsOf, list, action).participle(payload)
  return `${number(count)} ${count === 1 ? noun.one : noun.many} ${outcome === 'changed' ? '' : 'not '}${participle}`
}

/**
 * The server's reasons for its refusals without duplicates, with the number of records for each: 'Not permitted (2);
 * Wrong state'.
 */
function reasonsOf(failures: readonly BulkFailure[]): string {
  const counts = new Map<string, number>()
  for (const { error } of failures) {
    const reason = describeError(error).replace(/\.$/, '')
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const told = [...counts].slice(0, REASONS_TOLD)
  const others = counts.size - told.length
  const reasons = told.map(([reason, count]) => (counts.size > 1 ? `${reason} (${number(count)})` : reason))
  return `${reasons.join('; ')}${others > 0 ? `; and ${others} other ${others === 1 ? 'reason' : 'reasons'}` : ''}.`
}

/**
 * @param actionsOf returns the actions of a list
 * @param putRow receives the current record of the server: after a success, and after a conflict
 * @param noteChanged receives the new version of a record if the response contained nothing else
 * @param sets keeps the records of an outcome, so that the message log can link to them
 * @returns the machine with everything provided, ready to be spawned by the activity
 */
export const createBulkActionImplementations = (
  { api, toasts, pending, onLineBack, checkPatienceMs }: RowActionDependencies,
  actionsOf: ActionsOf,
  putRow: (list: string, row: VersionedRow) => void,
  noteChanged: (list: string, change: VersionedRow) => void,
  sets: Pick<RecordSets, 'keep'>,
) =>
  bulkActionMachine.provide({
    actors: {
      lineFeed: createLineFeed(onLineBack),
      runFeed: fromCallback<BulkActionEvent, RunInput>(({ input, sendBack, receive }) => {
        const definition = definitionOf(actionsOf, input.list, input.action)
        const leaving = new AbortController()
        const calls = callsOf(input, definition)
        const waiting = input.isCheck ? [] : [...calls]
        const changed: BulkItem[] = []
        /** Records without an outcome, in the order of the list. */
        const left = new Set(calls.flatMap(({ items }) => items))
        /** Calls without a response. No other call is started while there are any. */
        const unanswered = new Set(input.isCheck ? calls : [])
        /** Records that were sent to the server and have no outcome yet. */
        const asked = new Set([...unanswered].flatMap(({ items }) => items))
        let inFlight = 0
        let loss: ApiError | null = null
        let isStopped = false
        let hasEnded = false

        const remember = (item: BulkItem, outcome: StartedItem['outcome']) =>
          pending.keep(itemPrefix(input.list) + item.rowId, { ...item, outcome } satisfies StartedItem)
        const forgetItems = ({ items }: RunCall) =>
          items.forEach(({ rowId }) => pending.forget(itemPrefix(input.list) + rowId))
        const countUnanswered = () => [...unanswered].reduce((count, { items }) => count + items.length, 0)
        const end = () => {
          if (hasEnded) return
          hasEnded = true
          // Aborts a repetition in flight. Whatever it did, the next repetition finds out.
          leaving.abort()
          clear()
          sendBack({
            type: 'run.ended',
            changed,
            unconfirmed: [...left].filter((item) => asked.has(item)),
            untried: [...left].filter((item) => !asked.has(item)).map(({ rowId, version }) => ({ rowId, version })),
            error: loss,
          })
        }
        const stop = () => {
          isStopped = true
          waiting.length = 0
        }

        const settle = (outcome: ItemOutcome) => {
          const { item, version } = outcome
          const { rowId } = item
          left.delete(item)
          remember({ rowId, version }, outcome.is)
          if (outcome.row) putRow(input.list, outcome.row)
          else if (version !== item.version) noteChanged(input.list, { id: rowId, version })
          if (outcome.is === 'refused') return sendBack({ type: 'item.failed', rowId, version, error: outcome.error })
          if (outcome.is === 'changed') changed.push({ rowId, version })
          sendBack({ type: 'item.done' })
        }

        const perform = async (call: RunCall) => {
          const isRepetition = unanswered.has(call)
          call.items.forEach((item) => asked.add(item))
          const answer = await sendCall(api, definition, input.payload, call, leaving.signal)
          if (leaving.signal.aborted) return
          inFlight -= 1
          const isOpen = !answer.ok && (isRepetition ? leavesOutcomeOpen : isUncertain)(answer.error)
          if (isOpen) {
            unanswered.add(call)
            sendBack({ type: 'items.unanswered', count: countUnanswered() })
            checkLater()
            return
          }
          unanswered.delete(call)
          call.items.forEach((item) => asked.delete(item))
          if (answer.ok) answer.value.forEach(settle)
          else if (answer.error.kind === 'tooMany') {
            // The server asks for a pause: the call returns to the queue, unless the run was stopped.
            forgetItems(call)
            if (!isStopped) {
              waiting.unshift(call)
              pause(answer.error.retryAfterSeconds)
            }
          } else if (endsAll(answer.error)) {
            forgetItems(call)
            loss = answer.error
            stop()
          } else refusalsOf(call, answer.error).forEach(settle)
          if (isRepetition && unanswered.size > 0) sendBack({ type: 'items.unanswered', count: countUnanswered() })
          if (isRepetition && unanswered.size === 0) {
            checks = 0
            clearTimeout(patience)
            patience = undefined
            sendBack({ type: 'items.answered' })
          }
          next()
        }

        /* Repetitions of calls without a response: all of them together, after a pause that grows. */
        let checks = 0
        let checking: ReturnType<typeof setTimeout> | undefined
        let patience: ReturnType<typeof setTimeout> | undefined
        const check = () => {
          clearTimeout(checking)
          checking = undefined
          if (inFlight > 0 || unanswered.size === 0) return
          for (const call of unanswered) {
            inFlight += 1
            void perform(call)
          }
        }
        const checkLater = () => {
          patience ??= setTimeout(end, checkPatienceMs ?? CHECK_PATIENCE_MS)
          if (inFlight === 0) checking ??= setTimeout(check, checkPauseMs(checks++))
        }

        let pausing: ReturnType<typeof setTimeout> | undefined
        const pause = (seconds: number) => {
          pausing ??= setTimeout(() => {
            pausing = undefined
            next()
          }, seconds * 1000)
        }
        const clear = () => {
          for (const timer of [checking, patience, pausing]) clearTimeout(timer)
        }

        const next = () => {
          if (unanswered.size > 0) return checkLater()
          while (!pausing && inFlight < (definition.bulk ? 1 : BULK_AT_ONCE)) {
            const call = waiting.shift()
            if (!call) break
            inFlight += 1
            call.items.forEach((item) => remember(item, 'none'))
            void perform(call)
          }
          if (inFlight === 0 && waiting.length === 0) end()
        }
        // The machine sends only bulk.stop and bulk.check.
        receive(({ type }) => {
          if (type === 'bulk.check') return check()
          stop()
          next()
        })
        const stopListening = onLineBack(check)
        if (input.isCheck) {
          patience = setTimeout(end, checkPatienceMs ?? CHECK_PATIENCE_MS)
          check()
        } else next()
        return () => {
          leaving.abort()
          stopListening()
          clear()
        }
      }),
    },
    actions: {
      keepPending: (_, { context }) => {
        const { list, action, payload, reverse, items, key, round, attempt, total, changed, untried } = context
        const plan: KeptPlan = { list, action, payload, reverse, items, key, round, attempt, total, changed, untried }
        pending.keep(planSlot(list), plan)
      },
      forgetPending: (_, { list }) => forget(pending, list),
      notifyEnded: (_, { context }) => {
        const { list, failures, unconfirmed, error } = context
        const outcome = mainOutcome(context)
        const ids = idsOf(context, outcome)
        const words = outcomeWords(actionsOf, context)
        const token = sets.keep({ list, ids: new Set(ids), label: setWords(actionsOf, context, outcome, ids.length) })
        toasts.show(
          outcome === 'changed' ? 'success' : failures.length === 0 && !error ? 'warning' : 'error',
          [
            failures.length > 0 || error || unconfirmed.length > 0 ? `${words}.` : words,
            unconfirmed.length > 0 && unconfirmedWords(unconfirmed.length),
            failures.length > 0 && reasonsOf(failures),
            error && describeError(error),
          ]
            .filter(Boolean)
            .join(' '),
          { label: `Show these ${number(ids.length)}`, href: actionsOf(list).selectionPath(token) },
        )
      },
      tellParent: sendParent(({ context }, { phase }) => ({
        type: `action.${phase}` as const,
        id: `bulk-${context.list}`,
      })),
    },
  })
