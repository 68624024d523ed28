/** The implementations of the bulk action machine over the ports: a list's action, performed on batches of records. */
import { fromCallback, sendParent } from 'xstate'
import { describeError, isUncertain, leavesOutcomeOpen, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort } from '@ports/api'
import type { PendingPort } from '@ports/pending'
import { createLineFeed } from '../kit/line-feed'
import { CHECK_PATIENCE_MS, checkPauseMs } from '../write/write.machine'
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
interface Batch {
  items: readonly BulkItem[]
  key: string
}
/** The outcome for one record of a batch, and its version afterwards. */
type ItemOutcome = { item: BulkItem; version: number } & (
  | { is: 'changed' | 'same' }
  | { is: 'refused'; error: ApiError }
)

/** @returns the batches of a run, in the order of the list; one that was sent before contains the same records again */
function batchesOf({ items, key, round, attempt }: RunInput): Batch[] {
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

/** Performs the action on the records of a batch. @returns the outcome for each of them */
async function sendBatch(
  api: ApiPort,
  operation: NonNullable<ActionDefinition['bulk']>,
  values: Payload,
  { items, key }: Batch,
  signal: AbortSignal,
): Promise<Result<ItemOutcome[]>> {
  const body = { ids: items.map(({ rowId }) => rowId), values }
  const options = { ifMatch: items.map(({ version }) => version), idempotencyKey: key, signal }
  const answer = await api.call(operation, { body }, options)
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
 * @param noteChanged receives the new version of a record, so that the lists fetch it
 * @param sets keeps the records of an outcome, so that the message log can link to them
 * @returns the machine with everything provided, ready to be spawned by the activity
 */
export const createBulkActionImplementations = (
  { api, toasts, pending, onLineBack, checkPatienceMs }: RowActionDependencies,
  actionsOf: ActionsOf,
  noteChanged: (list: string, change: VersionedRow) => void,
  sets: Pick<RecordSets, 'keep'>,
) =>
  bulkActionMachine.provide({
    actors: {
      lineFeed: createLineFeed(onLineBack),
      runFeed: fromCallback<BulkActionEvent, RunInput>(({ input, sendBack, receive }) => {
        const operation = definitionOf(actionsOf, input.list, input.action).bulk
        if (!operation) throw new Error(`The action ${input.action} of ${input.list} is not performed on many records`)
        const leaving = new AbortController()
        const changed: BulkItem[] = []
        /** Batches without an outcome, in the order of the list. Only the first of them is ever in flight. */
        const left = batchesOf(input)
        /** The first batch was sent and has no response. A check is about one batch, which was sent before. */
        let isUnanswered = input.isCheck
        let isInFlight = false
        let isStopped = false
        let hasEnded = false

        const remember = (item: BulkItem, outcome: StartedItem['outcome']) =>
          pending.keep(itemPrefix(input.list) + item.rowId, { ...item, outcome } satisfies StartedItem)
        const forgetItems = ({ items }: Batch) =>
          items.forEach(({ rowId }) => pending.forget(itemPrefix(input.list) + rowId))
        /** @param error the refusal that would apply to every other record too */
        const end = (error: ApiError | null = null) => {
          if (hasEnded) return
          hasEnded = true
          // Aborts a repetition in flight. Whatever it did, the next repetition finds out.
          leaving.abort()
          clear()
          sendBack({
            type: 'run.ended',
            changed,
            unconfirmed: isUnanswered ? left[0]!.items : [],
            untried: left
              .slice(isUnanswered ? 1 : 0)
              .flatMap(({ items }) => items.map(({ rowId, version }) => ({ rowId, version }))),
            error,
          })
        }

        const settle = (outcome: ItemOutcome) => {
          const { item, version } = outcome
          const { rowId } = item
          remember({ rowId, version }, outcome.is)
          if (version !== item.version) noteChanged(input.list, { id: rowId, version })
          if (outcome.is === 'refused') return sendBack({ type: 'item.failed', rowId, version, error: outcome.error })
          if (outcome.is === 'changed') changed.push({ rowId, version })
          sendBack({ type: 'item.done' })
        }
        /** A batch that was refused as a whole: each of its records is refused. */
        const refuse = ({ items }: Batch, error: ApiError) =>
          items.forEach((item) => settle({ item, version: item.version, is: 'refused', error }))

        const send = async () => {
          const batch = left[0]!
          const isRepetition = isUnanswered
          isInFlight = true
          if (!isRepetition) batch.items.forEach((item) => remember(item, 'none'))
          const answer = await sendBatch(api, operation, input.payload, batch, leaving.signal)
          if (leaving.signal.aborted) return
          isInFlight = false
          if (!answer.ok && (isRepetition ? leavesOutcomeOpen : isUncertain)(answer.error)) {
            isUnanswered = true
            sendBack({ type: 'items.unanswered', count: batch.items.length })
            return checkLater()
          }
          if (!answer.ok && answer.error.kind === 'tooMany') {
            // The server asks for a pause: the batch stays first in the queue.
            forgetItems(batch)
            pause(answer.error.retryAfterSeconds)
          } else if (!answer.ok && endsAll(answer.error)) {
            forgetItems(batch)
            return end(answer.error)
          } else {
            left.shift()
            if (answer.ok) answer.value.forEach(settle)
            else refuse(batch, answer.error)
          }
          if (isRepetition) heard()
          next()
        }

        /* Repetitions of a batch without a response, after a pause that grows. */
        let checks = 0
        let checking: ReturnType<typeof setTimeout> | undefined
        let patience: ReturnType<typeof setTimeout> | undefined
        const check = () => {
          clearTimeout(checking)
          checking = undefined
          if (!isInFlight && isUnanswered) void send()
        }
        const checkLater = () => {
          patience ??= setTimeout(end, checkPatienceMs ?? CHECK_PATIENCE_MS)
          checking ??= setTimeout(check, checkPauseMs(checks++))
        }
        /** The batch that was repeated has a response. */
        const heard = () => {
          checks = 0
          clearTimeout(patience)
          patience = undefined
          isUnanswered = false
          sendBack({ type: 'items.answered' })
        }

        let pausing: ReturnType<typeof setTimeout> | undefined
        const pause = (seconds: number) => {
          pausing = setTimeout(() => {
            pausing = undefined
            next()
          }, seconds * 1000)
        }
        const clear = () => {
          for (const timer of [checking, patience, pausing]) clearTimeout(timer)
        }

        const next = () => {
          if (isInFlight) return
          if (isUnanswered) return checkLater()
          if (left.length === 0 || isStopped) return end()
          if (!pausing) void send()
        }
        // The machine sends only bulk.stop and bulk.check.
        receive(({ type }) => {
          if (type === 'bulk.check') return check()
          isStopped = true
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
