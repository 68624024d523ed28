import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TASKS } from '../journeys/tasks'

it('thirty tasks of a first day are each completed by a test that exists, at least twenty of them by journeys', () => {
  const missing = TASKS.filter(({ shownBy }) => {
    const [file, text] =
      'journey' in shownBy
        ? [`tests/journeys/${shownBy.journey}.journey.ts`, `('${shownBy.title}'`]
        : [shownBy.story, `export const ${shownBy.name}:`]
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(text)
  })
  expect(missing).toEqual([])
  expect(TASKS).toHaveLength(30)
  expect(new Set(TASKS.map(({ shownBy }) => JSON.stringify(shownBy))).size).toBe(30)
  expect(TASKS.filter(({ shownBy }) => 'journey' in shownBy).length).toBeGreaterThanOrEqual(20)
})
