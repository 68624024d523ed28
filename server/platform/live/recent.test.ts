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
  // One every 5 ms: those of the first 25 s are dropped.
  for (let nth = 1; nth <= 10_001; nth += 1) {
    at(nth * 5)
    recent.add([`change ${nth}`])
  }
  expect(recent.of(25_000)).toBeNull()
  expect(recent.of(19_000)).toContain('change 10001')
})

test('keeps as long as a console may ask for, with the time that its report takes, and no longer', () => {
  const { recent, at } = recentAt()
  recent.add(['old'])
  at(UNHEARD.keptMs + UNHEARD.transitMs)
  recent.add(['new'])
  expect(recent.of(UNHEARD.keptMs)).toEqual(['old', 'new'])
  at(UNHEARD.keptMs + UNHEARD.transitMs + 1)
  recent.add([])
  expect(recent.of(UNHEARD.keptMs)).toEqual(['new'])
})

test('does not claim to know changes that it has dropped, if the report of a console may have taken that long', () => {
  const { recent, at } = recentAt()
  at(1_000)
  recent.add(Array.from({ length: 10_001 }, (_none, nth) => `dropped or not ${nth}`))
  at(1_000 + UNHEARD.transitMs)
  recent.add(['late'])
  at(2_000 + UNHEARD.transitMs)
  expect(recent.of(1_000)).toBeNull()
  expect(recent.of(999)).toEqual(['late'])
})
