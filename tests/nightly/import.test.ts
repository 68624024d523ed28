/** The largest file that an import accepts, with invalid lines of every kind, on both databases (`npm run test:import`). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WHOLE_LIST_MAX } from '@contract/constants'
import type { PitbossServer } from '@server/server'
import { signedIn } from '@tests/server/kit/client'
import { testDatabases } from '@tests/server/kit/databases'
import { createImporter, csvOf, goodLine, type Importer } from '@tests/server/kit/imports'
import { makePlatform } from '@tests/server/kit/platform'

/** Time limit for all lines, milliseconds: several times the duration on an idle machine with two cores (7 and 4.4 s). */
const WITHIN_MS = { PGlite: 40_000, PostgreSQL: 30_000 } as const

/** Invalid lines, by their position in each thousand, with the message of the import. */
const BAD: Readonly<Record<number, readonly [line: (index: number) => string, said: RegExp]>> = {
  7: [(index) => goodLine(index).replace('96,5', 'a lot'), /^RTP: 0 to 100 with up to 2 decimals$/],
  107: [(index) => goodLine(index).replace('96,5', '100.01'), /^RTP: /],
  207: [(index) => goodLine(index).replace('fathomlight', 'no-such-platform'), /no-such-platform/],
  307: [(index) => goodLine(index).replace(';slot;', ';;'), /^Game type: Required$/],
  407: [(index) => goodLine(index).replace(`imported-${index}`, `Not A Slug ${index}`), /^Slug: /],
  507: [(index) => goodLine(index).replace(`imported-${index}`, ''), /^Slug: Required$/],
  607: [(index) => goodLine(index).replace(`Imported ${index}`, 'x'), /^Name: 2 to 80 characters/],
  707: [(index) => goodLine(index).replace('Low', 'Wild'), /^Volatility: /],
  807: [(index) => `${goodLine(index)};one more`, /^It has 10 columns; the first line has 9$/],
  // The previous line refers to the same game.
  907: [(index) => goodLine(index - 1), /^Line \d+ is about it too$/],
}
const THOUSAND = 1000
const file = csvOf(WHOLE_LIST_MAX, (index) => (BAD[index % THOUSAND]?.[0] ?? goodLine)(index))
const bad = (WHOLE_LIST_MAX / THOUSAND) * Object.keys(BAD).length

const databases = await testDatabases()

describe.each(databases.kinds)(`an import of ${WHOLE_LIST_MAX} lines on %s`, (kind) => {
  let platform: PitbossServer
  let importer: Importer
  beforeAll(async () => {
    const db = await databases.open(kind)
    platform = await makePlatform(db)
    const host = await platform.start({ host: '127.0.0.1', port: 0 })
    importer = createImporter(host, await signedIn(platform, 'CONTENT_EDITOR'), db)
  })
  afterAll(() => platform.close())

  it('reports the error of each invalid line, and applies all other lines once, within the time limit', async () => {
    const { imported, count } = importer
    const before = await count()
    const timed = async (isDry: boolean, key: string) => {
      const from = performance.now()
      const done = await imported(`\uFEFF${file}`, isDry, { key })
      const ms = performance.now() - from
      console.log(`${kind}: ${isDry ? 'the check' : 'the import'} took ${(ms / 1000).toFixed(1)} s`)
      expect(ms).toBeLessThan(WITHIN_MS[kind])
      return done
    }
    const dry = await timed(true, randomUUID())
    const good = WHOLE_LIST_MAX - bad
    expect(dry.end).toEqual({ end: 'checked', new: good, changed: 0, same: 0, refused: bad, message: null })
    expect(dry.lines).toHaveLength(WHOLE_LIST_MAX)
    const unexpected = dry.lines.filter(({ line, outcome, message }, index) => {
      const [, said] = BAD[index % THOUSAND] ?? []
      const isRight = said ? outcome === 'refused' && said.test(message ?? '') : outcome === 'new'
      // The first line of the file contains the column names.
      return !isRight || line !== index + 2
    })
    expect(unexpected.slice(0, 3)).toEqual([])
    expect(await count()).toEqual(before)
    const key = randomUUID()
    const done = await timed(false, key)
    expect(done.end).toEqual({ ...dry.end, end: 'applied' })
    expect(done.lines).toEqual(dry.lines)
    const after = await count()
    expect(after).toEqual({ n: before.n + good, audit: before.audit + good })
    // Sent twice with one key, it is applied once; sent with another key, it changes nothing.
    expect((await imported(`\uFEFF${file}`, false, { key })).end).toEqual(done.end)
    expect((await timed(false, randomUUID())).end).toEqual({ ...done.end, new: 0, same: good })
    expect(await count()).toEqual(after)
  }, 900_000)
})
