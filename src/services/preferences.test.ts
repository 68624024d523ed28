import { describe, expect, it, vi } from 'vitest'
import { ok } from '@contract/errors'
import { createPersonalPreferences } from './personal-preferences'
import { createPreferences } from './preferences'

const personal = () =>
  createPersonalPreferences({ save: async (changes) => ok(changes), saveLast: () => {}, onFailure: () => {} })

/** Like the browser's storage: values are properties. */
class FakeStorage {
  [key: string]: unknown
  getItem(key: string) {
    return (this[key] as string | undefined) ?? null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

describe('preferences', () => {
  it('that reveal what the person did are removed at the end of the session, others stay', () => {
    const storage = new FakeStorage()
    const preferences = createPreferences(storage, personal())
    preferences.set('recent', '/users')
    preferences.set('theme', 'dark')
    preferences.end()
    expect([preferences.get('recent'), Object.keys(storage), preferences.get('theme')]).toEqual([
      null,
      ['pitboss.theme'],
      'dark',
    ])
  })
  it('of the device are stored on it, and subscribers are notified', () => {
    const storage = new FakeStorage()
    const preferences = createPreferences(storage, personal())
    const told = vi.fn<() => void>()
    const stop = preferences.subscribe(told)
    preferences.set('theme', 'dark')
    expect([preferences.get('theme'), storage['pitboss.theme'], told.mock.calls.length]).toEqual(['dark', 'dark', 1])
    stop()
    preferences.set('theme', 'light')
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('of a person are never stored on the device', () => {
    const storage = new FakeStorage()
    const preferences = createPreferences(storage, personal())
    const told = vi.fn<() => void>()
    const stop = preferences.subscribe(told)
    preferences.set('columns.users', 'a')
    preferences.set('palette', 'b')
    expect([preferences.get('columns.users'), preferences.get('palette'), told.mock.calls.length]).toEqual([
      'a',
      'b',
      2,
    ])
    expect(Object.keys(storage)).toEqual([])
    stop()
  })

  it('of people that earlier versions stored on the device are removed', () => {
    const storage = new FakeStorage()
    for (const key of ['pitboss.palette.1x', 'pitboss.columns.1x.users', 'pitboss.theme', 'token']) storage[key] = 'x'
    createPreferences(storage, personal())
    expect(Object.keys(storage)).toEqual(['pitboss.theme', 'token'])
  })

  it('stay in effect in this tab if storage throws', () => {
    const forbidden = () => {
      throw new DOMException('forbidden')
    }
    const preferences = createPreferences({ getItem: forbidden, setItem: forbidden, removeItem: forbidden }, personal())
    preferences.set('density', 'compact')
    expect([
      preferences.get('density'),
      preferences.get('theme'),
      createPreferences(null, personal()).get('theme'),
    ]).toEqual(['compact', null, null])
  })
})
