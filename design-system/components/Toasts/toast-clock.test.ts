import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastClock } from './toast-clock'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const make = () => {
  const close = vi.fn<(id: number) => void>()
  return { close, clock: createToastClock<number>(1500, close) }
}

test('a toast stays 1500 ms', () => {
  const { close, clock } = make()
  clock.start(1)
  vi.advanceTimersByTime(1499)
  expect(close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(close.mock.calls).toEqual([[1]])
})

test('a held toast keeps its remaining time', () => {
  const { close, clock } = make()
  clock.start(1)
  vi.advanceTimersByTime(1000)
  clock.hold('pointer', true)
  vi.advanceTimersByTime(60_000)
  clock.hold('pointer', false)
  vi.advanceTimersByTime(499)
  expect(close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(close).toHaveBeenCalledOnce()
})

test('a toast waits until the last reason has ended, also when it was shown in between', () => {
  const { close, clock } = make()
  clock.hold('hidden', true)
  clock.start(1)
  clock.hold('pointer', true)
  clock.hold('hidden', false)
  vi.advanceTimersByTime(5000)
  expect(close).not.toHaveBeenCalled()
  clock.hold('pointer', false)
  vi.advanceTimersByTime(1500)
  expect(close).toHaveBeenCalledOnce()
})

test('a toast that was closed by hand is not closed again', () => {
  const { close, clock } = make()
  clock.start(1)
  clock.start(2)
  clock.stop(1)
  vi.advanceTimersByTime(1500)
  expect(close.mock.calls).toEqual([[2]])
  clock.start(3)
  clock.clear()
  vi.advanceTimersByTime(1500)
  expect(close).toHaveBeenCalledOnce()
})
