import { Pencil, Trash2 } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import type { CellContext, Column, RowAction } from '../types'
import { DrawnCells } from './drawn-cells'

interface Player {
  name: string
  level: number
}
const CONTEXT: CellContext = { tabIndex: -1, busy: false, phone: false }
/** A column whose cell tells how often it was drawn. */
function levelColumn(more: Partial<Column<Player>> = {}): Column<Player> & { drawn: () => number } {
  let times = 0
  return {
    key: 'level',
    title: 'Level',
    width: 80,
    kind: 'custom',
    text: ({ level }) => String(level),
    render: ({ level }) => `level ${level}, drawn ${(times += 1)}`,
    drawn: () => times,
    ...more,
  }
}
const drawnFrom = ({ level }: Player) => level
const laid = (column: Column<Player>) => [{ column, width: 80, place: 'detail' as const, pin: 0 }]

describe('a cell that says what it is drawn from', () => {
  it('keeps its element while that is the same, whatever else changes in the row', () => {
    const [cells, column] = [new DrawnCells<Player>(), levelColumn({ drawnFrom })]
    const first = cells.cell(column, { name: 'Ana', level: 3 }, CONTEXT)
    expect(cells.cell(column, { name: 'Ana Maria', level: 3 }, CONTEXT)).toBe(first)
    expect(cells.cell(column, { name: 'Ana Maria', level: 4 }, CONTEXT)).toBe('level 4, drawn 2')
  })
  it('is drawn anew in another context, and by another column of the same key', () => {
    const [cells, column] = [new DrawnCells<Player>(), levelColumn({ drawnFrom })]
    const row = { name: 'Ana', level: 3 }
    void cells.cell(column, row, CONTEXT)
    for (const context of [
      { ...CONTEXT, tabIndex: 0 as const },
      { ...CONTEXT, busy: true },
      { ...CONTEXT, phone: true },
    ])
      void cells.cell(column, row, context)
    expect(column.drawn()).toBe(4)
    expect(cells.cell(levelColumn({ drawnFrom }), row, CONTEXT)).toBe('level 3, drawn 1')
  })
  it('shows a version of its row where the value is the one it was drawn from', () => {
    const [cells, column] = [new DrawnCells<Player>(), levelColumn({ drawnFrom })]
    expect(cells.show({ name: 'Ana', level: 3 }, laid(column), null), 'not drawn yet').toBe(false)
    void cells.cell(column, { name: 'Ana', level: 3 }, CONTEXT)
    expect(cells.show({ name: 'Maria', level: 3 }, laid(column), null)).toBe(true)
    expect(cells.show({ name: 'Maria', level: 4 }, laid(column), null)).toBe(false)
  })
})

it('a cell that does not say so is drawn anew each time, also where its row was changed in place', () => {
  const [cells, column] = [new DrawnCells<Player>(), levelColumn()]
  const row = { name: 'Ana', level: 3 }
  void cells.cell(column, row, CONTEXT)
  row.level = 4
  expect(cells.show(row, laid(column), null)).toBe(false)
  expect(cells.cell(column, row, CONTEXT)).toBe('level 4, drawn 2')
})

describe('the actions of a row', () => {
  const edit: RowAction = { key: 'edit', label: 'Edit', icon: Pencil, onSelect: () => undefined }
  const remove: RowAction = { key: 'remove', label: 'Remove', icon: Trash2, tone: 'danger', onSelect: () => undefined }
  /** Makes other objects each time, as screens do. */
  const rowActions = ({ level }: Player) => (level > 3 ? [{ ...edit }, { ...remove }] : [{ ...edit }])
  const rowName = ({ name }: Player) => name
  const of = { rowActions, rowName }

  it('keep their element while they look the same', () => {
    const cells = new DrawnCells<Player>()
    let drawn = 0
    const draw = (row: Player) =>
      cells.actionsCell(of, row, CONTEXT, (shown, name) => `${name}, ${shown.length}, ${++drawn}`)
    expect(draw({ name: 'Ana', level: 2 })).toBe('Ana, 1, 1')
    expect(draw({ name: 'Ana', level: 3 })).toBe('Ana, 1, 1')
    expect(draw({ name: 'Ana', level: 4 })).toBe('Ana, 2, 2')
    expect(draw({ name: 'Maria', level: 4 })).toBe('Maria, 2, 3')
    expect(cells.show({ name: 'Maria', level: 5 }, [], of)).toBe(true)
    expect(cells.show({ name: 'Maria', level: 1 }, [], of)).toBe(false)
    expect(cells.show({ name: 'Ana', level: 5 }, [], of)).toBe(false)
  })
  it.each([
    ['another label', { label: 'Change' }],
    ['another icon', { icon: Trash2 }],
    ['another tone', { tone: 'danger' as const }],
    ['a reason why not', { disabledReason: 'It is closed' }],
    ['another key', { key: 'change' }],
  ])('are drawn anew with %s', (_what, difference) => {
    const cells = new DrawnCells<Player>()
    let now: RowAction = edit
    const actions = { rowActions: () => [now], rowName }
    const row = { name: 'Ana', level: 3 }
    let drawn = 0
    const draw = () => cells.actionsCell(actions, row, CONTEXT, () => ++drawn)
    expect([draw(), draw()]).toEqual([1, 1])
    now = { ...edit, ...difference }
    expect(draw()).toBe(2)
  })
})
