/** Repeats transactions that the database has rolled back because of others that ran at the same time. */
import { pause } from '@server/platform/lib/timers'
import { sqlState, type Db, type Queryable } from '@server/platform/ports/db'

/** `serialization_failure` and `deadlock_detected`: nothing of the transaction has taken effect, and it may succeed when repeated. */
const REPEATABLE = new Set(['40001', '40P01'])
/** Number of attempts in all. */
const ATTEMPTS = 6
/** The pause before the second attempt, milliseconds. It doubles with each further one. */
const FIRST_PAUSE_MS = 10

export interface RetryOptions {
  /** Number of attempts in all, at least 1. */
  attempts?: number
  /** A random number from 0 up to 1. */
  random?: () => number
}

/** The pause after an attempt (counted from 1), milliseconds: half of it is random, so that two transactions do not meet again. */
const pauseAfter = (attempt: number, random: () => number) => FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random() / 2)

/**
 * Runs a transaction, and repeats it where the database ends it with 40001 or 40P01.
 * @param work runs once per attempt: everything that it changes outside the database must be new in each
 * @returns what `work` returns in the attempt that is committed
 * @throws the error of the last attempt; any other error immediately. A lost connection is not repeated, because the transaction
 *   may have been committed
 */
export async function retriedTransaction<T>(
  db: Pick<Db, 'transaction'>,
  work: (tx: Queryable) => Promise<T>,
  { attempts = ATTEMPTS, random = Math.random }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt >= attempts || !REPEATABLE.has(sqlState(error)?.code ?? '')) throw error
      await pause(pauseAfter(attempt, random))
    }
  }
}
