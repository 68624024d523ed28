/** Lists as NDJSON: one record per line; the last line is the count (contract, Lists). */

export interface StreamOptions {
  /** Rows per chunk. */
  chunk?: number
  /** Pause between chunks, in milliseconds. */
  pauseMs?: number
  /** Ends the response after this many rows, without the last line. */
  cutAfter?: number
}

/** A list as a stream. @param total the count in the last line */
export function streamed(
  rows: readonly unknown[],
  total: number | null,
  { chunk = 500, pauseMs = 0, cutAfter = Infinity }: StreamOptions = {},
): Response {
  const encoder = new TextEncoder()
  const end = Math.min(rows.length, cutAfter)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent >= end) {
        if (cutAfter === Infinity) controller.enqueue(encoder.encode(`${JSON.stringify({ total_count: total })}\n`))
        controller.close()
        return
      }
      if (sent > 0 && pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      const lines = rows.slice(sent, Math.min(sent + chunk, end)).map((row) => `${JSON.stringify(row)}\n`)
      sent += lines.length
      controller.enqueue(encoder.encode(lines.join('')))
    },
  })
  return new Response(body, {
    headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
