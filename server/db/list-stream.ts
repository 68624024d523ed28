/**
 * Reads a list of any length batch by batch, never held whole. A cursor is fastest, and holds a connection: a reader who stops
 * reading loses it, and goes on after the last row that was sent (keyset). Where no connection is free for a cursor, each batch is
 * a short query that starts after the last row of the one before.
 */
import { createParams } from './params'
import type { Db, Param, RowCursor } from './db'

/** What is read, in which order. */
export interface ListSource {
  /** SQL of a row's JSON, as text; it holds the row's `id`. */
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

/** Stands between two rows: a new line in the streamed form, a comma in a JSON array. */
export type Separator = '\n' | ','

/** Rows of a list, in order. */
export interface RowBatch {
  /** How many rows there are, at least one. */
  count: number
  /** Each row's JSON, with the separator between two. */
  text: string
}

/** The rows of a list, in the form that their reader needs. */
export type RowBatches = (separator: Separator) => AsyncGenerator<RowBatch, void, void>

const FIRST_BATCH = 100
/** Larger batches cost memory for each reader. A smaller one costs a cursor next to nothing, the others a query more. */
const CURSOR_BATCH = 500
const KEYSET_BATCH = 1000
/** A cursor whose reader takes nothing for so long is closed, milliseconds; another one goes on where it stood. */
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
/** What the database answers: the rows, and the last of them. */
interface Batch extends Partial<Last> {
  n: number
  j: string
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

/** How far a list is read. */
interface Place {
  /** Null before the first row. */
  last: Last | null
  /** How many rows are still wanted. */
  left: number
}

/** @returns the conditions, the offset and the values of a read that goes on at `place`; a limit may be added to the values */
function goOn(list: ListSource, { last }: Place) {
  const params = createParams()
  params.values.push(...list.values)
  const after = last ? [afterCondition(list, last, (value, type) => params.add(value, type))] : []
  const offset = last || list.offset === 0 ? '' : `offset ${params.add(list.offset, 'bigint')}`
  return { params, where: whereOf([...list.where, ...after]), offset }
}

const sqlOf = (separator: Separator) => (separator === ',' ? `','` : 'chr(10)')

/** Each batch a query of its own. The database joins its rows to one text: a value for each row would cost Node more. */
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
    // The size is part of the text: with a placeholder the planner would not know that only a few rows are wanted.
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
  // In the default order each batch can be a query of its own; a sorted list would be sorted anew for each.
  return db.cursor(text, params.values, list.sort !== null)
}

/** Through cursors, each open for as long as its reader reads. Moves `place`; ends early where no connection is free for one. */
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
 * @throws the signal's reason where it fired: a list that was cut short must not look complete
 */
export const streamList = (db: Db, list: ListSource, signal: AbortSignal): RowBatches =>
  async function* (separator) {
    const place: Place = { last: null, left: list.limit }
    yield* cursorBatches(db, list, place, separator, signal)
    yield* keysetBatches(db, list, place, separator, signal)
    signal.throwIfAborted()
  }
