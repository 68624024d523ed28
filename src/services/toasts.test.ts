import { describe, expect, it } from 'vitest'
import type { ToastEntry } from '@ports/toasts'
import { createToasts, TOAST_LOG_SIZE } from './toasts'

const make = () => {
  let time = 1000
  return createToasts({ clock: { now: () => (time += 1) } })
}

describe('toasts', () => {
  it('are reported once each, and added to the log', () => {
    const toasts = make()
    const shown: ToastEntry[] = []
    toasts.onShow((entry) => shown.push(entry))
    toasts.show('success', 'Successfully Added')
    toasts.show('error', 'No.')
    expect(shown).toEqual([
      { id: 1, kind: 'success', message: 'Successfully Added', at: 1001 },
      { id: 2, kind: 'error', message: 'No.', at: 1002 },
    ])
    expect(toasts.getSnapshot()).toEqual(shown)
  })
  it('wait for the first listener, and are not shown twice', () => {
    const toasts = make()
    toasts.show('warning', 'Early')
    const first: string[] = []
    const second: string[] = []
    const stop = toasts.onShow(({ message }) => first.push(message))
    toasts.onShow(({ message }) => second.push(message))
    expect(first).toEqual(['Early'])
    expect(second).toEqual([])
    stop()
    toasts.show('success', 'Late')
    expect(first).toEqual(['Early'])
    expect(second).toEqual(['Late'])
  })
  it('keep the last hundred, as the same array until it changes', () => {
    const toasts = make()
    let changes = 0
    const stop = toasts.subscribe(() => (changes += 1))
    for (let n = 0; n < TOAST_LOG_SIZE + 5; n += 1) toasts.show('success', `Message ${n}`)
    expect(changes).toBe(TOAST_LOG_SIZE + 5)
    expect(toasts.getSnapshot()).toHaveLength(100)
    expect(toasts.getSnapshot()[0]!.message).toBe('Message 5')
    expect(toasts.getSnapshot()).toBe(toasts.getSnapshot())
    stop()
    toasts.show('success', 'More')
    expect(changes).toBe(TOAST_LOG_SIZE + 5)
  })
  it('without text are ignored', () => {
    const toasts = make()
    toasts.show('success', ' ')
    expect(toasts.getSnapshot()).toEqual([])
  })
  it('are removed with the session, including those that were not shown yet', () => {
    const toasts = make()
    let changes = 0
    toasts.subscribe(() => (changes += 1))
    toasts.clear()
    expect(changes).toBe(0)
    toasts.show('success', 'Added Wilhelmina')
    toasts.clear()
    expect(toasts.getSnapshot()).toEqual([])
    expect(changes).toBe(2)
    const shown: ToastEntry[] = []
    toasts.onShow((entry) => shown.push(entry))
    expect(shown).toEqual([])
  })
})
