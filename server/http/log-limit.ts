/** Limits the log: a failure that repeats must not fill the disk, and must not hide the others. */
import type { FastifyBaseLogger } from 'fastify'

/** Lines of one kind that are written within the window; further ones are counted. */
const LINES = 5
const WINDOW_MS = 10_000
/** Maximum number of distinct kinds; further ones count as one kind. */
const KINDS_MAX = 200

export type LogFailure = (error: unknown, message: string, fields?: object) => void

const kindOf = (error: unknown, message: string) =>
  `${message} ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`.slice(0, 200)

/**
 * @param log receives the lines
 * @returns logs an error; the first line after a pause contains how many of its kind were left out (`left_out`)
 */
export function createLogLimit(log: Pick<FastifyBaseLogger, 'error'>): LogFailure {
  const kinds = new Map<string, { since: number; lines: number }>()
  return (error, message, fields) => {
    const now = performance.now()
    const kind = kindOf(error, message)
    const key = kinds.has(kind) || kinds.size < KINDS_MAX ? kind : 'others'
    const known = kinds.get(key)
    if (known && now - known.since < WINDOW_MS) {
      known.lines += 1
      if (known.lines > LINES) return
      return log.error({ err: error, ...fields }, message)
    }
    for (const [each, { since }] of kinds) if (now - since >= WINDOW_MS && each !== key) kinds.delete(each)
    kinds.set(key, { since: now, lines: 1 })
    const leftOut = Math.max(0, (known?.lines ?? 0) - LINES)
    log.error({ err: error, ...fields, ...(leftOut > 0 ? { left_out: leftOut } : {}) }, message)
  }
}
