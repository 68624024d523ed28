import { expect, it } from 'vitest'
import { createVisibility } from './visibility'

it('reports whether the tab is visible, and changes until the listener unsubscribes', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const visibility = createVisibility(page)
  let changes = 0
  const stop = visibility.subscribe(() => (changes += 1))
  expect(visibility.isVisible()).toBe(true)
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect([visibility.isVisible(), changes]).toEqual([false, 1])
  stop()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(changes).toBe(1)
})
