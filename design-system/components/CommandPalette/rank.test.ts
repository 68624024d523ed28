import { describe, expect, it } from 'vitest'
import { marksIn, rank, recentFirst } from './rank'

const page = (title: string, parents: string[] = [], keywords: string[] = []) => ({
  id: title,
  title,
  parents,
  keywords,
})
const titles = (found: readonly { item: { title: string } }[]) => found.map(({ item }) => item.title)

const PAGES = [
  page('Manual withdrawal', ['Withdrawals']),
  page('Withdrawals today'),
  page('Forthwith'),
  page('Crypto deposit', ['Deposit']),
  page('Fees', [], ['withdrawal costs']),
]

describe('rank', () => {
  it('ranks the start of a title before the start of a word, before the inside of a word, before other fields', () => {
    expect(titles(rank(PAGES, 'with'))).toEqual(['Withdrawals today', 'Manual withdrawal', 'Forthwith', 'Fees'])
  })
  it('finds nothing where one of the words does not match', () => expect(rank(PAGES, 'manual deposit')).toEqual([]))
  it('accepts words in any order, and marks each one', () => {
    expect(rank(PAGES, 'withdrawal man')).toEqual([
      {
        item: PAGES[0],
        marks: [
          [0, 3],
          [7, 17],
        ],
      },
    ])
  })
  it('finds by initials', () =>
    expect(rank(PAGES, 'cd')).toEqual([
      {
        item: PAGES[3],
        marks: [
          [0, 1],
          [7, 8],
        ],
      },
    ]))
  it('finds by the parents of a page', () =>
    expect(titles(rank(PAGES, 'withdrawals'))).toEqual(['Withdrawals today', 'Manual withdrawal']))
  it('ranks more frequently chosen items first among equal matches, but never before a better match', () => {
    const uses = { Forthwith: { count: 90, last: 5 }, 'Manual withdrawal': { count: 1, last: 1 } }
    expect(titles(rank(PAGES, 'with', uses))).toEqual(['Withdrawals today', 'Manual withdrawal', 'Forthwith', 'Fees'])
    const equals = [page('Shift history'), page('Bonus history'), page('Offer history')]
    expect(
      titles(
        rank(equals, 'history', { 'Offer history': { count: 2, last: 1 }, 'Bonus history': { count: 1, last: 9 } }),
      ),
    ).toEqual(['Offer history', 'Bonus history', 'Shift history'])
  })
  it('returns everything in its order for an empty query', () =>
    expect(titles(rank(PAGES, '  '))).toEqual(titles(PAGES.map((item) => ({ item })))))
  it('ignores case and accents, and marks the correct letters', () => {
    expect(rank([page('Éloïse Vásquez')], 'VASQ')).toEqual([{ item: page('Éloïse Vásquez'), marks: [[7, 11]] }])
    expect(rank([page('İstanbul 🎲 wheel')], 'wheel')).toEqual([{ item: page('İstanbul 🎲 wheel'), marks: [[12, 17]] }])
  })
  it('treats special characters of patterns literally', () => expect(rank(PAGES, '.*(')).toEqual([]))
})

it('recentFirst leaves out items that were never chosen', () => {
  expect(
    titles(
      recentFirst(PAGES, { Fees: { count: 1, last: 2 }, Forthwith: { count: 1, last: 3 } }).map((item) => ({ item })),
    ),
  ).toEqual(['Forthwith', 'Fees'])
})

it('marksIn marks the words of a query that occur', () =>
  expect(marksIn('Elena Vasquez', 'vas nobody')).toEqual([[6, 9]]))
