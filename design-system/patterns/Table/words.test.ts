import { describe, expect, it } from 'vitest'
import type { EngineState } from './engine/row-engine'
import type { Column } from './types'
import {
  chooseMatchingWords,
  chosenWords,
  filterVerb,
  filterWords,
  footText,
  noMatchWords,
  outdatedWords,
} from './words'

const noun = { one: 'user', many: 'users' }
const state = (more: Partial<EngineState>): EngineState => ({
  length: 5388,
  loaded: 48_216,
  filtered: true,
  counting: false,
  outdated: null,
  pages: null,
  ...more,
})
const sight = { first: 0, end: 17 }

describe('the foot', () => {
  it.each<[string, ...Parameters<typeof footText>]>([
    ['Rows 1–17 of 5,388 matching · 48,216 loaded', 'ready', state({}), sight, noun, null],
    ['Rows 1–17 of 48,216', 'ready', state({ length: 48_216, filtered: false }), sight, noun, null],
    ['Rows 1–17 of … matching · 48,216 loaded', 'ready', state({ counting: true }), sight, noun, null],
    ['0 of 48,216 rows', 'ready', state({ length: 0 }), { first: 0, end: 0 }, noun, null],
    ['0 rows', 'empty', state({ length: 0, loaded: 0, filtered: false }), { first: 0, end: 0 }, noun, null],
    ['Loading users', 'loading', state({ length: 0, loaded: 0 }), { first: 0, end: 0 }, noun, null],
    [
      '24,912 rows so far · totals wait for the end',
      'streaming',
      state({ loaded: 24_912, filtered: false }),
      sight,
      noun,
      null,
    ],
    [
      '24,912 of 57,904 rows so far · totals wait for the end',
      'streaming',
      state({ loaded: 24_912, filtered: false }),
      sight,
      noun,
      57_904,
    ],
    ['12 match so far · 24,912 loaded', 'streaming', state({ length: 12, loaded: 24_912 }), sight, noun, null],
    ['', 'unreachable', state({ length: 0, loaded: 0 }), { first: 0, end: 0 }, noun, null],
  ])('%s', (text, ...args) => expect(footText(...args)).toBe(text))
})

const columns: Column<string>[] = [
  {
    key: 'status',
    title: 'Status',
    width: 1,
    kind: 'text',
    text: String,
    filter: {
      kind: 'oneOf',
      options: [
        { value: 'PAID', label: 'Paid' },
        { value: 'NEW', label: 'Requested' },
      ],
    },
  },
  { key: 'name', title: 'Name', width: 1, kind: 'text', text: String, filter: { kind: 'text' } },
]

describe('filters in words', () => {
  it('contains labels, or the value if it has none', () => {
    expect(filterWords(columns[0]!, ['PAID', 'OLD'])).toBe('Paid, OLD')
    expect([
      filterVerb(columns[0]!, ['PAID']),
      filterVerb(columns[0]!, ['PAID', 'NEW']),
      filterVerb(columns[1]!, ['x']),
    ]).toEqual(['is', 'is any of', 'contains'])
  })
  it('lists the filters that hide the rows', () => {
    const view = { search: ' kowalski ', filters: { status: ['PAID'], gone: ['x'] }, sort: null, columns: null }
    expect(noMatchWords(columns, view, 57_904, noun)).toEqual({
      title: 'No user matches',
      text: '57,904 users are loaded. Hidden by: Status is Paid and “kowalski”.',
    })
  })
})

describe('changes that are not displayed yet', () => {
  it.each<[string | null, EngineState['outdated'], number]>([
    [null, null, 0],
    ['Order is out of date. Sort again', { order: true, added: 0, left: 0 }, 0],
    ['1 new user matches. Show it', { order: true, added: 1, left: 2 }, 0],
    ['3 new users match. Show them', { order: false, added: 3, left: 0 }, 0],
    ['3 new users. Show them', { order: false, added: 1, left: 0 }, 2],
    ['2 users no longer match. Filter again', { order: false, added: 0, left: 2 }, 0],
  ])('%s', (text, outdated, arrivals) => {
    const words = outdatedWords(state({ outdated }), arrivals, noun)
    expect(words && `${words.text} ${words.verb}`).toBe(text)
  })
})

describe('selected rows', () => {
  const pages = { held: 200, start: true, end: false, paging: null as never }
  it.each<[string, boolean, Partial<EngineState>]>([
    ['1,200 selected', false, {}],
    ['1,200 selected', true, { filtered: true }],
    ['The whole list selected', true, { pages, filtered: false }],
    ['All that match selected', true, { pages, filtered: true }],
    ['1,200 selected', false, { pages, filtered: true }],
  ])('%s', (words, allMatching, more) => {
    expect(chosenWords(1200, allMatching, state(more))).toBe(words)
  })
  it('offers all matching rows of a paged list, loaded or not', () => {
    expect(chooseMatchingWords(state({ pages, filtered: false }))).toBe('Select the whole list')
    expect(chooseMatchingWords(state({ pages, filtered: true }))).toBe('Select all that match')
  })
})
