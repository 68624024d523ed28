import { beforeEach, describe, expect, test } from 'vitest'
import { PAGE_ROWS, type Strand } from '@contract/records/page-query'
import { createPageStore, type PageChange, type PageStore } from './page-store'

interface Row {
  id: string
  version: number
  at: string
}
/** A server with numbered rows, the highest number first, which are read in pages. */
class Shelf {
  rows: Row[]
  calls = 0
  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, index) => rowOf(count - index))
  }
  read(strand: Strand, cursor: string | null, itemNo: number, from = Infinity) {
    this.calls += 1
    const ordered = strand === 'on' ? this.rows : this.rows.toReversed()
    const begin = (row: Row) => (strand === 'on' ? numberOf(row.id) <= from : numberOf(row.id) > from)
    const after = cursor === null ? null : Number(cursor)
    const left = ordered
      .filter(begin)
      .filter(({ id }) => after === null || (strand === 'on' ? numberOf(id) < after : numberOf(id) > after))
    const rows = left.slice(0, itemNo)
    return { rows, next: left.length > itemNo ? String(numberOf(rows.at(-1)!.id)) : null }
  }
}
const numberOf = (id: string) => Number(id.slice(4))
const rowOf = (number: number, version = 1): Row => ({
  id: `row-${number}`,
  version,
  at: String(number).padStart(9, '0'),
})
const order = { keyOf: (row: Row) => row.at, descending: true }

let shelf: Shelf
let store: PageStore<Row>
let changes: PageChange[]
/** The number at which reading of the shelf began. */
let from = Infinity
beforeEach(() => {
  from = Infinity
  store = createPageStore<Row>()
  changes = []
  store.subscribe((change) => changes.push(change))
})

const opened = (count: number) => {
  shelf = new Shelf(count)
  store.enter({ on: shelf.read('on', null, PAGE_ROWS) }, order, 'top')
}
/** Reads missing pages until none is missing. @returns the number of calls */
const readAll = () => {
  const before = shelf.calls
  for (let request = store.need(); request; request = store.need())
    store.put(request, shelf.read(request.strand, request.cursor, request.itemNo, from))
  return shelf.calls - before
}
/** Scrolls in steps of a few rows, as a person does. */
const scroll = (to: number, view = 20) => {
  for (let first = current(); first !== to;) {
    first = first < to ? Math.min(to, first + 15) : Math.max(to, first - 15)
    store.see(first, Math.min(store.length, first + view))
    readAll()
  }
}
const current = () => store.memory().first
const shown = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => store.rowAt(first + index)?.id ?? null)
const expected = (highest: number, count: number) =>
  Array.from({ length: count }, (_, index) => `row-${highest - index}`)

describe('reading on', () => {
  test('a further page is read before its rows are scrolled to', () => {
    opened(1000)
    expect(store.length).toBe(PAGE_ROWS)
    store.see(0, 20)
    expect(readAll()).toBe(1)
    expect(shown(0, 200)).toEqual(expected(1000, 200))
    expect(store.reaches).toEqual({ start: true, end: false })
  })
  test('nothing more is read at the end of the list', () => {
    opened(250)
    scroll(230)
    expect(store.length).toBe(250)
    expect(store.reaches.end).toBe(true)
    expect(store.need()).toBeNull()
  })
  test('rows far from the visible ones are dropped, and the visible rows keep their places', () => {
    opened(12_000)
    scroll(10_000)
    expect(store.length).toBeGreaterThan(10_000)
    expect(store.held().length).toBeLessThanOrEqual(4_000)
    expect(shown(10_000, 20)).toEqual(expected(2_000, 20))
    expect(store.rowAt(0)).toBeNull()
    expect(changes.every((change) => change.kind !== 'moved' || change.shift === 0)).toBe(true)
  })
  test('dropped rows are read again when they are scrolled to', () => {
    opened(12_000)
    scroll(10_000)
    store.see(0, 20)
    expect(store.need()).toMatchObject({ cursor: null, strand: 'on' })
    readAll()
    expect(shown(0, 100)).toEqual(expected(12_000, 100))
    scroll(5_000)
    expect(shown(5_000, 20)).toEqual(expected(7_000, 20))
  })
})

describe('a page that is read again', () => {
  const away = () => {
    opened(12_000)
    scroll(10_000)
    changes = []
  }
  test('omits rows that no longer exist, and the rows below move up', () => {
    away()
    shelf.rows = shelf.rows.filter(({ id }) => id !== 'row-11970')
    const before = store.length
    store.see(0, 20)
    readAll()
    expect(store.length).toBe(before - 1)
    expect(shown(0, 60)).toEqual(expected(12_000, 61).filter((id) => id !== 'row-11970'))
  })
  test('keeps the first visible row in view when rows above it no longer exist', () => {
    away()
    // The page below the one that lost a row is visible.
    store.see(210, 230)
    shelf.rows = shelf.rows.filter(({ id }) => id !== 'row-11850')
    const requests = []
    for (let request = store.need(); request; request = store.need()) {
      requests.push(request)
      store.put(request, shelf.read(request.strand, request.cursor, request.itemNo))
    }
    const shifts = changes.flatMap((change) => (change.kind === 'moved' ? [change.shift] : []))
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBe(-1)
    expect(shown(current(), 3)).toEqual(['row-11790', 'row-11789', 'row-11788'])
  })
  test('ends with its previous last row, even if new rows were added to it', () => {
    away()
    shelf.rows.unshift(rowOf(12_002), rowOf(12_001))
    store.see(0, 20)
    readAll()
    expect(shown(0, 3)).toEqual(['row-12002', 'row-12001', 'row-12000'])
    expect(new Set(store.held().map(({ id }) => id)).size).toBe(store.held().length)
    expect(shown(100, 4)).toEqual(expected(11_902, 4))
  })
  test('shows no row twice if its previous last row no longer exists', () => {
    away()
    shelf.rows = shelf.rows.filter(({ id }) => id !== 'row-11901')
    store.see(0, 20)
    readAll()
    const ids = store.held().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(shown(97, 4)).toEqual(['row-11903', 'row-11902', 'row-11900', 'row-11899'])
  })
})

describe('another place', () => {
  const entered = (value: number) => {
    shelf = new Shelf(1000)
    from = value
    store.enter({ on: shelf.read('on', null, PAGE_ROWS, from), back: 'unread' }, order, 'on')
  }
  test('at a value the rows above are read too, and the visible row stays where it is', () => {
    entered(500)
    expect(shown(0, 2)).toEqual(['row-500', 'row-499'])
    expect(store.reaches.start).toBe(false)
    changes = []
    readAll()
    expect(shown(current(), 2)).toEqual(['row-500', 'row-499'])
    expect(shown(current() - 2, 2)).toEqual(['row-502', 'row-501'])
    expect(changes).toContainEqual({ kind: 'moved', shift: PAGE_ROWS })
  })
  test('from a value the list can be read to both of its ends', () => {
    entered(500)
    scroll(current() + 300)
    while (current() > 0) scroll(Math.max(0, current() - 30))
    scroll(0)
    expect(store.reaches.start).toBe(true)
    expect(shown(0, 600)).toEqual(expected(1000, 600))
  })
  test('at the end the last rows are shown, in the order of the list', () => {
    shelf = new Shelf(1000)
    from = 0
    store.enter({ back: shelf.read('back', null, PAGE_ROWS, from) }, order, 'bottom')
    expect(shown(0, PAGE_ROWS)).toEqual(expected(PAGE_ROWS, PAGE_ROWS))
    expect(store.reaches).toEqual({ start: false, end: true })
    store.see(60, 80)
    readAll()
    expect(shown(0, 200)).toEqual(expected(200, 200))
    expect(current()).toBe(160)
  })
  test('the memory of a screen leads back to the same rows', () => {
    opened(2000)
    scroll(800)
    const memory = store.memory()
    const later = createPageStore<Row>()
    later.resume(memory, order)
    expect(later.length).toBe(store.length)
    for (let request = later.need(); request; request = later.need())
      later.put(request, shelf.read(request.strand, request.cursor, request.itemNo))
    expect(Array.from({ length: 20 }, (_, index) => later.rowAt(800 + index)?.id)).toEqual(expected(1200, 20))
  })
})

test('a list that was replaced is read as far as the visible range extends, without scrolling', () => {
  opened(1000)
  scroll(300)
  store.enter({ on: shelf.read('on', null, PAGE_ROWS) }, order, 'top')
  expect(store.need()).toMatchObject({ strand: 'on', page: null })
})

describe('changed rows', () => {
  test('a newer record replaces its row, an older one does not', () => {
    opened(50)
    store.patch(rowOf(49, 3))
    store.patch(rowOf(49, 2))
    expect(store.get('row-49')!.version).toBe(3)
    expect(changes.at(-1)).toEqual({ kind: 'patched', positions: [1] })
  })
  test('removing a row above the visible ones moves them together with the scroll position', () => {
    opened(300)
    scroll(150)
    changes = []
    store.remove(['row-299', 'row-290', 'row-2'])
    expect(changes).toEqual([{ kind: 'moved', shift: -2 }])
    expect(shown(current(), 2)).toEqual(['row-150', 'row-149'])
  })
  test('out-of-date rows are read again if visible, and dropped otherwise', () => {
    opened(2000)
    scroll(1000)
    store.outdate()
    expect(store.rowAt(0)).toBeNull()
    expect(store.rowAt(1000)).not.toBeNull()
    shelf.rows = shelf.rows.map((row) => (row.id === 'row-995' ? rowOf(995, 7) : row))
    expect(readAll()).toBeLessThan(6)
    expect(store.get('row-995')!.version).toBe(7)
  })
  test('a selected row is kept when its page is dropped', () => {
    opened(12_000)
    store.keep(new Set(['row-11999']))
    scroll(10_000)
    expect(store.rowAt(1)).toBeNull()
    expect(store.kept()).toEqual([rowOf(11_999)])
    store.patch(rowOf(11_999, 2))
    expect(store.get('row-11999')!.version).toBe(2)
  })
  test('records are news if they belong between rows that are held', () => {
    opened(12_000)
    scroll(10_000)
    expect(store.isNews(rowOf(12_001)), 'above all others').toBe(true)
    expect(store.isNews(rowOf(11_950)), 'on a page that was dropped').toBe(false)
    expect(store.isNews(rowOf(5)), 'below the rows that were read').toBe(false)
    expect(store.isNews(rowOf(2_000)), 'between visible rows').toBe(true)
  })
})
