import { expect, it } from 'vitest'
import { createSharedReadings } from './shared-readings'

/** Readings that end when the test says so. */
function readings() {
  const shared = createSharedReadings<string>()
  const ends: { done(value: string): void; fail(error: Error): void }[] = []
  const ask = (key = 'a') =>
    shared(key, () => new Promise((resolve, reject) => ends.push({ done: resolve, fail: reject })))
  return { ask, ends }
}
/** Lets what follows from settled promises happen. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('whoever asks while a reading is made shares the next one, which begins after the question', async () => {
  const { ask, ends } = readings()
  const first = ask()
  const later = [ask(), ask(), ask()]
  expect(ends).toHaveLength(1)
  ends[0]!.done('before the change')
  expect(await first).toBe('before the change')
  await settled()
  expect(ends).toHaveLength(2)
  ends[1]!.done('after it')
  expect(await Promise.all(later)).toEqual(['after it', 'after it', 'after it'])
  const alone = ask()
  expect(ends).toHaveLength(3)
  ends[2]!.done('anew')
  expect(await alone).toBe('anew')
})

it('whoever asks while the shared reading is made waits for yet another one', async () => {
  const { ask, ends } = readings()
  const first = ask()
  const second = ask()
  ends[0]!.done('1')
  await first
  await settled()
  const third = ask()
  ends[1]!.done('2')
  expect(await second).toBe('2')
  await settled()
  ends[2]!.done('3')
  expect(await third).toBe('3')
})

it('a reading that fails is a failure of those who share it, and not of the next ones', async () => {
  const { ask, ends } = readings()
  const first = ask()
  const second = ask()
  ends[0]!.fail(new Error('the database is away'))
  await expect(first).rejects.toThrow('the database is away')
  await settled()
  ends[1]!.done('it is back')
  expect(await second).toBe('it is back')
})

it('each key has its own readings', async () => {
  const { ask, ends } = readings()
  const [one, other] = [ask('a'), ask('b')]
  expect(ends).toHaveLength(2)
  ends[1]!.done('b')
  ends[0]!.done('a')
  expect(await Promise.all([one, other])).toEqual(['a', 'b'])
})
