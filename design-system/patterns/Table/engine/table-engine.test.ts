import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Column, RowChange, RowSource } from '../types'
import type { ShownReason } from './row-engine'
import { TableEngine } from './table-engine'

interface Person {
  id: number
  name: string
  city: string
  sum: string
}
const column = (key: 'name' | 'city' | 'sum', more: Partial<Column<Person>> = {}): Column<Person> => ({
  key,
  title: key,
  width: 1,
  kind: 'text',
  text: (row) => row[key],
  filter: { kind: 'text' },
  ...more,
})
const COLUMNS = [
  column('name'),
  column('city', { filter: { kind: 'oneOf', options: [] } }),
  column('sum', { kind: 'money', number: (row) => row.sum }),
]

function source(rows: Person[]) {
  const listeners = new Set<(change: RowChange) => void>()
  const live = {
    rows,
    revision: 0,
    subscribe: (listener: (change: RowChange) => void) => (
      listeners.add(listener),
      () => void listeners.delete(listener)
    ),
    tell: (change: RowChange) => listeners.forEach((listener) => listener(change)),
    append(...more: Person[]) {
      const from = live.rows.length
      live.rows.push(...more)
      live.tell({ kind: 'appended', from })
    },
    patch(position: number, fields: Partial<Person>) {
      Object.assign(live.rows[position]!, fields)
      live.tell({ kind: 'patched', positions: [position] })
    },
  }
  return live satisfies RowSource<Person>
}

const person = (id: number, name: string, city = 'Rome', sum = '1.00'): Person => ({ id, name, city, sum })
const people = () => [
  person(1, 'Cleo', 'Rome', '10.00'),
  person(2, 'ada', 'Oslo', '9.00'),
  person(3, 'Béla', 'Rome', '100.00'),
  person(4, 'Ada', 'Bern', '-5.00'),
]

function setUp(rows = people()) {
  const live = source(rows)
  const engine = new TableEngine<Person>(live)
  engine.setColumns(COLUMNS)
  const shown: ShownReason[] = []
  const dirty: number[] = []
  const disconnect = engine.connect({
    shown: (reason) => shown.push(reason),
    dirty: (positions) => dirty.push(...positions),
  })
  stop.push(disconnect)
  const ids = () => [...engine.shownRows()].map(({ id }) => id).join('')
  return { live, engine, shown, dirty, ids }
}
const stop: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  // Frames and messages of a browser, on the fake clock.
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal(
    'MessageChannel',
    class {
      port1: { onmessage: (() => void) | null } = { onmessage: null }
      port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.(), 0) }
    },
  )
})
afterEach(() => {
  for (const end of stop.splice(0)) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('search and filters', () => {
  it('finds text in any text column, without case', () => {
    const { engine, ids } = setUp()
    engine.setView('ADA', {}, null)
    expect(ids()).toBe('24')
    expect(engine.getState()).toMatchObject({ length: 2, loaded: 4, filtered: true, counting: false })
    engine.setView('rom', {}, null)
    expect(ids()).toBe('13')
  })
  it('narrows and widens with the keys; words may be in different columns, one word never in two', () => {
    const { engine, ids } = setUp()
    for (const [text, found] of [
      ['a', '234'],
      ['ad', '24'],
      ['ada', '24'],
      ['ada o', '2'],
      ['oslo ada', '2'],
      ['ada rome', ''],
      ['bel', '3'],
      ['ad', '24'],
      ['', '1234'],
      ['adaoslo', ''],
    ] as const) {
      engine.setSearch(text)
      expect([text, ids()]).toEqual([text, found])
    }
  })
  it('finds composed and decomposed letters by each other', () => {
    const { engine, ids } = setUp()
    engine.setSearch('be\u0301la')
    expect(ids()).toBe('3')
  })
  it('shows more rows when a filter gets a second value, and fewer when another column is filtered too', () => {
    const { engine, ids } = setUp()
    engine.setView('', { city: ['Rome'] }, null)
    expect(ids()).toBe('13')
    engine.setView('', { city: ['Rome', 'Oslo'] }, null)
    expect(ids()).toBe('123')
    engine.setView('', { city: ['Rome', 'Oslo'], name: ['cleo', 'ada'] }, null)
    expect(ids()).toBe('12')
    engine.setView('', { city: ['Oslo'], name: ['cleo', 'ada'] }, null)
    expect(ids()).toBe('2')
    engine.setView('', { name: ['cleo', 'ada'] }, null)
    expect(ids()).toBe('124')
  })
  it('shows only the rows that the caller narrows it to, whatever is searched and filtered besides', () => {
    const { live, engine, ids } = setUp()
    const only = (...rows: number[]) => ({
      key: rows.join(),
      label: '',
      holds: ({ id }: Person) => rows.includes(id),
      onClear: () => {},
    })
    engine.setView('', {}, null, only(2, 3))
    expect(ids()).toBe('23')
    expect(engine.getState()).toMatchObject({ length: 2, filtered: true })
    engine.setView('ada', {}, null, only(2, 3))
    expect(ids()).toBe('2')
    engine.setSearch('a')
    expect(ids()).toBe('23')
    engine.setView('a', { city: ['Rome'] }, null, only(2, 3))
    expect(ids()).toBe('3')
    engine.setView('a', {}, null, only(2, 4))
    expect(ids()).toBe('24')
    live.append(person(5, 'Dana'))
    expect(ids()).toBe('24')
    engine.setView('a', {}, null)
    expect(ids()).toBe('2345')
  })
  it('joins filters of columns with the search; values of one column are alternatives', () => {
    const { engine, ids } = setUp()
    engine.setView('', { city: ['Rome', 'Bern'] }, null)
    expect(ids()).toBe('134')
    engine.setView('a', { city: ['Rome', 'Bern'] }, null)
    expect(ids()).toBe('34')
    engine.setView('', { name: ['éL'], city: ['Rome'] }, null)
    expect(ids()).toBe('3')
    engine.setView('', { unknown: ['x'], city: [] }, null)
    expect(ids()).toBe('1234')
  })
})

describe('order', () => {
  it('goes up, down and away, also among matches', () => {
    const { engine, ids, shown } = setUp()
    engine.setView('', {}, { key: 'sum', order: 'asc' })
    expect(ids()).toBe('4213')
    engine.setView('', {}, { key: 'sum', order: 'desc' })
    expect(ids()).toBe('3124')
    engine.setView('a', {}, { key: 'sum', order: 'desc' })
    expect(ids()).toBe('324')
    engine.setView('a', {}, { key: 'sum', order: 'asc' })
    expect(ids()).toBe('423')
    engine.setView('ad', {}, { key: 'name', order: 'asc' })
    expect(ids()).toBe('24')
    engine.setView('', {}, null)
    expect(ids()).toBe('1234')
    expect(new Set(shown.slice(1))).toEqual(new Set(['view']))
  })
})

describe('changes', () => {
  it('repaints a changed row where it stands and says that the order is out of date', () => {
    const { live, engine, ids, dirty } = setUp()
    engine.setView('', {}, { key: 'sum', order: 'asc' })
    live.patch(0, { name: 'Clementina' })
    expect(engine.getState().outdated).toBeNull()
    live.patch(0, { sum: '-100.00' })
    expect(dirty).toEqual([0, 0])
    expect(ids()).toBe('4213')
    expect(engine.getState().outdated).toEqual({ order: true, added: 0, left: 0 })
    engine.refresh()
    expect(ids()).toBe('1423')
    expect(engine.getState().outdated).toBeNull()
  })
  it('counts rows that match now or no longer, and takes back what was undone', () => {
    const { live, engine, ids } = setUp()
    engine.setView('rome', {}, null)
    live.patch(1, { city: 'Rome' })
    live.patch(0, { city: 'Oslo' })
    expect(engine.getState().outdated).toEqual({ order: false, added: 1, left: 1 })
    expect(ids()).toBe('13')
    live.patch(0, { city: 'Rome' })
    expect(engine.getState().outdated).toEqual({ order: false, added: 1, left: 0 })
    engine.refresh()
    expect(ids()).toBe('123')
  })
  it('lets streamed rows in at the end, those that match where there is a filter', () => {
    const { live, engine, ids } = setUp()
    engine.setStreaming(true)
    live.append(person(5, 'Eve'), person(6, 'Adam'))
    expect(ids()).toBe('123456')
    engine.setSearch('ada')
    live.append(person(7, 'Adah'), person(8, 'Zed'))
    expect(ids()).toBe('2467')
  })
  it('keeps an order while rows stream in, and sorts all at the end', () => {
    const { live, engine, ids } = setUp()
    engine.setStreaming(true)
    engine.setView('', {}, { key: 'name', order: 'asc' })
    live.append(person(5, 'Abe'))
    expect(ids()).toBe('2431')
    expect(engine.getState().loaded).toBe(5)
    engine.setStreaming(false)
    expect(ids()).toBe('52431')
  })
  it('sorts again when twice as many rows have come: an order may stand before the first row', () => {
    const { live, engine, ids } = setUp([])
    engine.setStreaming(true)
    engine.setView('', {}, { key: 'name', order: 'asc' })
    live.append(...people())
    expect(ids()).toBe('2431')
    live.append(person(5, 'Abe'), person(6, 'Zed'))
    expect(ids()).toBe('2431')
    live.append(person(7, 'Bo'), person(8, 'Cy'))
    expect(ids()).toBe('52437186')
  })
  it('puts rows that were asked for into their places', () => {
    const { live, engine, ids } = setUp()
    engine.setView('', {}, { key: 'name', order: 'asc' })
    engine.refresh(true)
    live.append(person(5, 'Abe'))
    expect(ids()).toBe('52431')
    live.append(person(6, 'Abel'))
    expect(ids()).toBe('52431')
  })
  it('announces new rows in a sorted list instead of pushing rows aside', () => {
    const { live, engine, ids } = setUp()
    engine.setView('', {}, { key: 'name', order: 'asc' })
    live.append(person(5, 'Abe'))
    expect(ids()).toBe('2431')
    expect(engine.getState()).toMatchObject({ loaded: 5, outdated: { added: 1 } })
    engine.refresh()
    expect(ids()).toBe('52431')
  })
  it('follows rows that are gone, and a new list', () => {
    const { live, engine, ids } = setUp()
    engine.setView('a', {}, { key: 'name', order: 'desc' })
    expect(ids()).toBe('342')
    live.rows = live.rows.filter(({ id }) => id !== 4)
    live.tell({ kind: 'removed' })
    expect(ids()).toBe('32')
    live.rows = []
    live.tell({ kind: 'reset' })
    expect(engine.getState()).toMatchObject({ length: 0, loaded: 0 })
  })
})

describe('many rows', () => {
  const many = Array.from({ length: 60_000 }, (_, index) =>
    person(index, index % 3 === 0 ? `Nina ${index}` : `Otto ${index}`),
  )

  it('is shown in parts: the key, a first screenful, then all, with the next key in between', () => {
    // The clock moves by a millisecond at each look: 4 looks are a slice.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now++)
    const { engine } = setUp(many)
    engine.setSearch('nina')
    // The frame with the key comes first.
    expect(engine.getState().filtered).toBe(false)
    vi.advanceTimersToNextTimer().advanceTimersToNextTimer()
    const first = engine.getState()
    expect(first.counting).toBe(true)
    expect(first.length).toBeGreaterThanOrEqual(64)
    expect(first.length).toBeLessThan(20_000)
    engine.setSearch('nina 3')
    vi.advanceTimersByTime(5000)
    const { length, counting } = engine.getState()
    expect({ length, counting }).toEqual({
      length: many.filter(({ name }) => name.startsWith('Nina') && name.includes('3')).length,
      counting: false,
    })
  })
  it('shows no row that is not there where the stream ends while it counts', () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now++)
    // Fewer matches than a screenful in the first slices: some are counted, none is shown yet.
    const rare = many.map((row, index) => (index % 100 === 0 ? { ...row, name: `Ada ${index}` } : row))
    const { engine, shown } = setUp(rare)
    engine.setStreaming(true)
    engine.setSearch('zoe')
    vi.advanceTimersByTime(5000)
    engine.setSearch('ada')
    vi.advanceTimersToNextTimer().advanceTimersToNextTimer()
    expect(engine.getState().counting).toBe(true)
    shown.length = 0
    engine.setStreaming(false)
    expect([...engine.shownRows()].every((row) => row !== undefined)).toBe(true)
    vi.advanceTimersByTime(5000)
    expect(engine.getState()).toMatchObject({ length: 600, counting: false })
    expect([...engine.shownRows()].every(({ name }) => name.startsWith('Ada'))).toBe(true)
  })
  it('takes in rows that come while it counts', () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now++)
    const { live, engine } = setUp([...many])
    engine.setStreaming(true)
    engine.setSearch('nina')
    live.append(person(-1, 'Nina'))
    vi.advanceTimersByTime(5000)
    expect(engine.getState()).toMatchObject({ length: 20_001, counting: false })
  })
})

describe('an order that somebody points at', () => {
  const many = () => Array.from({ length: 20_000 }, (_, index) => person(index, `Name ${(index * 7919) % 20_000}`))
  const counted = (rows: Person[]) => {
    const read = vi.fn<(row: Person) => string>((row) => row.name)
    const { live, engine } = setUp(rows)
    engine.setColumns([column('name', { sortText: read })])
    return {
      live,
      engine,
      read,
      sort: () => engine.setView('', {}, { key: 'name', order: 'asc' }),
      first: () => engine.rowAt(0).name,
    }
  }

  it('is ready when they press: nothing is read again', () => {
    const { engine, read, sort, first } = counted(many())
    engine.prepareOrder('name')
    vi.advanceTimersByTime(2_000)
    expect(read).toHaveBeenCalledTimes(20_000)
    sort()
    expect(read).toHaveBeenCalledTimes(20_000)
    expect(first()).toBe('Name 0')
  })
  it('is finished by the press where it is under way', () => {
    const { engine, read, sort, first } = counted(many())
    engine.prepareOrder('name')
    vi.advanceTimersByTime(31)
    sort()
    expect(read).toHaveBeenCalledTimes(20_000)
    expect(first()).toBe('Name 0')
  })
  it('is begun anew where a row changes meanwhile, and given up where they point elsewhere', () => {
    const { live, engine, read, sort, first } = counted(many())
    engine.prepareOrder('name')
    vi.advanceTimersByTime(31)
    live.patch(19_999, { name: 'A' })
    sort()
    expect(first()).toBe('A')
    live.patch(0, { name: '' })
    read.mockClear()
    engine.prepareOrder('name')
    engine.stopPreparing()
    vi.advanceTimersByTime(2_000)
    expect(read).not.toHaveBeenCalled()
  })
})
