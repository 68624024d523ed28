import { describe, expect, it } from 'vitest'
import type { Column } from '../types'
import { chosenColumns, fitWidth, layOut } from './layout'
import { offsetToShow, paintedSpan, poolSize, visibleSpan } from './windowing'

type Row = Record<string, string>
const column = (key: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key,
  width: 100,
  kind: 'text',
  text: (row) => row[key] ?? '',
  ...more,
})
const widths = (columns: Column<Row>[], available: number) =>
  layOut(columns, available).map(({ column: { key }, width }) => `${key} ${width}`)

describe('widths', () => {
  it('gives what is left over to columns of text', () => {
    expect(widths([column('a'), column('b', { width: 200 }), column('n', { kind: 'money' })], 700)).toEqual([
      'a 200',
      'b 400',
      'n 100',
    ])
  })
  it('lays out no column, also where there is no room at all', () => {
    expect(layOut([], 300)).toEqual([])
    expect(layOut([], -1)).toEqual([])
  })
  it('shrinks to the least widths', () => {
    expect(widths([column('a', { minWidth: 50 }), column('b', { width: 200, minWidth: 100 })], 225)).toEqual([
      'a 75',
      'b 150',
    ])
  })
  it('drops columns of lesser weight first, then lets the table scroll', () => {
    expect(
      widths(
        [column('a'), column('b', { priority: 1 }), column('c', { priority: 2 }), column('d', { priority: 2 })],
        310,
      ),
    ).toEqual(['a 103', 'b 103', 'c 103'])
    expect(widths([column('a'), column('b')], 120)).toEqual(['a 136', 'b 100'])
  })
})

describe('what a person has sized and pinned', () => {
  const look = { widths: { b: 250 }, pinned: ['c', 'gone', 'd'] }
  const columns = ['a', 'b', 'c', 'd'].map((key) => column(key))
  it('keeps its size, whatever there is room for', () => {
    expect(layOut(columns, 1000, look).map(({ width }) => width)).toEqual([250, 250, 250, 250])
    expect(layOut(columns, 900, { ...look, widths: { b: 150 } }).map(({ width }) => width)).toEqual([
      250, 150, 250, 250,
    ])
    expect(layOut(columns, 300, look).map(({ column: { key }, width }) => `${key} ${width}`)).toEqual([
      'a 100',
      'c 100',
      'd 100',
      'b 250',
    ])
  })
  it('stands behind the first column and stays in sight, as far as there is room', () => {
    const shown = chosenColumns(columns, null, look.pinned)
    expect(shown.map(({ key }) => key).join()).toBe('a,c,d,b')
    expect(layOut(shown, 550, look).map(({ pin }) => pin)).toEqual([0, 1, 2, null])
    expect(layOut(shown, 400, look).map(({ pin }) => pin)).toEqual([0, 1, null, null])
  })
  it('keeps what follows a picture, which says of no row whose it is', () => {
    const shown = [column('icon', { wordless: true, width: 60 }), column('a'), column('b'), column('c')]
    const pins = layOut(shown, 550).map(({ pin }) => pin)
    expect([pins[0], typeof pins[1], pins[2]]).toEqual([0, 'number', null])
  })
  it('gives way to nothing', () => {
    expect(
      layOut([column('a'), column('b', { priority: 1 }), column('c', { priority: 2 })], 210, {
        widths: {},
        pinned: ['c'],
      })
        .map(({ column: { key } }) => key)
        .join(),
    ).toBe('a,c')
  })
  it('can be neither too narrow nor too wide', () => expect([3, 90.4, 9e4].map(fitWidth)).toEqual([64, 90, 640]))
})

describe('a table that is wider than its room', () => {
  const columns = [
    column('first', { inSight: 'name' }),
    column('mail'),
    column('last', { inSight: 'name' }),
    column('creator', { priority: 1 }),
    column('sum', { kind: 'money' }),
    column('state', { inSight: 'state' }),
  ]
  const laidOut = (available: number, widths: Record<string, number> = {}) =>
    layOut(columns, available, { widths, pinned: [] }).map((each) => [each.column.key, each.width, each.pin])
  it('brings the name and the state to the start, the name pinned', () => {
    // 16 pixels beside the rows are in view too.
    expect(laidOut(314)).toEqual([
      ['first', 100, 0],
      ['last', 100, null],
      ['state', 130, null],
      ['mail', 100, null],
      ['sum', 100, null],
    ])
    expect(laidOut(440).map(([key, , pin]) => [key, pin])).toEqual([
      ['first', 0],
      ['last', 1],
      ['state', null],
      ['mail', null],
      ['sum', null],
    ])
  })
  it('leaves a state in its place where it is in view', () => {
    const keys = layOut([...columns.slice(0, 3), columns[5]!, columns[4]!, column('end')], 480).map(
      (each) => each.column.key,
    )
    expect(keys).toEqual(['first', 'last', 'mail', 'state', 'sum', 'end'])
  })
  it('cuts no column in view, and sizes none if a person has sized one', () => {
    expect(laidOut(414).map(([, width]) => width)).toEqual([100, 100, 115, 115, 100])
    expect(laidOut(414, { mail: 200 }).map(([, width]) => width)).toEqual([100, 100, 100, 200, 100])
  })
  it('narrows the next column of text to the room at the end of the view, where three quarters of it fit', () => {
    const wide = [
      column('first', { inSight: 'name' }),
      column('on', { kind: 'boolean', inSight: 'state' }),
      column('mail'),
      column('end'),
    ]
    const widthsAt = (available: number) =>
      layOut(wide, available, { widths: {}, pinned: [] }).map(({ width }) => width)
    expect(widthsAt(264)).toEqual([100, 100, 80, 100])
    // With less room a switch, alone beside the name, takes it.
    expect(widthsAt(254)).toEqual([100, 170, 100, 100])
  })
  it('cuts no date', () => {
    const dated = [column('first', { inSight: 'name' }), column('mail'), column('day', { kind: 'date' })]
    const widths = layOut(dated, 264, { widths: {}, pinned: [] }).map(({ width }) => width)
    expect(widths).toEqual([100, 180, 100])
  })
  it('stays as it is where everything fits', () =>
    expect(laidOut(600).map(([key]) => key)).toEqual(['first', 'mail', 'last', 'creator', 'sum', 'state']))
})

describe('the two lines of a phone', () => {
  it('takes name, amount, one detail and a state, each in its place', () => {
    const places = layOut(
      [
        column('name'),
        column('mail'),
        column('city'),
        column('role'),
        column('sum', { kind: 'money' }),
        column('on', { kind: 'boolean' }),
      ],
      1e6,
    )
    expect(places.map(({ place }) => place)).toEqual(['title', 'detail', 'detail', 'hidden', 'end', 'status'])
  })
  it('leaves the place to those that ask for it', () => {
    const places = layOut(
      [
        column('first', { phone: 'title' }),
        column('last', { phone: 'title' }),
        column('third', { phone: 'title' }),
        column('mail'),
        column('id', { phone: 'detail' }),
      ],
      1e6,
    )
    expect(places.map(({ place }) => place)).toEqual(['title', 'title', 'hidden', 'hidden', 'detail'])
  })
})

describe('chosen columns', () => {
  const columns = [column('a', { hideable: false }), column('b'), column('c', { hidden: true })]
  it.each<[string[] | null, string]>([
    [null, 'a,b'],
    [['c', 'a'], 'c,a'],
    [['c', 'gone', 'c'], 'a,c'],
  ])('%j → %s', (chosen, shown) => {
    expect(
      chosenColumns(columns, chosen)
        .map(({ key }) => key)
        .join(),
    ).toBe(shown)
  })
})

describe('windowing', () => {
  it('paints the same number of rows at every offset', () => {
    for (const top of [-50, 0, 13, 40_000, 3_999_600, 9e9]) {
      const { first, end } = paintedSpan(top, 600, 40, 100_000)
      expect(end - first).toBe(poolSize(600, 40))
      expect(first).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(100_000)
    }
  })
  it('covers what is in sight', () => {
    const { first, end } = paintedSpan(1234, 600, 40, 1000)
    expect(first * 40).toBeLessThanOrEqual(1234)
    expect(end * 40).toBeGreaterThanOrEqual(1834)
  })
  it('has as many rows as there are', () => {
    expect(paintedSpan(0, 600, 40, 3)).toEqual({ first: 0, end: 3 })
    expect(paintedSpan(0, 600, 40, 0)).toEqual({ first: 0, end: 0 })
  })
  it('counts a row as seen from its half on', () => {
    expect(visibleSpan(0, 600, 40, 1000)).toEqual({ first: 0, end: 15 })
    expect(visibleSpan(25, 600, 40, 1000)).toEqual({ first: 1, end: 16 })
    expect(visibleSpan(0, 600, 40, 2)).toEqual({ first: 0, end: 2 })
  })
  it('moves as little as possible', () => {
    expect(offsetToShow(5, 0, 600, 40)).toBe(0)
    expect(offsetToShow(15, 0, 600, 40)).toBe(40)
    expect(offsetToShow(2, 200, 600, 40)).toBe(80)
  })
})
