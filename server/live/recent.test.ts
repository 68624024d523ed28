import { expect, test } from 'vitest'
import { UNHEARD } from '@contract/constants'
import { createRecent } from './recent'

const started = 1_000_000
function recentAt() {
  let now = started
  return { recent: createRecent<string>(() => now), at: (ms: number) => void (now = started + ms) }
}

test('repeats what was announced since a console began to read, in order, and a little before that', () => {
  const { recent, at } = recentAt()
  at(10_000)
  recent.add(['early'])
  at(20_000)
  recent.add(['one', 'two'])
  at(21_000)
  recent.add(['three'])
  at(22_000)
  expect(recent.of(1_500)).toEqual(['one', 'two', 'three'])
  expect(recent.of(22_000 - UNHEARD.transitMs)).toEqual(['early', 'one', 'two', 'three'])
})

test('does not claim to know the time before the process started, or before what it keeps', () => {
  const { recent, at } = recentAt()
  at(3_000)
  expect(recent.of(2_999)).toEqual([])
  expect(recent.of(3_001)).toBeNull()
  at(UNHEARD.keptMs * 2)
  expect(recent.of(UNHEARD.keptMs)).toEqual([])
  expect(recent.of(UNHEARD.keptMs + 1)).toBeNull()
})

test('drops the older half of very many changes, and says that it does not know them', () => {
  const { recent, at } = recentAt()
  for (let ms = 1; ms <= 10_001; ms += 1) {
    at(ms)
    recent.add([`change ${ms}`])
  }
  expect(recent.of(10_000)).toBeNull()
  expect(recent.of(4_000)).toContain('change 10001')
})

test('forgets what is older than it keeps', () => {
  const { recent, at } = recentAt()
  at(0)
  recent.add(['old'])
  at(UNHEARD.keptMs + 1)
  recent.add(['new'])
  expect(recent.of(UNHEARD.keptMs)).toEqual(['new'])
})
