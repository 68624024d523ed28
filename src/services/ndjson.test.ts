import { describe, expect, it } from 'vitest'
import { HAND_ON_MS, readNdjson, SLICE_MS } from './ndjson'

/** A stream whose chunks are all available at once: the hardest case for responsiveness. */
const streamOf = (text: string, chunkSize = 256 * 1024) => {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, (at += chunkSize)))
    },
  })
}
const row = (n: number) =>
  JSON.stringify({
    id: `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`,
    version: 1,
    first_name: 'Maximilian',
    last_name: 'Oberhauser',
    email: `user${n}@example.test`,
    username: `user_${n}`,
    role: 'PLAYER',
    is_deleted: false,
    country: 'AT',
    account_status: 'ACTIVE',
    kyc_status: 'VERIFIED',
    cash_balance: '1204.50',
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    tags: ['vip', 'newsletter'],
  })
const list = (count: number) => Array.from({ length: count }, (_, n) => `${row(n)}\n`).join('')

describe('readNdjson', () => {
  it('reads 100,000 rows in small pieces, between which the page stays responsive', async () => {
    let rows = 0
    let rests = 0
    const end = await readNdjson(streamOf(`${list(100_000)}{"total_count":100000}\n`), {
      onRows: (more) => void (rows += more.length),
      rest: async () => void (rests += 1),
    })
    expect(end).toEqual({ total_count: 100_000, cutShort: false })
    expect(rows).toBe(100_000)
    expect(rests).toBeGreaterThan(10)
  })

  it('pauses whenever a time slice is used up', async () => {
    let time = 0
    let rests = 0
    let rested = 0
    let longest = 0
    await readNdjson(streamOf(`${list(3000)}{"total_count":3000}\n`), {
      onRows: () => undefined,
      // Each reading of the clock takes a millisecond.
      now: () => (time += 1),
      rest: async () => {
        rests += 1
        longest = Math.max(longest, time - rested)
        rested = time
      },
    })
    expect(rests).toBeGreaterThan(2)
    expect(longest).toBeLessThanOrEqual(SLICE_MS + 4)
  })

  it('passes rows on ten times a second at first and less often the longer the stream takes, in however many chunks it arrives', async () => {
    let time = 0
    const handedOn: number[] = []
    let rows = 0
    await readNdjson(streamOf(`${list(160_000)}{"total_count":160000}\n`), {
      onRows: (more) => {
        handedOn.push(time)
        rows += more.length
      },
      now: () => (time += 1),
      rest: async () => undefined,
    })
    expect(rows).toBe(160_000)
    const between = handedOn.slice(1, -1).map((at, index) => at - handedOn[index]!)
    expect(between.length).toBeGreaterThan(1)
    expect(Math.min(...between)).toBeGreaterThanOrEqual(HAND_ON_MS.least)
    const late = handedOn.slice(1, -1).filter((at) => at > 10 * HAND_ON_MS.least)
    expect(late.length).toBeGreaterThan(1)
    for (const at of late) expect(at - handedOn[handedOn.indexOf(at) - 1]!).toBeGreaterThanOrEqual(0.15 * at)
  })

  it('passes collected rows on while it waits for the next chunk', async () => {
    const encoded = (from: number) => new TextEncoder().encode(`${row(from)}\n${row(from + 1)}\n`)
    const rows: unknown[] = []
    let end = () => {}
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoded(0))
        controller.enqueue(encoded(2))
        end = () => controller.close()
      },
    })
    await new Promise<void>((resolve, reject) => {
      readNdjson(stream, {
        onRows: (more) => {
          rows.push(...more)
          if (rows.length === 4) end()
        },
      }).then(() => resolve(), reject)
    })
    expect(rows).toHaveLength(4)
  })

  it('passes the first rows on before it parses the rest of a large chunk', async () => {
    const sizes: number[] = []
    await readNdjson(streamOf(`${list(2000)}{"total_count":2000}\n`, 2 ** 24), {
      onRows: (rows) => sizes.push(rows.length),
    })
    expect(sizes[0]).toBeLessThan(60)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(2000)
  })

  it.each([
    [
      'blank lines and carriage returns',
      '\n{"id":"1"}\r\n\r\n{"id":"2"}\r\n{"total_count":2}\r\n',
      2,
      { total_count: 2, cutShort: false },
    ],
    ['an unknown total', '{"id":"1"}\n{"total_count":null}', 1, { total_count: null, cutShort: false }],
    ['a record with a total of its own', '{"id":"1","total_count":4}\n', 1, { total_count: null, cutShort: true }],
    ['a total that is not a number', '{"id":"1"}\n{"total_count":"1"}\n', 2, { total_count: null, cutShort: true }],
    [
      'a line that is JSON but not a record',
      '{"id":"1"}\n17\n{"total_count":2}\n',
      1,
      { total_count: null, cutShort: true },
    ],
    [
      'lines that are JSON only when joined',
      '{"id":"1"}\n{"a":1},{"b":2}\n{"total_count":3}\n',
      1,
      { total_count: null, cutShort: true },
    ],
    ['an empty stream', '', 0, { total_count: null, cutShort: true }],
  ])('takes %s', async (_, text, count, end) => {
    for (const chunkSize of [1, 7, 1000]) {
      const rows: unknown[] = []
      expect(await readNdjson(streamOf(text, chunkSize), { onRows: (more) => rows.push(...more) })).toEqual(end)
      expect(rows).toHaveLength(count)
    }
  })

  it('shares equal references, and no others', async () => {
    const lines = [
      { id: 'u1', Creator: { id: 'a1', username: 'amara' } },
      { id: 'u2', Creator: { id: 'a1', username: 'amara' } },
      { id: 'u3', Creator: { id: 'a1', username: 'amara_new' } },
      { id: 'u4', Creator: null, tags: ['vip'] },
    ]
    const rows: { Creator: object | null }[] = []
    await readNdjson(streamOf(`${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}{"total_count":4}\n`), {
      onRows: (more) => void rows.push(...(more as typeof rows)),
    })
    expect(rows).toEqual(lines)
    expect(rows[1]!.Creator).toBe(rows[0]!.Creator)
    expect(rows[2]!.Creator).not.toBe(rows[0]!.Creator)
  })

  it('keeps the texts of each field, where few of them repeat and where most do not', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => ({
      id: `u${index}`,
      status: ['WAITING_FOR_DOCUMENT', 'WAITING_FOR_APPROVAL', null][index % 3],
      note: index % 2 ? 'the same for every second row' : `of row ${index}`,
    }))
    const rows: unknown[] = []
    await readNdjson(streamOf(`${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}{"total_count":2000}\n`), {
      onRows: (more) => void rows.push(...more),
    })
    expect(rows).toEqual(lines)
  })

  it('ends a stream that falls silent', async () => {
    let cancelled = false
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":"1"}\n')),
      cancel: () => void (cancelled = true),
    })
    const rows: unknown[] = []
    expect(await readNdjson(silent, { onRows: (more) => rows.push(...more), silenceMs: 20 })).toEqual({
      total_count: null,
      cutShort: true,
    })
    expect(rows).toHaveLength(1)
    expect(cancelled).toBe(true)
  })

  it('does not hide an error of its listener', async () => {
    const failing = readNdjson(streamOf('{"id":"1"}\n'), {
      onRows: () => {
        throw new Error('listener')
      },
    })
    await expect(failing).rejects.toThrow('listener')
  })
})
