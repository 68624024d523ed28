/**
 * Reads a list of any length batch by batch, never held whole. By default each batch is a short query that starts after the
 * last row of the one before (keyset): between two batches a list holds no connection, so that a reader who stops reading
 * keeps nobody waiting.
 */
import { createParams } from './params'
import type { Db, Param } from './db'

/** What is read, in which order. */
export interface ListSource {
  /** SQL of a row's JSON, as text. */
  json: string
  /** Tables and joins, without `from`. */
  source: string
  /** Conditions, all of which hold. */
  where: readonly string[]
  /** Values of the placeholders in `where`. */
  values: readonly Param[]
  /** The unique column that orders rows with the same key, and all where there is no key. */
  id: string
  /** The key that sorts; null: the id alone. Nulls come last in both directions. */
  sort: { key: string; type: string } | null
  descending: boolean
  limit: number
  offset: number
}

const FIRST_BATCH = 100
/** Larger batches cost memory for each reader, smaller ones a query more for each batch. */
const BATCH = 1000

const whereOf = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')

/** The `order by` of a list. */
export function orderOf({ id, sort, descending }: Pick<ListSource, 'id' | 'sort' | 'descending'>): string {
  const direction = descending ? 'desc' : 'asc'
  return `order by ${sort ? `${sort.key} ${direction} nulls last, ` : ''}${id} ${direction}`
}

interface Last {
  key: string | null
  id: string
}

/** The condition of rows that come after one with this key and id. */
function afterCondition(list: ListSource, last: Last, add: (value: Param, type: string) => string): string {
  const than = list.descending ? '<' : '>'
  const id = `${list.id} ${than} ${add(last.id, 'uuid')}`
  if (!list.sort) return id
  const { key, type } = list.sort
  if (last.key === null) return `(${key} is null and ${id})`
  const value = add(last.key, type)
  return `(${key} ${than} ${value} or (${key} = ${value} and ${id}) or ${key} is null)`
}

/** Every batch a query of its own. */
async function* keysetBatches(db: Db, list: ListSource, signal: AbortSignal): AsyncGenerator<string[], void, void> {
  const key = list.sort ? `, (${list.sort.key})::text as key` : ''
  let last: Last | null = null
  let left = list.limit
  while (left > 0 && !signal.aborted) {
    const params = createParams()
    params.values.push(...list.values)
    const after = last ? [afterCondition(list, last, (value, type) => params.add(value, type))] : []
    // The size is part of the text: with a placeholder the planner would not know that only a few rows are wanted.
    const size = last ? BATCH : FIRST_BATCH
    const offset = last || list.offset === 0 ? '' : `offset ${params.add(list.offset, 'bigint')}`
    const rows: (Partial<Last> & { j: string; id: string })[] = await db.query(
      `select ${list.json} as j, ${list.id}::text as id${key} from ${list.source}
       ${whereOf([...list.where, ...after])} ${orderOf(list)} limit ${size} ${offset}`,
      params.values,
    )
    const wanted = rows.length > left ? rows.slice(0, left) : rows
    if (wanted.length > 0) yield wanted.map((row) => row.j)
    if (rows.length < size) return
    left -= wanted.length
    const { key: lastKey = null, id } = rows.at(-1)!
    last = { key: lastKey, id }
  }
}

/** A sorted list through a cursor: the database sorts once, not for each batch. */
function cursorBatches(db: Db, list: ListSource, signal: AbortSignal) {
  const params = createParams()
  params.values.push(...list.values)
  const window =
    list.limit < Number.MAX_SAFE_INTEGER || list.offset > 0
      ? `limit ${params.add(list.limit, 'bigint')} offset ${params.add(list.offset, 'bigint')}`
      : ''
  const text = `select ${list.json} from ${list.source} ${whereOf(list.where)} ${orderOf(list)} ${window}`
  return db.cursor(text, params.values, { firstBatch: FIRST_BATCH, batch: BATCH, signal })
}

/**
 * @param signal ends the read early
 * @returns batches of rows as JSON texts
 * @throws the signal's reason where it fired: a list that was cut short must not look complete
 */
export async function* streamList(db: Db, list: ListSource, signal: AbortSignal): AsyncGenerator<string[], void, void> {
  // PGlite has one connection, which a cursor would hold: there a sorted list is read by its key too.
  yield* list.sort && db.kind === 'postgres' ? cursorBatches(db, list, signal) : keysetBatches(db, list, signal)
  signal.throwIfAborted()
}
