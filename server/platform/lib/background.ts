import { every } from './timers'

/**
 * Repeats background work.
 * @param work its failure is reported, and does not end the repetition
 * @param what names the work in the log
 * @returns ends it, and waits for a run in progress
 */
export function repeat(
  ms: number,
  work: () => Promise<unknown>,
  onError: (error: unknown, what: string) => void,
  what: string,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const end = every(ms, () => {
    running = work().catch((error: unknown) => onError(error, what))
  })
  return async () => {
    end()
    await running
  }
}
