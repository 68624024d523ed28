/** The bulk action over the ports: the actions of single rows, a few at a time. */
import { fromCallback } from 'xstate'
import { describeError, type ApiError } from '@contract/errors'
import type { ApiPort, ToastsPort } from '@contract/ports'
import type { VersionedRow, ActionDefinitions } from '../row-action/row-action.implementations'
import { bulkActionMachine, type BulkActionEvent, type BulkItem, type RunInput } from './bulk-action.machine'

/** Calls in flight at once: faster than one by one, and room is left for the rest of the page. */
export const BULK_AT_ONCE = 4

/** What fails for one record after these would fail for all: the rest is not tried. */
const endsAll = ({ kind }: ApiError): boolean =>
  kind === 'network' || kind === 'unavailable' || kind === 'unauthorized' || kind === 'aborted'

/**
 * @param actions by the name that the input gives
 * @param putRow takes a record as the server has it: after a success, and after a conflict
 * @returns the machine with everything provided, ready to start
 */
export const createBulkActionImplementations = <Row extends VersionedRow>(
  { api, toasts }: { api: ApiPort; toasts: ToastsPort },
  actions: ActionDefinitions<Row>,
  putRow: (row: Row) => void,
) =>
  bulkActionMachine.provide({
    actors: {
      runFeed: fromCallback<BulkActionEvent, RunInput>(({ input, sendBack, receive }) => {
        const action = actions[input.action]
        if (!action) throw new Error(`There is no action ${input.action}`)
        const leaving = new AbortController()
        const waiting = [...input.items]
        const untried: BulkItem[] = []
        let inFlight = 0
        let loss: ApiError | null = null

        const stop = () => untried.push(...waiting.splice(0))
        const performOn = async (item: BulkItem) => {
          const answer = await api.call(
            action.operation,
            { params: { id: item.rowId }, body: input.payload as never },
            { ifMatch: item.version, signal: leaving.signal },
          )
          if (leaving.signal.aborted) return
          inFlight -= 1
          if (answer.ok) {
            putRow(answer.value.data)
            sendBack({ type: 'item.done' })
          } else if (answer.error.kind === 'tooMany') {
            // The server asks for a pause: the record waits with the others.
            waiting.unshift(item)
            pause(answer.error.retryAfterSeconds)
          } else if (endsAll(answer.error)) {
            loss = answer.error
            waiting.unshift(item)
            stop()
          } else {
            const current = answer.error.kind === 'conflict' ? (answer.error.current as Row | null) : null
            if (current) putRow(current)
            sendBack({ type: 'item.failed', ...item, version: current?.version ?? item.version, error: answer.error })
          }
          next()
        }
        let pausing: ReturnType<typeof setTimeout> | null = null
        const pause = (seconds: number) => {
          pausing ??= setTimeout(() => {
            pausing = null
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
          if (inFlight === 0 && waiting.length === 0) sendBack({ type: 'run.ended', untried, error: loss })
        }
        receive((event) => {
          if (event.type !== 'bulk.stop') return
          stop()
          if (inFlight === 0) next()
        })
        next()
        return () => {
          leaving.abort()
          if (pausing) clearTimeout(pausing)
        }
      }),
    },
    actions: {
      notifyEnded: (_, { context: { action, payload, done, total, failures, untried, error } }) => {
        const words = actions[action]?.outcome?.(payload, done, total)
        if (words === undefined) return
        const isDone = failures.length + untried.length === 0
        toasts.show(
          isDone ? 'success' : failures.length === 0 && !error ? 'warning' : 'error',
          error ? describeError(error) : words,
        )
      },
    },
  })
