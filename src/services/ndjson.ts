/** Reads a streamed list (contract, Lists): a record a line, the last line `{ "total_count": n }`. */

/** How long rows are parsed and handed on before the page gets a turn, milliseconds: typing never waits longer. */
export const SLICE_MS = 8

/**
 * Rows after the first ones are collected for this long before they are handed on, milliseconds: whoever shows them draws anew each
 * time. In a long stream they are collected for a part of the time that it has taken, so that drawing costs a share of it and no more.
 */
export const HAND_ON_MS = 100
const HAND_ON_SHARE = 0.2

/** Characters that are parsed at once: the first rows soon, the others about a millisecond's worth each time. */
const PIECE = { first: 8 * 1024, later: 64 * 1024 } as const

/** A stream that is silent for this long has broken without saying so (a laptop that slept, a dead proxy), milliseconds. */
const SILENCE_MS = 30_000

/** How a stream ended. */
export interface StreamEnd {
  /** What the last line told; null where the server does not know, or no last line came. */
  total_count: number | null
  cutShort: boolean
}
const CUT_SHORT: StreamEnd = { total_count: null, cutShort: true }

export interface NdjsonOptions {
  /** Rows in the list's order: the first ones as soon as they arrive, the others at most ten times a second. */
  onRows: (rows: unknown[]) => void
  signal?: AbortSignal
  /** Milliseconds of any steady clock. */
  now?: () => number
  /** Lets the page take its turn. */
  rest?: () => Promise<void>
  silenceMs?: number
}

/**
 * A pause as a message: it takes its turn behind the work of React and of the browser that waits already. `scheduler.yield`
 * comes back ahead of both, and a timer that follows others waits for 4 ms, which is half of a slice.
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

/** The last line: an object with `total_count` (a whole number, or null where it is not known) and nothing else. */
const isEnd = (value: unknown): value is { total_count: number | null } =>
  isRecord(value) &&
  Object.keys(value).length === 1 &&
  (value.total_count === null || Number.isSafeInteger(value.total_count))

interface Parsed {
  records: unknown[]
  /** A line among them could not be read; `records` holds those before it. */
  malformed: boolean
}

/** Line after line, up to the first that is no record. */
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

/** All lines in one go, which is several times faster than one by one: a raw line break can only stand between records. */
function parseLines(text: string): Parsed {
  try {
    const lines = text.split('\n')
    const records = JSON.parse(`[${lines.join(',')}]`) as unknown[]
    if (records.length === lines.length && records.every(isRecord)) return { records, malformed: false }
  } catch {
    // A blank or broken line: the slow way finds it.
  }
  return parseEachLine(text)
}

const isSame = (one: Record<string, unknown>, other: Record<string, unknown>) => {
  for (const key in one) if (one[key] !== other[key]) return false
  return Object.keys(one).length === Object.keys(other).length
}

/**
 * References (`Creator: { id, username }`) repeat from row to row: rows of one stream share one object for each, which is a
 * fifth of a list's memory.
 * @returns what puts the shared ones into parsed records
 */
function createSharer(): (records: Record<string, unknown>[]) => void {
  const known = new Map<unknown, Record<string, unknown>>()
  const fields = new Set<string>()
  return (records) => {
    // Which fields hold references, a few rows tell: to walk through all fields of all rows would take longer than to parse them.
    for (const record of records.slice(0, 8)) for (const key in record) if (isRecord(record[key])) fields.add(key)
    for (const field of fields) {
      for (const record of records) {
        const value = record[field]
        if (!isRecord(value)) continue
        const first = known.get(value.id)
        if (first === undefined) known.set(value.id, value)
        else if (isSame(first, value)) record[field] = first
      }
    }
  }
}

/** Where the next lines to parse end: after about `size` characters, else at the last whole line; -1 where more must arrive first. */
function endOfPiece(text: string, from: number, size: number, complete: boolean): number {
  const after = text.indexOf('\n', from + size)
  const newline = after >= 0 ? after : text.lastIndexOf('\n')
  if (newline >= from) return newline
  // The last line may lack its line break.
  return complete ? text.length : -1
}

/**
 * Reads the stream to its last line and hands the rows on as they arrive.
 * @returns the total that the last line told; `cutShort` where the stream ended, broke or fell silent before it, or a line
 * was malformed. After an abort nothing is handed on any more and the answer says `cutShort`; whoever aborted knows.
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
  /** Rows that are not handed on yet, and when the last ones were. */
  let collected: unknown[] = []
  let handedOn = -Infinity
  const began = now()
  const handOnAt = () => handedOn + Math.max(HAND_ON_MS, (now() - began) * HAND_ON_SHARE)

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

  /** As `nextChunk`; where it is long in coming, what is collected is handed on meanwhile. */
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

  /** Takes whole lines. @returns how the stream ended, or null while it goes on */
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
    // What is left of the stream is not wanted; it may be broken already.
    reader.cancel().catch(() => undefined)
  }
}
