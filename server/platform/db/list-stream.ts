/**
 * Reads a list of any length in batches, never whole. A cursor is fastest but holds a connection: where the reader stops
 * reading, the cursor is closed, and the read continues after the last row that was sent (keyset). Where no connection is free
 * for a cursor, each batch is a short query that starts after the last row of the previous one.
 */
import { createParams } from './params'
import type { Db, Param, RowCursor } from '@server/platform/ports/db'

/** What is read, and in which order. */
export interface ListSource {
  /** SQL of a row's JSON, as text; it contains the row's `id`. */
  json: string
  /** Tables and joins, without the word `from`. */
  source: string
  /** Conditions, joined by `and`. */
  where: readonly string[]
  /** Values of the placeholders in `where`. */
  values: readonly Param[]
  /** The unique column that orders rows with equal keys, and all rows where there is no key. */
  id: string
  /** The sort key; null: by id alone. Nulls come last in both directions. */
  sort: { key: string; type: string } | null
  descending: boolean
  limit: number
  offset: number
}

/** Text between two rows: a new line in the streamed form, a comma in a JSON array. */
export type Separator = '\n' | ','

/** Rows of a list, in order. */
export interface RowBatch {
  /** Number of rows, at least one. */
  count: number
  /** Each row's JSON, joined by the separator. */
  text: string
}

/** The rows of a list, in the form that their reader needs. */
export type RowBatches = (separator: Separator) => AsyncGenerator<RowBatch, void, void>

const FIRST_BATCH = 100
/** Larger batches cost memory for each reader. Smaller ones cost a cursor almost nothing, but a read by keyset another query. */
const CURSOR_BATCH = 500
const KEYSET_BATCH = 1000
/** A cursor whose reader takes nothing for this long is closed, milliseconds; another one continues after the last row. */
const CURSOR_RESTS_MS = 250

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
/** The database's result: the rows, and the last of them. */
interface Batch extends Partial<Last> {
  n: number
  j: string
  id: string
}

/** The condition that selects the rows after the one with this key and id. */
function afterCondition(list: ListSource, last: Last, add: (value: Param, type: string) => string): string {
  const than = list.descending ? '<' : '>'
  const id = `${list.id} ${than} ${add(last.id, 'uuid')}`
  if (!list.sort) return id
  const { key, type } = list.sort
  if (last.key === null) return `(${key} is null and ${id})`
  const value = add(last.key, type)
  return `(${key} ${than} ${value} or (${key} = ${value} and ${id}) or ${key} is null)`
}

/** Position of a read in its list. */
interface Place {
  /** Null before the first row. */
  last: Last | null
  /** Number of rows that are still wanted. */
  left: number
}

/** @returns the conditions, the offset and the values of a read that continues at `place`; a limit may be added to the values */
function goOn(list: ListSource, { last }: Place) {
  const params = createParams()
  params.values.push(...list.values)
  const after = last ? [afterCondition(list, last, (value, type) => params.add(value, type))] : []
  const offset = last || list.offset === 0 ? '' : `offset ${params.add(list.offset, 'bigint')}`
  return { params, where: whereOf([...list.where, ...after]), offset }
}

const sqlOf = (separator: Separator) => (separator === ',' ? `','` : 'chr(10)')

/** Reads each batch with its own query. The database joins its rows to one text: one value per row would cost Node more. */
async function* keysetBatches(
  db: Db,
  list: ListSource,
  place: Place,
  separator: Separator,
  signal: AbortSignal,
): AsyncGenerator<RowBatch, void, void> {
  const key = list.sort ? `, (${list.sort.key})::text as key` : ''
  const lastKey = list.sort ? ', (array_agg(x.key))[count(*)] as key' : ''
  while (place.left > 0 && !signal.aborted) {
    const { params, where, offset } = goOn(list, place)
    // The size is part of the text: with a placeholder the planner would not use that only a few rows are wanted.
    const size = place.last ? KEYSET_BATCH : FIRST_BATCH
    const limit = place.left < size ? params.add(place.left, 'bigint') : size
    const [batch] = await db.query<Batch>(
      `select count(*)::int as n, string_agg(x.j, ${sqlOf(separator)}) as j, (array_agg(x.id))[count(*)] as id${lastKey}
       from (select ${list.json} as j, ${list.id}::text as id${key} from ${list.source}
         ${where} ${orderOf(list)} limit ${limit} ${offset}) x`,
      params.values,
    )
    const { n: count, j: text, id, key: keyOfLast = null } = batch!
    if (count > 0) yield { count, text }
    if (count < size) return
    place.left -= count
    place.last = { key: keyOfLast, id }
  }
}

function openCursor(db: Db, list: ListSource, place: Place): Promise<RowCursor | null> {
  const { params, where, offset } = goOn(list, place)
  const limit = place.left < Number.MAX_SAFE_INTEGER ? `limit ${params.add(place.left, 'bigint')}` : ''
  const key = list.sort ? `, (${list.sort.key})::text` : ''
  const text = `select ${list.json}${key} from ${list.source} ${where} ${orderOf(list)} ${limit} ${offset}`
  // In the default order each batch can be its own query; a sorted list would be sorted again for each.
  return db.cursor(text, params.values, list.sort !== null)
}

/** Reads through cursors, each open while its reader reads. Moves `place`; ends early where no connection is free for one. */
async function* cursorBatches(
  db: Db,
  list: ListSource,
  place: Place,
  separator: Separator,
  signal: AbortSignal,
): AsyncGenerator<RowBatch, void, void> {
  let cursor: RowCursor | null = null
  let rest: ReturnType<typeof setTimeout> | undefined
  try {
    for (let size = FIRST_BATCH; place.left > 0 && !signal.aborted; size = CURSOR_BATCH) {
      cursor ??= await openCursor(db, list, place)
      if (!cursor) return
      const rows = await cursor.read(size)
      if (rows.length > 0) {
        const [json, key = null] = rows.at(-1)!
        place.left -= rows.length
        place.last = { key, id: (JSON.parse(json!) as { id: string }).id }
        const idle = cursor
        rest = setTimeout(() => {
          cursor = null
          void idle.close()
        }, CURSOR_RESTS_MS)
        yield { count: rows.length, text: rows.map(([each]) => each).join(separator) }
        clearTimeout(rest)
      }
      if (rows.length < size) place.left = 0
    }
  } finally {
    clearTimeout(rest)
    await cursor?.close()
  }
}

/**
 * @param signal ends the read early
 * @returns the rows, in batches
 * @throws the signal's reason where it fired: a truncated list must not look complete
 */
export const streamList = (db: Db, list: ListSource, signal: AbortSignal): RowBatches =>
  async function* (separator) {
    const place: Place = { last: null, left: list.limit }
    yield* cursorBatches(db, list, place, separator, signal)
    yield* keysetBatches(db, list, place, separator, signal)
    signal.throwIfAborted()
  }
