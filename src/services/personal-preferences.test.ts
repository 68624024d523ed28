import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failed, ok, type Result } from '@contract/errors'
import type { Preferences } from '@contract/entities/preferences'
import { createPersonalPreferences, SAVE_AFTER_MS } from './personal-preferences'

/** The server: merged by name, the last write counts. */
let server: Preferences
let calls: Preferences[]
let lastCalls: Preferences[]
let failures: string[]
/** Replaces the server's response. */
let answer: ((changes: Preferences) => Promise<Result<Preferences>>) | null

const open = () =>
  createPersonalPreferences({
    save: async (changes) => {
      calls.push(changes)
      if (answer) return answer(changes)
      server = { ...server, ...changes }
      return ok(server)
    },
    saveLast: (changes) => void lastCalls.push(changes),
    onFailure: (message) => void failures.push(message),
  })
const pass = (ms = SAVE_AFTER_MS) => vi.advanceTimersByTimeAsync(ms)
const offline = async (): Promise<Result<Preferences>> =>
  failed({ kind: 'network', message: 'The server cannot be reached.' })

beforeEach(() => {
  vi.useFakeTimers()
  server = {}
  calls = []
  lastCalls = []
  failures = []
  answer = null
})
afterEach(() => void vi.useRealTimers())

describe('a person’s preferences', () => {
  it('arrive with the profile and notify subscribers', () => {
    const preferences = open()
    const told = vi.fn<() => void>()
    preferences.subscribe(told)
    expect(preferences.get('columns.users')).toBeNull()
    preferences.received({ 'columns.users': 'a' })
    expect([preferences.get('columns.users'), told.mock.calls.length]).toEqual(['a', 1])
  })

  it('take effect at once and are written together a moment later', async () => {
    const preferences = open()
    preferences.set('columns.users', 'a')
    preferences.set('columns.users', 'b')
    preferences.set('palette', 'c')
    expect(preferences.get('columns.users')).toBe('b')
    await pass(SAVE_AFTER_MS - 1)
    expect(calls).toEqual([])
    await pass(1)
    expect(calls).toEqual([{ 'columns.users': 'b', palette: 'c' }])
  })

  it('of two tabs are merged by name, and the last write of a name counts', async () => {
    const [one, other] = [open(), open()]
    for (const tab of [one, other]) tab.received({ 'columns.users': 'old', palette: 'old' })
    one.set('columns.users', 'one')
    await pass()
    other.set('palette', 'other')
    await pass()
    expect(server).toEqual({ 'columns.users': 'one', palette: 'other' })
    expect(other.get('columns.users'), "the response to a write contains the other tab's changes").toBe('one')
    other.set('columns.users', 'other')
    await pass()
    expect(server['columns.users']).toBe('other')
  })

  it('are sent in one call at a time; changes meanwhile are sent with the next call', async () => {
    let finish = () => {}
    answer = (changes) => new Promise((resolve) => (finish = () => resolve(ok((server = { ...server, ...changes })))))
    const preferences = open()
    preferences.set('palette', 'first')
    await pass()
    preferences.set('palette', 'second')
    await pass()
    expect(calls).toHaveLength(1)
    finish()
    await pass()
    expect(preferences.get('palette')).toBe('second')
    expect(calls.at(-1)).toEqual({ palette: 'second' })
  })

  it('are not undone by a profile that was read before the change was stored', async () => {
    const preferences = open()
    preferences.received({ palette: 'old' })
    preferences.set('palette', 'new')
    preferences.received({ palette: 'old' })
    expect(preferences.get('palette')).toBe('new')
    await pass()
    preferences.received({ palette: 'old', 'columns.users': 'a' })
    expect([preferences.get('palette'), preferences.get('columns.users')]).toEqual(['new', 'a'])
  })

  it('stay in effect while the server is unreachable, notify this once, and are written when the connection is back', async () => {
    answer = offline
    const preferences = open()
    preferences.set('columns.users', 'a')
    await pass()
    expect([preferences.get('columns.users'), failures]).toEqual(['a', ['The server cannot be reached.']])
    preferences.retry()
    await pass()
    expect(failures).toHaveLength(1)
    answer = null
    preferences.retry()
    await pass()
    expect([server, failures.length]).toEqual([{ 'columns.users': 'a' }, 1])
    preferences.retry()
    await pass()
    expect(calls).toHaveLength(3)
  })

  it('that the server refuses stay in effect until the end of the session and are not sent again', async () => {
    answer = async () => failed({ kind: 'rejected', message: 'Too many.', fields: {} })
    const preferences = open()
    preferences.set('palette', 'a')
    await pass()
    preferences.retry()
    await pass()
    expect([preferences.get('palette'), failures, calls.length]).toEqual(['a', ['Too many.'], 1])
  })

  it('are sent at once when the page is closed', () => {
    const preferences = open()
    preferences.set('palette', 'a')
    preferences.flush()
    expect(lastCalls).toEqual([{ palette: 'a' }])
  })

  it('are sent and removed when the session ends, and later responses are ignored', async () => {
    let finish = () => {}
    answer = (changes) => new Promise((resolve) => (finish = () => resolve(ok(changes))))
    const preferences = open()
    preferences.received({ 'columns.users': 'a' })
    preferences.set('columns.admin', 'b')
    await pass()
    preferences.set('palette', 'c')
    preferences.end()
    expect(lastCalls).toEqual([{ 'columns.admin': 'b', palette: 'c' }])
    finish()
    await pass()
    expect([preferences.get('columns.users'), preferences.get('columns.admin'), preferences.get('palette')]).toEqual([
      null,
      null,
      null,
    ])
    expect(calls).toHaveLength(1)
  })
})
