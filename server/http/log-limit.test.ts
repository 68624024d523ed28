import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogLimit } from './log-limit'

interface Line {
  message: string
  left_out?: number
}
let lines: Line[]
let log: ReturnType<typeof createLogLimit>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  lines = []
  log = createLogLimit({
    error: (fields: object, message: string) => void lines.push({ ...(fields as Partial<Line>), message }),
  } as Parameters<typeof createLogLimit>[0])
})
afterEach(() => void vi.useRealTimers())

it('logs the first five lines of a kind in ten seconds, and then the number of lines left out', () => {
  for (let count = 0; count < 100; count += 1) log(new Error('down'), 'database unavailable')
  expect(lines).toHaveLength(5)
  vi.advanceTimersByTime(10_000)
  log(new Error('down'), 'database unavailable')
  expect(lines.at(-1)).toMatchObject({ message: 'database unavailable', left_out: 95 })
})

it('logs a failure of another kind while one repeats', () => {
  for (let count = 0; count < 100; count += 1) log(new Error('down'), 'database unavailable')
  log(new Error('a mistake'), 'request failed', { reqId: 'r' })
  expect(lines.at(-1)).toMatchObject({ message: 'request failed', reqId: 'r' })
})

it('limits failures that each have a different message', () => {
  for (let count = 0; count < 5000; count += 1) log(new Error(`row ${count}`), 'request failed')
  expect(lines.length).toBeLessThanOrEqual(210)
})
