import { afterEach, expect, it, vi } from 'vitest'
import { createListRows } from './list-rows'
import { createRowStore, PREPARED_AT_ONCE } from './row-store'

afterEach(() => void vi.useRealTimers())

/** Rows that count how often their ids are read. */
function countedRows(count: number) {
  let reads = 0
  const rows = Array.from({ length: count }, (_, at) => ({
    get id() {
      reads += 1
      return `row-${at}`
    },
    version: 1,
  }))
  return { rows, reads: () => reads }
}

it('a list that has been read is ready for look-ups before the first change, so that this one is not slow', () => {
  vi.useFakeTimers()
  const { rows, reads } = countedRows(3 * PREPARED_AT_ONCE)
  const store = createRowStore<(typeof rows)[number]>()
  const list = createListRows(store)
  store.append(rows)
  // A change before the end of the read builds an index of the rows that are there.
  expect(list.isNews({ id: 'row-7', version: 2 })).toBe(true)
  const late = countedRows(3 * PREPARED_AT_ONCE)
  store.append(late.rows)
  list.endRead(true)
  const before = reads() + late.reads()
  vi.runAllTimers()
  expect(reads() + late.reads()).toBeGreaterThanOrEqual(before + 3 * PREPARED_AT_ONCE)
  const prepared = reads() + late.reads()
  expect(list.isNews({ id: 'row-9', version: 2 })).toBe(true)
  expect(reads() + late.reads() - prepared).toBeLessThan(10)
})
