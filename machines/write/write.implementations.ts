/** The implementations of the write machine over one call. */
import { sendParent } from 'xstate'
import type { Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { createLineFeed, type OnLineBack } from '../kit/line-feed'
import { createWriteMachine, type WriteEvent, type WriteReport } from './write.machine'

export interface WriteDependencies {
  onLineBack: OnLineBack
  /** How long a write without a response is repeated automatically, in milliseconds. Default: CHECK_PATIENCE_MS. */
  checkPatienceMs?: number | undefined
}

/**
 * @param send makes the call; it must send the same Idempotency-Key for the same request. Failures are data; `signal`
 *   aborts the call when the parent leaves its state
 * @returns the machine with everything provided, to be invoked by a parent as its actor `write`
 */
export const createWriteImplementations = <Request, Answer extends Result<unknown>>(
  { onLineBack, checkPatienceMs }: WriteDependencies,
  send: (request: Request, signal: AbortSignal) => Promise<Answer>,
) =>
  createWriteMachine<Request, Answer>().provide({
    ...(checkPatienceMs !== undefined && { delays: { checkPatience: checkPatienceMs } }),
    actors: {
      send: answered<Answer, { request: Request }>(({ input, signal }) => send(input.request, signal)),
      lineFeed: createLineFeed<WriteEvent>(onLineBack),
    },
    actions: { tellParent: sendParent((_, report: WriteReport) => report) },
  })
