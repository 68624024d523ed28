/** The implementations of the bulk action machine over the ports: the action of single rows, a few at a time. */
import { fromCallback, sendParent } from 'xstate'
import { describeError, type ApiError } from '@contract/errors'
import type { ApiPort } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import { definitionOf, type ActionsOf, type VersionedRow } from '../row-action/row-action.implementations'
import type { RecordSets } from '../activity/record-sets'
import {
  bulkActionMachine,
  type BulkActionContext,
  type BulkActionEvent,
  type BulkFailure,
  type BulkItem,
  type RunInput,
} from './bulk-action.machine'
import { idsOf, mainOutcome, type Outcome } from './bulk-action.view'

/** Calls in flight at once: faster than one by one, and the rest of the page still gets connections. */
export const BULK_AT_ONCE = 4
/** Different reasons that the toast of a bulk action repeats. */
const REASONS_TOLD = 2

/** A failure of one record that every other record would meet too: the rest is not tried. */
const endsAll = ({ kind }: ApiError): boolean =>
  kind === 'network' || kind === 'unavailable' || kind === 'unauthorized' || kind === 'aborted'

/** 4812 → '4,812'. */
const number = (value: number) => value.toLocaleString('en-US')

/** @returns '12 users disabled', '9 of 12 users disabled' */
function outcomeWords(actionsOf: ActionsOf, { list, action, payload, done, total }: BulkActionContext): string {
  const { noun } = actionsOf(list)
  const count = done === total ? number(done) : `${number(done)} of ${number(total)}`
  return `${count} ${total === 1 ? noun.one : noun.many} ${definitionOf(actionsOf, list, action).participle(payload)}`
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
  { api, toasts }: { api: ApiPort; toasts: ToastsPort },
  actionsOf: ActionsOf,
  putRow: (list: string, row: VersionedRow) => void,
  sets: Pick<RecordSets, 'keep'>,
) =>
  bulkActionMachine.provide({
    actors: {
      runFeed: fromCallback<BulkActionEvent, RunInput>(({ input, sendBack, receive }) => {
        const { operation } = definitionOf(actionsOf, input.list, input.action)
        const leaving = new AbortController()
        const waiting = [...input.items]
        const changed: BulkItem[] = []
        /** Records without an outcome, in the order of the list. */
        const left = new Set(input.items)
        let inFlight = 0
        let loss: ApiError | null = null
        let isStopped = false

        const stop = () => {
          isStopped = true
          waiting.length = 0
        }
        const performOn = async (item: BulkItem) => {
          const answer = await api.call(
            operation,
            { params: { id: item.rowId }, body: input.payload as never },
            { ifMatch: item.version, signal: leaving.signal },
          )
          if (leaving.signal.aborted) return
          inFlight -= 1
          if (answer.ok) {
            const { data } = answer.value
            left.delete(item)
            changed.push({ rowId: item.rowId, version: data.version })
            putRow(input.list, data)
            sendBack({ type: 'item.done' })
          } else if (answer.error.kind === 'tooMany') {
            // The server asks for a pause: the record waits with the others, unless those are given up.
            if (!isStopped) {
              waiting.unshift(item)
              pause(answer.error.retryAfterSeconds)
            }
          } else if (endsAll(answer.error)) {
            loss = answer.error
            stop()
          } else {
            const current = answer.error.kind === 'conflict' ? (answer.error.current as VersionedRow | null) : null
            if (current) putRow(input.list, current)
            left.delete(item)
            sendBack({ type: 'item.failed', ...item, version: current?.version ?? item.version, error: answer.error })
          }
          next()
        }
        let pausing: ReturnType<typeof setTimeout> | undefined
        const pause = (seconds: number) => {
          pausing ??= setTimeout(() => {
            pausing = undefined
            next()
          }, seconds * 1000)
        }
        const next = () => {
          while (!pausing && inFlight < BULK_AT_ONCE) {
            const item = waiting.shift()
            if (!item) break
            inFlight += 1
            void performOn(item)
          }
          if (inFlight === 0 && waiting.length === 0)
            sendBack({ type: 'run.ended', changed, untried: [...left], error: loss })
        }
        // The machine sends bulk.stop alone.
        receive(() => {
          stop()
          next()
        })
        next()
        return () => {
          leaving.abort()
          clearTimeout(pausing)
        }
      }),
    },
    actions: {
      notifyEnded: (_, { context }) => {
        const { list, failures, error } = context
        const outcome = mainOutcome(context)
        const ids = idsOf(context, outcome)
        const words = outcomeWords(actionsOf, context)
        const token = sets.keep({ list, ids: new Set(ids), label: setWords(actionsOf, context, outcome, ids.length) })
        toasts.show(
          outcome === 'changed' ? 'success' : failures.length === 0 && !error ? 'warning' : 'error',
          [
            failures.length > 0 || error ? `${words}.` : words,
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
