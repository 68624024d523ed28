/** Health checks: whether the server runs, and whether it can serve (contract/http/health.ts). */
import type { Db } from '@server/platform/ports/db'
import type { RoutesOf } from '@server/platform/operations/call'
import { unavailable } from '@server/platform/operations/failure'

/** A database that takes longer than this to respond counts as down, milliseconds. */
const ANSWERS_WITHIN_MS = 2000

/** @returns the query's result. @throws a refusal after the time limit */
async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable()), ANSWERS_WITHIN_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A server that is stopping refuses `health.ready` like every other call (app.ts). */
export function createHealthRoutes(db: Db): RoutesOf<'health'> {
  /** Only one probe of the database runs at a time: frequent checks must not use up the connections of a slow one. */
  let probing: Promise<unknown> | null = null
  const probe = () =>
    (probing ??= db.query('select 1').finally(() => {
      probing = null
    }))

  return {
    'health.live': async () => ({ status: 'live' }),
    'health.ready': async () => {
      await inTime(probe())
      return { status: 'ready' }
    },
  }
}
