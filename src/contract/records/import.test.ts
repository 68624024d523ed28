import { describe, expect, it } from 'vitest'
import { createRowReader, readCsv, referable, type CsvFile } from './import'
import type { RecordDefinition } from './record'
import { recordNamed, RECORDS } from './records'

const game: RecordDefinition = RECORDS.game
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const read = createRowReader(game, (name) =>
  referable(recordNamed(name), new Map([['north star', { id: ID, isEnabled: true }]])),
)
/** The body, or the refusal, of a file with one line. */
function lineOf(rtp: string, separator: ',' | ';', slug = 'a-game') {
  const line = [slug, 'A game', 'north star', 'north star', '', `"${rtp}"`, 'Low', '', '']
  const file = readCsv(
    game,
    new TextEncoder().encode(`${game.imports!.columns.join(separator)}\n${line.join(separator)}`),
  )
  const result = read((file as CsvFile).rows[0]!, null)
  return 'refusal' in result ? result.refusal : result.body
}

describe('a number in a file', () => {
  it.each([
    ['96.5', '96.5'],
    ['96.5 %', '96.5'],
    ['\u00A096.5\u200B', '96.5'],
    ['٩٦٫٥', '96.5'],
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
  ])('%j is %s', (cell, rtp) => {
    expect(lineOf(cell, ',')).toMatchObject({ rtp })
    expect(lineOf(cell, ';')).toMatchObject({ rtp })
  })
  it('has a decimal comma only where semicolons separate the columns', () => {
    expect(lineOf('96,5', ';')).toMatchObject({ rtp: '96.5' })
    expect(lineOf('96,5 %', ';')).toMatchObject({ rtp: '96.5' })
    expect(lineOf('96,5', ',')).toBe('RTP: Write it with digits, and a point before decimals, such as 1000.50')
  })
  it.each(['1,000', '1.000'])('%j is refused where it could be two numbers', (cell) =>
    expect(lineOf(cell, ';')).toBe('RTP: Write it with digits, and a point before decimals, such as 1000.50'),
  )
  it('that is none is refused by its rule', () =>
    expect(lineOf('a lot', ';')).toBe('RTP: 0 to 100 with up to 2 decimals'))
})
it('the other cells of a line are read as they are meant', () => {
  expect(lineOf('96.5', ',', '\uFEFF\u00A0a-game\u200B')).toMatchObject({
    slug: 'a-game',
    platform: ID,
    volatility: 'LOW',
  })
})
