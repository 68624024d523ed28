import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRowStore, PREPARED_AT_ONCE, type RowChange, type RowStore } from './row-store'

interface Row {
  id: string
  name: string
  age?: number
}

let store: RowStore<Row>
let changes: RowChange[]
const names = () => store.rows.map((row) => row.name)

beforeEach(() => {
  store = createRowStore<Row>()
  changes = []
  store.subscribe((change) => changes.push(change))
})

describe('a row store', () => {
  it('begins empty', () => {
    expect(store.rows).toEqual([])
    expect(store.revision).toBe(0)
  })
  it('appends rows in order and reports the first position', () => {
    store.append([
      { id: '1', name: 'a' },
      { id: '2', name: 'b' },
    ])
    store.append([{ id: '3', name: 'c' }])
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(changes).toEqual([
      { kind: 'appended', from: 0 },
      { kind: 'appended', from: 2 },
    ])
    expect(store.revision).toBe(2)
  })
  it('prepends rows in their order, and finds all rows at their new positions', () => {
    store.append([{ id: '1', name: 'a' }])
    store.prepend([
      { id: '2', name: 'b' },
      { id: '3', name: 'c' },
    ])
    expect(names()).toEqual(['b', 'c', 'a'])
    expect(changes.at(-1)).toEqual({ kind: 'reset' })
    expect(store.get('1')?.name).toBe('a')
    store.patch([{ id: '3', name: 'd' }])
    expect(changes.at(-1)).toEqual({ kind: 'patched', positions: [1] })
  })
  it('after a reset finds only the new rows', () => {
    store.append([{ id: '1', name: 'a' }])
    store.reset([{ id: '2', name: 'b' }])
    expect(names()).toEqual(['b'])
    expect(changes.at(-1)).toEqual({ kind: 'reset' })
    expect([store.get('1'), store.get('2')?.name]).toEqual([undefined, 'b'])
    store.reset()
    expect(names()).toEqual([])
    expect(store.get('2')).toBeUndefined()
  })
  it('removes rows, and finds the others at their new positions', () => {
    store.append(['a', 'b', 'c'].map((name) => ({ id: name, name })))
    store.remove(['a', 'none'])
    expect(names()).toEqual(['b', 'c'])
    expect(changes.at(-1)).toEqual({ kind: 'removed' })
    expect([store.get('a'), store.get('c')?.name]).toEqual([undefined, 'c'])
  })
  it('sends no change if nothing changed', () => {
    store.append([])
    store.prepend([])
    store.patch([{ id: 'none', name: 'x' }])
    store.remove(['none'])
    expect(changes).toEqual([])
    expect(store.revision).toBe(0)
  })
  it('keeps the given row objects without copying them', () => {
    const row = { id: '1', name: 'a' }
    store.append([row])
    expect(store.rows[0]).toBe(row)
  })
  it('merges a patch into its row, leaves other rows, and reports positions', () => {
    store.append([
      { id: '1', name: 'a', age: 1 },
      { id: '2', name: 'b' },
      { id: '3', name: 'c' },
    ])
    store.patch([
      { id: '3', name: 'C' },
      { id: 'none', name: 'x' },
      { id: '1', name: 'A' },
    ])
    expect(store.rows).toEqual([
      { id: '1', name: 'A', age: 1 },
      { id: '2', name: 'b' },
      { id: '3', name: 'C' },
    ])
    expect(changes.at(-1)).toEqual({ kind: 'patched', positions: [2, 0] })
  })
  it('replaces whole records, or adds them at the end', () => {
    store.append([{ id: '1', name: 'a', age: 1 }])
    store.put([{ id: '1', name: 'A' }])
    store.put([{ id: '2', name: 'b' }])
    expect(store.rows).toEqual([
      { id: '1', name: 'A' },
      { id: '2', name: 'b' },
    ])
    expect(changes.slice(1)).toEqual([
      { kind: 'patched', positions: [0] },
      { kind: 'appended', from: 1 },
    ])
  })
  it('finds rows that were added after the first look-up', () => {
    store.append([{ id: '1', name: 'a' }])
    expect(store.get('1')?.name).toBe('a')
    store.append([{ id: '2', name: 'b' }])
    expect(store.get('2')?.name).toBe('b')
  })
  it('closes gaps after a removal and finds the remaining rows at their new positions', () => {
    store.append([
      { id: '1', name: 'a' },
      { id: '2', name: 'b' },
      { id: '3', name: 'c' },
    ])
    expect(store.get('3')?.name).toBe('c')
    store.remove(['1'])
    expect(names()).toEqual(['b', 'c'])
    store.patch([{ id: '3', name: 'C' }])
    expect(names()).toEqual(['b', 'C'])
    expect(store.get('1')).toBeUndefined()
  })
  it('is empty after a reset', () => {
    store.append([{ id: '1', name: 'a' }])
    store.get('1')
    store.reset()
    expect(store.rows).toEqual([])
    expect(store.get('1')).toBeUndefined()
    store.append([{ id: '1', name: 'again' }])
    expect(store.get('1')?.name).toBe('again')
  })
  it('notifies no listener that has unsubscribed', () => {
    const listener = vi.fn<(change: RowChange) => void>()
    const stop = store.subscribe(listener)
    store.reset()
    stop()
    store.reset()
    expect(listener).toHaveBeenCalledTimes(1)
  })
  it('prepares look-ups of a long list in slices, so that the first look-up is short', () => {
    vi.useFakeTimers()
    let reads = 0
    const rows = Array.from({ length: 3 * PREPARED_AT_ONCE }, (_, at) => ({
      get id() {
        reads += 1
        return `row-${at}`
      },
      name: `${at}`,
    }))
    store.append(rows)
    store.prepare()
    store.prepare()
    expect(reads).toBe(0)
    for (let slice = 0; slice < 3; slice += 1) {
      reads = 0
      vi.advanceTimersToNextTimer()
      expect(reads).toBeGreaterThanOrEqual(PREPARED_AT_ONCE)
      expect(reads).toBeLessThan(2 * PREPARED_AT_ONCE)
    }
    expect(vi.getTimerCount()).toBe(0)
    reads = 0
    expect(store.get('row-9999')?.name).toBe('9999')
    expect(reads).toBeLessThan(10)
    vi.useRealTimers()
  })
  it('adds 100,000 rows and 10,000 patches without a pause', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({ id: String(index), name: 'n' }))
    const began = performance.now()
    store.append(rows)
    store.patch(rows.slice(0, 10_000).map(({ id }) => ({ id, name: 'm' })))
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(store.get('9999')?.name).toBe('m')
  })
})
