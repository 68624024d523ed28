/** The implementations of the bulk action machine over the ports: the action of single rows, a few at a time. */
import { fromCallback, sendParent } from 'xstate'
import { describeError, isUncertain, leavesOutcomeOpen, type ApiError } from '@contract/errors'
import type { PendingPort } from '@ports/pending'
import { CHECK_PATIENCE_MS, checkPauseMs, createLineFeed } from '../kit/uncertain'
import {
  definitionOf,
  type ActionsOf,
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
import { idsOf, mainOutcome, type Outcome } from './bulk-action.view'

/** Calls in flight at once: faster than one by one, and the rest of the page still gets connections. */
export const BULK_AT_ONCE = 4
/** Different reasons that the toast of a bulk action repeats. */
const REASONS_TOLD = 2

/** A refusal of one record that every other record would get too: the rest is not tried. */
const endsAll = ({ kind }: ApiError): boolean => kind === 'unavailable' || kind === 'unauthorized'

/** Where the console keeps a bulk action whose outcome is not known yet, and what became of its records. */
const planSlot = (list: string) => `bulk.${list}`
const itemPrefix = (list: string) => `bulk-item.${list}.`

/** A record that was started: with the version that its change returned, once it has. */
interface StartedItem extends BulkItem {
  outcome: 'none' | 'changed' | 'refused'
}
type KeptPlan = Omit<BulkActionInput, 'resumed'> & Pick<BulkProgress, 'round' | 'total' | 'changed' | 'untried'>

/** @returns the bulk action of a list that a page before this one began, and that has no outcome; null: there is none */
export function pendingBulkAction(pending: PendingPort, list: string): BulkActionInput | null {
  const [plan] = pending.list(planSlot(list)).filter((kept) => (kept as KeptPlan).list === list) as KeptPlan[]
  if (!plan) return null
  const { round, total, changed, untried, ...input } = plan
  const started = new Map((pending.list(itemPrefix(list)) as StartedItem[]).map((item) => [item.rowId, item]))
  const outcomeOf = ({ rowId }: BulkItem) => started.get(rowId)?.outcome
  return {
    ...input,
    items: [],
    resumed: {
      round,
      total,
      changed: [
        ...changed,
        ...input.items.flatMap((item) => {
          const { rowId, version } = started.get(item.rowId) ?? item
          return outcomeOf(item) === 'changed' ? [{ rowId, version }] : []
        }),
      ],
      unconfirmed: input.items.filter((item) => outcomeOf(item) === 'none'),
      untried: [
        ...untried,
        ...input.items.filter((item) => outcomeOf(item) === undefined || outcomeOf(item) === 'refused'),
      ],
    },
  }
}

/** 4812 → '4,812'. */
const number = (value: number) => value.toLocaleString('en-US')

/** @returns '12 users disabled', '9 of 12 users disabled' */
function outcomeWords(actionsOf: ActionsOf, { list, action, payload, done, total }: BulkActionContext): string {
  const { noun } = actionsOf(list)
  const count = done === total ? number(done) : `${number(done)} of ${number(total)}`
  return `${count} ${total === 1 ? noun.one : noun.many} ${definitionOf(actionsOf, list, action).participle(payload)}`
}

/** @returns 'Of 3 it is not known: the server has not answered.' */
const unconfirmedWords = (count: number) => `Of ${number(count)} it is not known: the server has not answered.`

/** Forgets a list's action and its records. */
function forget(pending: PendingPort, list: string): void {
  pending.forget(planSlot(list))
  for (const item of pending.list(itemPrefix(list)) as StartedItem[]) pending.forget(itemPrefix(list) + item.rowId)
}

/** @returns what a list that is filtered to these records calls them: '12 users disabled', '3 users not disabled' */
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

/** The server's words for what it refused, each once with the number of its records: 'Not permitted (2); Wrong state'. */
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
 * @param actionsOf the actions of a list
 * @param putRow takes a record as the server has it: after a success, and after a conflict
 * @param sets keeps the records of an outcome, so that the message log can link to them
 * @returns the machine with everything provided, ready to be spawned by the activity
 */
export const createBulkActionImplementations = (
  { api, toasts, pending, onLineBack, checkPatienceMs }: RowActionDependencies,
  actionsOf: ActionsOf,
  putRow: (list: string, row: VersionedRow) => void,
  sets: Pick<RecordSets, 'keep'>,
) =>
  bulkActionMachine.provide({
    actors: {
      lineFeed: createLineFeed(onLineBack),
      runFeed: fromCallback<BulkActionEvent, RunInput>(({ input, sendBack, receive }) => {
        const { operation } = definitionOf(actionsOf, input.list, input.action)
        const leaving = new AbortController()
        const waiting = input.isCheck ? [] : [...input.items]
        const changed: BulkItem[] = []
        /** Records without an outcome, in the order of the list. */
        const left = new Set(input.items)
        /** Records whose call got no answer; nothing else is started while there are any. */
        const unanswered = new Set(input.isCheck ? input.items : [])
        /** Records that the server may know of, and has not decided on. */
        const asked = new Set(unanswered)
        let inFlight = 0
        let loss: ApiError | null = null
        let isStopped = false
        let hasEnded = false

        const remember = ({ rowId, version }: BulkItem, outcome: StartedItem['outcome']) =>
          pending.keep(itemPrefix(input.list) + rowId, { rowId, version, outcome } satisfies StartedItem)
        const end = () => {
          if (hasEnded) return
          hasEnded = true
          // A repetition in flight is given up: the next one finds out whatever it did.
          leaving.abort()
          clear()
          const unconfirmed = [...left].filter((item) => asked.has(item))
          sendBack({
            type: 'run.ended',
            changed,
            unconfirmed,
            untried: [...left].filter((item) => !asked.has(item)),
            error: loss,
          })
        }
        const stop = () => {
          isStopped = true
          waiting.length = 0
        }

        const performOn = async (item: BulkItem) => {
          const isRepetition = unanswered.has(item)
          asked.add(item)
          const answer = await api.call(
            operation,
            { params: { id: item.rowId }, body: input.payload as never },
            {
              ifMatch: item.version,
              idempotencyKey: `${input.key}.${input.round}.${item.rowId}`,
              signal: leaving.signal,
            },
          )
          if (leaving.signal.aborted) return
          inFlight -= 1
          const isOpen = !answer.ok && (isRepetition ? leavesOutcomeOpen : isUncertain)(answer.error)
          if (isOpen) {
            unanswered.add(item)
            sendBack({ type: 'items.unanswered', count: unanswered.size })
            checkLater()
            return
          }
          unanswered.delete(item)
          asked.delete(item)
          if (answer.ok) {
            const { data } = answer.value
            left.delete(item)
            changed.push({ rowId: item.rowId, version: data.version })
            remember({ rowId: item.rowId, version: data.version }, 'changed')
            putRow(input.list, data)
            sendBack({ type: 'item.done' })
          } else if (answer.error.kind === 'tooMany') {
            // The server asks for a pause: the record waits with the others, unless those are given up.
            pending.forget(itemPrefix(input.list) + item.rowId)
            if (!isStopped) {
              waiting.unshift(item)
              pause(answer.error.retryAfterSeconds)
            }
          } else if (endsAll(answer.error)) {
            pending.forget(itemPrefix(input.list) + item.rowId)
            loss = answer.error
            stop()
          } else {
            const current = answer.error.kind === 'conflict' ? (answer.error.current as VersionedRow | null) : null
            if (current) putRow(input.list, current)
            left.delete(item)
            remember(item, 'refused')
            sendBack({ type: 'item.failed', ...item, version: current?.version ?? item.version, error: answer.error })
          }
          if (isRepetition && unanswered.size > 0) sendBack({ type: 'items.unanswered', count: unanswered.size })
          if (isRepetition && unanswered.size === 0) {
            checks = 0
            clearTimeout(patience)
            patience = undefined
            sendBack({ type: 'items.answered' })
          }
          next()
        }

        /* Repetitions of what got no answer: all of them together, after a pause that grows. */
        let checks = 0
        let checking: ReturnType<typeof setTimeout> | undefined
        let patience: ReturnType<typeof setTimeout> | undefined
        const check = () => {
          clearTimeout(checking)
          checking = undefined
          if (inFlight > 0 || unanswered.size === 0) return
          for (const item of unanswered) {
            inFlight += 1
            void performOn(item)
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
          while (!pausing && inFlight < BULK_AT_ONCE) {
            const item = waiting.shift()
            if (!item) break
            inFlight += 1
            remember(item, 'none')
            void performOn(item)
          }
          if (inFlight === 0 && waiting.length === 0) end()
        }
        // The machine sends bulk.stop and bulk.check alone.
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
        const { list, action, payload, reverse, items, key, round, total, changed, untried } = context
        const plan: KeptPlan = { list, action, payload, reverse, items, key, round, total, changed, untried }
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
