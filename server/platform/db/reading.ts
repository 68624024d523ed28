/** Reads that are sent together: what the server polls costs one statement, not one per value. */
import type { Queryable } from '@server/platform/ports/db'
import { createParams, type Params } from './params'

/** A read whose result is one JSON value. */
export interface Reading<T> {
  /** @returns an SQL expression; its values are added to the statement's parameters */
  sql(params: Params): string
  parse(value: unknown): T
}

type Results<R extends readonly Reading<unknown>[]> = { [K in keyof R]: R[K] extends Reading<infer T> ? T : never }

/** Runs all reads in one statement, and so on one snapshot. @returns their results in the same order */
export async function readTogether<const R extends readonly Reading<unknown>[]>(
  db: Queryable,
  readings: R,
): Promise<Results<R>> {
  const params = createParams()
  const columns = readings.map((reading, index) => `(${reading.sql(params)})::text as r${index}`)
  const [row] = await db.query<Record<string, string | null>>(`select ${columns.join(', ')}`, params.values)
  const results = readings.map((reading, index) => {
    const text = row![`r${index}`]
    return reading.parse(text === null || text === undefined ? null : (JSON.parse(text) as unknown))
  })
  return results as Results<R>
}
