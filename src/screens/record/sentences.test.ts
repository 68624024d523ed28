import { describe, expect, it, test } from 'vitest'
import type { CellKind, ItemColumn } from '@resources/resource'
import { compareDecimals, imagesOf, namedField, plainText, sentenceOf, summaryOf, textsOf } from './sentences'

const STATES = {
  DRAFT: 'Draft',
  LIVE: { word: 'Live', tone: 'success', icon: 'circle-check' },
} as unknown as ItemColumn['labels']
const TAGS = { NEW: 'New', HOT: 'Hot', TOP: 'Top' } as unknown as ItemColumn['labels']
const ref = (id: string, name: string) => ({ id, name })
const change = (kind: CellKind, title: string, before: unknown, after: unknown, labels?: ItemColumn['labels']) => ({
  column: { field: 'x', title, kind, ...(labels && { labels }) },
  before,
  after,
})
type Row = [CellKind, string, unknown, unknown, string, ItemColumn['labels']?]

/** At least one row for each kind: `every kind has a sentence` checks this. */
const ROWS: Row[] = [
  ['money', 'Budget', '10.00', '9000.00', 'raised the budget from 10.00 to 9,000.00 USD'],
  ['money', 'Budget', '9000.00', '10.00', 'lowered the budget from 9,000.00 to 10.00 USD'],
  ['money', 'Budget', null, '10.00', 'set the budget to 10.00 USD'],
  ['money', 'Budget', '10.00', null, 'cleared the budget, which was 10.00 USD'],
  ['number', 'Decimals', 6, 8, 'raised the decimals from 6 to 8'],
  ['number', 'Wagering multiplier', '30', '4.5', 'lowered the wagering multiplier from 30 to 4.5'],
  ['number', 'Per user', 1, 2, 'raised Per user from 1 to 2'],
  ['number', 'Fixed rate', '-1', '0.5', 'raised the fixed rate from −1 to 0.5'],
  ['coin', 'Network fee', '0.0001', '0.0002', 'raised the network fee from 0.0001 to 0.0002'],
  ['percent', 'RTP', '95', '96.5', 'raised the RTP from 95 to 96.5 %'],
  ['percent', 'RTP', '96.50', '96.5', 'changed the RTP from 96.50 to 96.5 %'],
  ['yesNo', 'Stackable', false, true, 'turned Stackable on'],
  ['yesNo', 'Hidden from search engines', true, false, 'turned Hidden from search engines off'],
  ['switch', 'Status', false, true, 'changed the status from Enabled to Disabled'],
  ['text', 'Name', 'Harbor', 'Harbor welcome', 'changed the name from Harbor to Harbor welcome'],
  ['text', 'Promo code', null, 'SPRING', 'set the promo code to SPRING'],
  ['text', 'E-mail', 'a@x.test', 'b@x.test', 'changed the e-mail from a@x.test to b@x.test'],
  ['text', 'IP address', '', '10.0.0.1', 'set the IP address to 10.0.0.1'],
  ['name', 'Name', 'Ana', 'Αγγελική', 'changed the name from Ana to Αγγελική'],
  ['phone', 'Phone', null, '+351 912 555 014', 'set the phone to +351 912 555 014'],
  ['link', 'Canonical address', 'https://a.test', null, 'cleared the canonical address, which was https://a.test'],
  ['role', 'Role', 'ADMIN', 'MANAGER', 'changed the role from Admin to Manager'],
  ['country', 'Country', 'BR', 'PT', 'changed the country from Brazil to Portugal'],
  ['creator', 'Claimed by', 'dan_w', 'mira', 'changed Claimed by from dan_w to mira'],
  ['enum', 'State', 'DRAFT', 'LIVE', 'changed the state from Draft to Live', STATES],
  ['enums', 'Tags', ['NEW'], ['NEW', 'HOT', 'TOP'], 'added Hot and Top to the tags', TAGS],
  ['tags', 'Tags', ['vip', 'old'], ['vip', 'ναι'], 'added ναι to and removed old from the tags'],
  [
    'references',
    'Levels',
    [ref('1', 'Gold'), ref('2', 'Silver')],
    [ref('2', 'Silver')],
    'removed Gold from the levels',
  ],
  [
    'references',
    'Levels',
    [ref('1', 'A'), ref('2', 'B')],
    [ref('2', 'B'), ref('1', 'A')],
    'put the levels in another order',
  ],
  ['reference', 'Level', ref('1', 'Gold'), ref('2', 'Silver'), 'changed the level from Gold to Silver'],
  ['date', 'Date of birth', '1990-02-28', '1991-02-28', 'changed the date of birth from 28 Feb 1990 to 28 Feb 1991'],
  ['time', 'Starts', null, '2026-12-01T09:30:00.000Z', 'set Starts to 1 Dec 2026, 09:30'],
  ['time', 'Published', '2026-12-01T09:30:00.000Z', null, 'cleared Published, which was 1 Dec 2026, 09:30'],
  [
    'duration',
    'Waiting',
    { from: '2026-12-01T09:00:00.000Z', until: '2026-12-01T10:00:00.000Z' },
    { from: '2026-12-01T09:00:00.000Z', until: '2026-12-01T11:00:00.000Z' },
    'changed the waiting from 1 to 2 h',
  ],
  ['color', 'Color', '#8A8FA3', '#D47A1F', 'changed the color from #8A8FA3 to #D47A1F'],
  ['color', 'Color', null, '#D47A1F', 'set the color to #D47A1F'],
  ['longText', 'Description', 'Old', 'New', 'changed the description'],
  ['longText', 'Description', null, 'New', 'wrote the description'],
  ['note', 'Pinned note', 'Old', '', 'cleared the pinned note'],
  ['richText', 'Body', null, { type: 'doc', content: [] }, 'wrote the body'],
  ['list', 'Segments', [], [{ label: 'A' }], 'wrote the segments'],
  ['image', 'Logo', 'a', 'b', 'replaced the logo'],
  ['image', 'Logo', null, 'b', 'added the logo'],
  ['image', 'Logo', 'a', null, 'removed the logo'],
  ['images', 'Screenshots', ['a'], ['a', 'b', 'c'], 'added 2 pictures to the screenshots'],
  ['images', 'Screenshots', ['a'], [], 'removed 1 picture from the screenshots'],
  [
    'files',
    'Files',
    [],
    [
      { id: '1', name: 'πασο.pdf' },
      { id: '2', name: null },
    ],
    'added πασο.pdf and file 2 to the files',
  ],
]

describe('a change as a sentence', () => {
  it.each(ROWS)('%s: %s', (kind, title, before, after, sentence, labels) => {
    const line = change(kind, title, before, after, labels)
    // A time is that of the person's zone.
    const zone = new Date('2026-12-01T09:30:00.000Z')
    const here = `${String(zone.getHours()).padStart(2, '0')}:${String(zone.getMinutes()).padStart(2, '0')}`
    expect(plainText(sentenceOf(line, { currency: 'USD' }))).toBe(sentence.replace('09:30', here))
  })
  it('sets values off from the words, so that names of other alphabets keep their own direction', () => {
    const { parts } = sentenceOf(change('text', 'Name', 'Ana', 'محمد'), { currency: '' })
    expect(parts).toEqual(['changed the name from ', { value: 'Ana' }, ' to ', { value: 'محمد' }])
  })
  it('says a unit once, and both where they differ', () => {
    const says = (before: unknown, after: unknown) =>
      plainText(sentenceOf(change('text', 'Rate', before, after), { currency: '' }))
    expect(says('10 days', '30 days')).toBe('changed the rate from 10 to 30 days')
    expect(says('1 day', '30 days')).toBe('changed the rate from 1 day to 30 days')
    expect(says('3×', '30×')).toBe('changed the rate from 3 to 30×')
    expect(says('Room 5', 'Room 6')).toBe('changed the rate from Room 5 to Room 6')
  })
  it('leaves an unknown currency out', () =>
    expect(plainText(sentenceOf(change('money', 'Budget', '1.00', '2.00'), { currency: '' }))).toBe(
      'raised the budget from 1.00 to 2.00',
    ))
  it('of texts and images shows both beside it', () => {
    const text = change('longText', 'Description', null, 'New')
    expect([sentenceOf(text, { currency: '' }).shows, textsOf(text)]).toEqual(['texts', { before: '', after: 'New' }])
    const image = change('image', 'Logo', 'a', null)
    expect([sentenceOf(image, { currency: '' }).shows, imagesOf(image)]).toEqual([
      'images',
      { before: ['a'], after: [] },
    ])
  })
})

describe('several changes', () => {
  const lines = (...titles: string[]) => titles.map((title) => change('text', title, 'a', 'b'))
  it('of up to three fields name them', () =>
    expect(plainText(summaryOf(lines('Name', 'Budget', 'Starts')))).toBe('changed the name, the budget and Starts'))
  it('of more fields are counted', () =>
    expect(plainText(summaryOf(lines('A', 'B', 'C', 'D')))).toBe('changed 4 fields'))
})

test.each([
  ['Budget a day', 'the budget a day'],
  ['SEO score', 'the SEO score'],
  ['Expires after', 'Expires after'],
  ['The referrer earns', 'The referrer earns'],
  ['Claimed until', 'Claimed until'],
  ['Required confirmations', 'the required confirmations'],
])('the label %s is named as %s', (title, named) => expect(plainText({ parts: namedField(title) })).toBe(named))

test.each([
  ['9.99', '10', -1],
  ['0.10', '0.1', 0],
  ['-5', '-6', 1],
  ['999999999999999.99', '999999999999999.98', 1],
])('%s compared with %s is %i', (one, other, result) => expect(compareDecimals(one, other)).toBe(result))
