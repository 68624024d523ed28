/** Imports of large files on both databases, tested with games (catalogue, Import). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL_LIST_ITEM_NO, WHOLE_LIST_MAX } from '@contract/constants'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { createImporter, csvOf, GAMES, goodLine, IMPORT_HEAD, type Importer } from './kit/imports'
import { makePlatform } from './kit/platform'

/** A file of the maximum size takes longer: the nightly `npm run test:import` imports one. */
const LINES = 5000
const BAD_EVERY = 1000

/** A file with this many lines; each thousandth has an invalid RTP. */
const fileOf = (count: number, name?: string) =>
  csvOf(count, (index) => {
    const line = goodLine(index, name)
    return index % BAD_EVERY === 7 ? line.replace('96,5', 'a lot') : line
  })

const databases = await testDatabases()

describe.each(databases.everyKind)('imports on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let editor: TestClient
  let importer: Importer

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    const host = await platform.start({ host: '127.0.0.1', port: 0 })
    editor = await signedIn(platform, 'CONTENT_EDITOR')
    importer = createImporter(host, editor, db)
  })
  afterAll(() => platform.close())

  it('apply all valid lines of a large file in one transaction; a repetition changes nothing', async () => {
    const { imported, send, count } = importer
    const before = await count()
    const file = fileOf(LINES)
    const bad = LINES / BAD_EVERY
    const dry = await imported(file, true)
    expect(dry.end).toEqual({
      end: 'checked',
      new: LINES - bad,
      changed: 0,
      same: 0,
      refused: bad,
      message: null,
    })
    expect(dry.lines).toHaveLength(LINES)
    expect(dry.lines.find(({ outcome }) => outcome === 'refused')).toEqual({
      line: 9,
      outcome: 'refused',
      key: 'imported-7',
      changes: [],
      message: 'RTP: 0 to 100 with up to 2 decimals',
    })
    expect(await count()).toEqual(before)
    const key = randomUUID()
    const done = await imported(file, false, { key })
    expect([done.status, done.end, done.total]).toEqual([200, { ...dry.end, end: 'applied' }, { total_count: LINES }])
    const after = await count()
    expect(after).toEqual({ n: before.n + LINES - bad, audit: before.audit + LINES - bad })
    expect((await imported(file, false, { key })).end).toEqual(done.end)
    expect((await imported(file, false)).end).toEqual({
      ...dry.end,
      end: 'applied',
      new: 0,
      same: LINES - bad,
    })
    expect(await count()).toEqual(after)
    const tooMany = await send(fileOf(WHOLE_LIST_MAX + 1), true)
    expect([tooMany.status, await tooMany.text()]).toEqual([422, expect.stringContaining('more than 50,000 records')])
    const { body } = await editor.get(`${GAMES}?itemNo=${FULL_LIST_ITEM_NO}&fields=position`)
    const places = (body as { data: { position: number }[] }).data.map(({ position }) => position)
    expect(new Set(places).size).toBe(places.length)
  }, 240_000)

  it('apply nothing of a file that is stopped half-way, and do not block the next one', async () => {
    const { imported, send, count } = importer
    const before = await count()
    const leaving = new AbortController()
    const reply = await send(fileOf(20_000, 'Renamed'), false, { signal: leaving.signal })
    const reader = reply.body!.getReader()
    await reader.read()
    leaving.abort()
    await expect(reader.read()).rejects.toThrow(/abort/i)
    // It waits for the transaction that is being rolled back.
    const next = await imported(`${IMPORT_HEAD}\nafter-it;After it;fathomlight;slot;;;;;`, false)
    expect(next.end).toMatchObject({ end: 'applied', new: 1 })
    expect(await count()).toEqual({ n: before.n + 1, audit: before.audit + 1 })
    expect(await db.query(`select 1 from games where name like 'Renamed%'`)).toEqual([])
  }, 120_000)
})
