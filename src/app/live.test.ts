import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SHIFT_POLL_MS } from '@contract/constants'
import { failed, ok } from '@contract/errors'
import { FakeToasts } from '@tests/paths/kit/fake-ports'
import { FakeSocket } from '@tests/paths/kit/fake-socket'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createLive, type LiveServices } from './create-live'
import { createLiveKeeper } from './live'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

/** The live keeper of a tab; the test controls when its code and its sockets are available. */
function startTab() {
  const lines: FakeSocket[] = []
  const watchers = new Set<() => void>()
  const told: string[] = []
  const partListeners = new Set<() => void>()
  const joined: string[] = []
  let isThere = true
  let loads = 0
  const services: Omit<LiveServices, 'socket'> = {
    build: { isOutdated: async () => ok(false), reload: () => undefined },
    drafts: { flush: async () => undefined },
    onPartFailed: (listener) => {
      partListeners.add(listener)
      return () => void partListeners.delete(listener)
    },
    api: {
      call: async () => failed(UNREACHABLE),
      upload: async () => failed(UNREACHABLE),
      file: async () => failed(UNREACHABLE),
      stream: async () => ok({ total_count: 0, cutShort: false }),
    },
    clock: { now: () => Date.now() },
    toasts: new FakeToasts(),
    log: { log: () => undefined },
    visibility: {
      isVisible: () => true,
      subscribe: (watcher) => {
        watchers.add(watcher)
        return () => void watchers.delete(watcher)
      },
    },
  }
  const keeper = createLiveKeeper({
    services,
    createSocket: async () => {
      const line = new FakeSocket()
      lines.push(line)
      return line.port
    },
    load: async () => {
      loads += 1
      if (!isThere) throw new Error('chunk')
      return { createLive }
    },
    listeners: {
      connection: { joined: ({ state }) => void joined.push(state) },
      onSessionInDoubt: () => void told.push('session in doubt'),
      onAccessChanged: () => void told.push('access changed'),
      onRecordChanged: ({ id }) => void told.push(`record ${id} changed`),
      onMissed: () => void told.push('missed'),
    },
  })
  return {
    keeper,
    lines,
    told,
    joined,
    watchers,
    loads: () => loads,
    reach: (there: boolean) => void (isThere = there),
  }
}

test('nothing runs before the session begins or after it ends', async () => {
  const { keeper, lines, watchers, joined } = startTab()
  await settle()
  expect([keeper.get(), lines.length]).toEqual([null, 0])
  keeper.begin()
  await settle()
  const [line] = lines
  line!.opens()
  expect(joined.at(-1)).toBe('live')
  expect(keeper.get()?.shift.getSnapshot().value).toMatchObject({ questions: { connected: 'polling' } })
  keeper.end()
  expect([keeper.get(), line!.isWanted, line!.listening, watchers.size]).toEqual([null, false, 0, 0])
  expect(joined.at(-1)).toBe('connecting')
  expect(vi.getTimerCount()).toBe(0)
})

test('events of the socket about session, access and records are passed on until the session ends', async () => {
  const { keeper, lines, told } = startTab()
  keeper.begin()
  await settle()
  const [line] = lines
  line!.refuses()
  keeper.renewed('fresh')
  line!.opens()
  line!.push('access:changed')
  line!.push('records:missed')
  line!.push('record:changed', { subject: 'Users', id: 'a', version: 2 })
  line!.push('records:changed', { subject: 'Users', changes: ['b', 'c'].map((id) => ({ id, version: 2 })) })
  line!.breaks()
  line!.tries()
  line!.opens()
  line!.push('session:ended')
  expect(told).toEqual([
    'session in doubt',
    'access changed',
    'missed',
    'record a changed',
    'record b changed',
    'record c changed',
    'missed',
    'session in doubt',
  ])
  keeper.end()
  line!.push('access:changed')
  expect(told).toHaveLength(8)
})

test('a session that ends while the code is loading starts nothing; the next one starts its own actors', async () => {
  const { keeper, lines } = startTab()
  keeper.begin()
  keeper.end()
  await settle()
  expect(keeper.get()).toBeNull()
  keeper.begin()
  keeper.begin()
  await settle()
  expect(lines.filter(({ isWanted }) => isWanted)).toHaveLength(1)
})

test('code that cannot be fetched is requested again as long as the session lasts', async () => {
  const { keeper, loads, reach } = startTab()
  reach(false)
  keeper.begin()
  await vi.advanceTimersByTimeAsync(12_000)
  expect([loads(), keeper.get()]).toEqual([3, null])
  reach(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(keeper.get()).not.toBeNull()
  keeper.end()
  reach(false)
  keeper.begin()
  await settle()
  keeper.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loads()).toBe(5)
})

test(
  'the number of listeners and timers does not grow over eight hours of polling each second, with 100 losses of the connection',
  { timeout: 60_000 },
  async () => {
    const { keeper, lines, watchers } = startTab()
    keeper.begin()
    await settle()
    const line = lines[0]!
    line.opens()
    const seconds = 8 * 3600
    const rests = () => [line.listening, watchers.size, vi.getTimerCount()]
    await vi.advanceTimersByTimeAsync(60_000)
    const after = rests()
    for (let second = 60; second < seconds; second += 1) {
      if (second % (seconds / 100) === 0) {
        line.breaks()
        vi.advanceTimersByTime(SHIFT_POLL_MS)
        line.tries()
        line.opens()
      }
      vi.advanceTimersByTime(SHIFT_POLL_MS)
      const request = (
        line.emitted.findLast(({ event }) => event === 'shift_handover:user_shift_details')!.args[0] as {
          request: number
        }
      ).request
      line.push('shift_handover:user_shift_details_response', {
        success: true,
        data: { canStart: true, canEnd: false, shiftId: 'shift-1', shift: null },
        request,
      })
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(line.emitted.filter(({ event }) => event === 'shift_handover:user_shift_details').length).toBeGreaterThan(
      seconds - 200,
    )
    expect(rests()).toEqual(after)
    keeper.end()
    expect([line.listening, watchers.size, vi.getTimerCount()]).toEqual([0, 0, 0])
  },
)
