import { expect, test } from 'vitest'
import { recordNamed, RECORDS, type RecordKey } from '@contract/records/records'
import { DEMO_ROWS } from './all'
import type { DemoRow } from './rows'

test('three paged records have rows with the same time in one of their orders, so that pages end between them', () => {
  const tied = (Object.keys(RECORDS) as RecordKey[]).filter((name) => {
    const { paths = [] } = recordNamed(name)
    return [...new Set(paths.map(({ order }) => order))].some((order) => {
      const times = (DEMO_ROWS[name] as readonly DemoRow[]).flatMap((row) => row[order] ?? [])
      return times.length - new Set(times).size >= 5
    })
  })
  expect(tied.length).toBeGreaterThanOrEqual(3)
})
