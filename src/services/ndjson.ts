/** Reads a streamed list (contract, Lists): one record per line; the last line is `{ "total_count": n }`. */

/** How long rows are parsed and passed on before the page can handle input, in milliseconds. */
export const SLICE_MS = 8

/**
 * How long rows after the first ones are collected before they are passed on, in milliseconds, because each time the
 * receiver renders again. The interval is half of the time elapsed so far, within these bounds: rendering then takes a
 * small share of the time of a long stream, and a list of 100,000 rows is rendered about six times.
 */
export const HAND_ON_MS = { least: 100, most: 1000 } as const
const HAND_ON_SHARE = 0.5

/**
 * Characters that are parsed at once: few for the first rows, so that they appear soon, and later about a millisecond's
 * worth.
 */
const PIECE = { first: 8 * 1024, later: 64 * 1024 } as const

/** Time without data after which a stream counts as broken (a laptop that slept, a dead proxy), in milliseconds. */
const SILENCE_MS = 30_000

/** The end of a stream. */
export interface StreamEnd {
  /** The total of the last line; null if the server does not know it, or the last line is missing. */
  total_count: number | null
  cutShort: boolean
}
const CUT_SHORT: StreamEnd = { total_count: null, cutShort: true }

export interface NdjsonOptions {
  /** Rows in the list's order: the first ones as soon as they arrive, the following ones at most ten times a second. */
  onRows: (rows: unknown[]) => void
  signal?: AbortSignal
  /** Returns the time of a monotonic clock, in milliseconds. */
  now?: () => number
  /** Lets the page handle other work. */
  rest?: () => Promise<void>
  silenceMs?: number
}

/**
 * A pause by means of a message, which is queued behind waiting work of React and the browser. `scheduler.yield` would
 * resume before both, and a nested timer waits for 4 ms, which is half of a slice.
 */
const giveWay = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The last line: an object with `total_count` (an integer, or null if it is unknown) and no other property. */
const isEnd = (value: unknown): value is { total_count: number | null } =>
  isRecord(value) &&
  Object.keys(value).length === 1 &&
  (value.total_count === null || Number.isSafeInteger(value.total_count))

interface Parsed {
  records: unknown[]
  /** One of the lines could not be parsed; `records` contains the records before it. */
  malformed: boolean
}

/** Parses line by line, up to the first that is not a record. */
function parseEachLine(text: string): Parsed {
  const records: unknown[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    try {
      const value: unknown = JSON.parse(line)
      if (!isRecord(value)) return { records, malformed: true }
      records.push(value)
    } catch {
      return { records, malformed: true }
    }
  }
  return { records, malformed: false }
}

/**
 * Parses all lines at once, which is several times faster than one by one: a raw line break occurs only between
 * records.
 */
function parseLines(text: string): Parsed {
  try {
    const lines = text.split('\n')
    const records = JSON.parse(`[${lines.join(',')}]`) as unknown[]
    if (records.length === lines.length && records.every(isRecord)) return { records, malformed: false }
  } catch {
    // A blank or broken line: parsing line by line finds it.
  }
  return parseEachLine(text)
}

const isSame = (one: Record<string, unknown>, other: Record<string, unknown>) => {
  for (const key in one) if (one[key] !== other[key]) return false
  return Object.keys(one).length === Object.keys(other).length
}

/** Shorter texts are shared by V8's own JSON parser. */
const SHARED_FROM_LENGTH = 10
/** A field with more different texts is no enumeration, and is not shared. */
const SHARED_TEXTS_AT_MOST = 256
/** Number of records at the start of each piece that are searched for fields to share, and of pieces searched for texts. */
const SEARCHED = { records: 8, pieces: 8 } as const

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length >= SHARED_FROM_LENGTH

/** @returns whether two of the records have the same long text in the field */
function repeats(records: readonly Record<string, unknown>[], field: string): boolean {
  const seen = new Set<string>()
  for (const { [field]: value } of records) {
    if (!isLong(value)) continue
    if (seen.has(value)) return true
    seen.add(value)
  }
  return false
}

/**
 * References (`Creator: { id, username }`) and the values of enumerations (`WAITING_FOR_DOCUMENT`) repeat from row to row.
 * The rows of one stream share one object or string for each. Shared references alone save a fifth of a list's memory.
 * @returns a function that replaces equal references and texts in parsed records by shared ones
 */
function createSharer(): (records: Record<string, unknown>[]) => void {
  const references = new Map<unknown, Record<string, unknown>>()
  const fields = new Set<string>()
  /** The texts of each field whose values repeat. */
  const texts = new Map<string, Map<string, string>>()
  /** Fields in which some values repeat, but most do not. */
  const various = new Set<string>()

  const shareReferences = (records: Record<string, unknown>[], field: string) => {
    for (const record of records) {
      const value = record[field]
      if (!isRecord(value)) continue
      const first = references.get(value.id)
      if (first === undefined) references.set(value.id, value)
      else if (isSame(first, value)) record[field] = first
    }
  }
  const shareTexts = (records: Record<string, unknown>[], field: string, known: Map<string, string>) => {
    for (const record of records) {
      const value = record[field]
      if (!isLong(value)) continue
      const first = known.get(value)
      if (first === undefined) known.set(value, value)
      else record[field] = first
    }
    if (known.size <= SHARED_TEXTS_AT_MOST) return
    texts.delete(field)
    various.add(field)
  }

  let pieces = 0
  return (records) => {
    // A few rows suffice to find the fields: checking all fields of all rows would take longer than parsing them.
    const some = records.slice(0, SEARCHED.records)
    for (const record of some) for (const key in record) if (isRecord(record[key])) fields.add(key)
    if (pieces++ < SEARCHED.pieces)
      for (const key in some[0])
        if (!texts.has(key) && !various.has(key) && repeats(some, key)) texts.set(key, new Map())
    for (const field of fields) shareReferences(records, field)
    for (const [field, known] of texts) shareTexts(records, field, known)
  }
}

/**
 * The end of the next lines to parse: after about `size` characters, otherwise at the last complete line; -1 if more
 * data is needed.
 */
function endOfPiece(text: string, from: number, size: number, complete: boolean): number {
  const after = text.indexOf('\n', from + size)
  const newline = after >= 0 ? after : text.lastIndexOf('\n')
  if (newline >= from) return newline
  // The last line may lack its line break.
  return complete ? text.length : -1
}

/**
 * Reads the stream to its last line and passes the rows on as they arrive.
 * @returns the total of the last line; `cutShort` if the stream ended, broke or fell silent before it, or a line was
 * malformed. After an abort no more rows are passed on, and the result is `cutShort`.
 */
export async function readNdjson(
  stream: ReadableStream<Uint8Array>,
  { onRows, signal, now = () => performance.now(), rest = giveWay, silenceMs = SILENCE_MS }: NdjsonOptions,
): Promise<StreamEnd> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  let size: number = PIECE.first
  let sliceBegan = now()
  const share = createSharer()
  /** Rows that have not been passed on yet, and the time when rows were last passed on. */
  let collected: unknown[] = []
  let handedOn = -Infinity
  const began = now()
  const handOnAt = () =>
    handedOn + Math.min(HAND_ON_MS.most, Math.max(HAND_ON_MS.least, (now() - began) * HAND_ON_SHARE))

  const handOn = () => {
    handedOn = now()
    const rows = collected
    collected = []
    if (rows.length > 0) onRows(rows)
  }

  const nextChunk = async () => {
    const silence = setTimeout(() => void reader.cancel().catch(() => undefined), silenceMs)
    try {
      return await reader.read()
    } catch {
      // The connection broke, or the call was aborted: the stream ends here.
      return { done: true, value: undefined } as const
    } finally {
      clearTimeout(silence)
    }
  }

  /** As `nextChunk`, but passes collected rows on if the chunk takes long. */
  const nextChunkHandingOn = async () => {
    const coming = nextChunk()
    if (collected.length === 0) return coming
    let timer: ReturnType<typeof setTimeout> | undefined
    const due = new Promise<'due'>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, handOnAt() - now()), 'due')
    })
    if ((await Promise.race([coming, due])) === 'due' && !signal?.aborted) handOn()
    clearTimeout(timer)
    return coming
  }

  /** Processes complete lines. @returns the end of the stream, or null if it continues */
  const take = (lines: string): StreamEnd | null => {
    const { records, malformed } = parseLines(lines)
    const last = records.at(-1)
    const end = !malformed && isEnd(last) ? last : null
    if (end) records.pop()
    share(records as Record<string, unknown>[])
    for (const record of records) collected.push(record)
    if (malformed) return CUT_SHORT
    return end && { total_count: end.total_count, cutShort: false }
  }

  const read = async (): Promise<StreamEnd> => {
    for (;;) {
      const { done, value } = await nextChunkHandingOn()
      pending += done ? decoder.decode() : decoder.decode(value, { stream: true })
      let from = 0
      for (
        let until = endOfPiece(pending, from, size, done);
        until >= from;
        until = endOfPiece(pending, from, size, done)
      ) {
        if (signal?.aborted) return CUT_SHORT
        const end = take(pending.slice(from, until))
        if (end || now() >= handOnAt()) handOn()
        if (end) return end
        from = until + 1
        size = PIECE.later
        if (now() - sliceBegan > SLICE_MS) {
          await rest()
          sliceBegan = now()
        }
      }
      pending = pending.slice(from)
      if (!done) continue
      if (!signal?.aborted) handOn()
      return CUT_SHORT
    }
  }

  try {
    return await read()
  } finally {
    // The rest of the stream is not needed, and the stream may be broken already.
    reader.cancel().catch(() => undefined)
  }
}
