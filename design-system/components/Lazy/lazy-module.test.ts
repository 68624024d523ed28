import { expect, test, vi } from 'vitest'
import { lazyModule, onModuleFailure, PAUSE_AFTER_FAILURE_MS, preloadWhenIdle, RETRY_MS } from './lazy-module'

const OFFLINE = new TypeError('Failed to fetch dynamically imported module')

test('nothing is loaded before the first call; concurrent calls share one load', async () => {
  const load = vi.fn<() => Promise<{ answer: number }>>(async () => ({ answer: 42 }))
  const lazy = lazyModule(load)
  expect(lazy.get()).toBeNull()
  expect(load).not.toHaveBeenCalled()
  const [first, second] = await Promise.all([lazy.load(), lazy.load()])
  expect(first).toBe(second)
  expect(lazy.get()).toEqual({ answer: 42 })
  await lazy.load()
  expect(load).toHaveBeenCalledOnce()
})

test('a failure is returned to each caller, and the next call tries again', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(OFFLINE).mockResolvedValue('module')
  const lazy = lazyModule(load)
  const both = [lazy.load(), lazy.load()]
  await expect(both[0]).rejects.toBe(OFFLINE)
  await expect(both[1]).rejects.toBe(OFFLINE)
  expect([lazy.get(), load.mock.calls.length]).toEqual([null, 1])
  expect(await lazy.load()).toBe('module')
})

test('a preload never throws, and the next load tries again', async () => {
  const lazy = lazyModule(vi.fn<() => Promise<string>>().mockRejectedValueOnce(OFFLINE).mockResolvedValue('module'))
  await lazy.preload()
  expect(lazy.get()).toBeNull()
  expect(await lazy.load()).toBe('module')
})

test('listeners are called when the module has loaded, until they unsubscribe', async () => {
  const lazy = lazyModule(async () => 'module')
  const heard: string[] = []
  lazy.subscribe(() => heard.push(`one: ${lazy.get()}`))
  lazy.subscribe(() => heard.push('two'))()
  await lazy.load()
  expect(heard).toEqual(['one: module'])
})

test('each failed load is reported once', async () => {
  const failures: unknown[] = []
  const stop = onModuleFailure((error) => failures.push(error))
  const lazy = lazyModule(() => Promise.reject(OFFLINE))
  await lazy.preload()
  await lazy.preload()
  stop()
  await lazy.preload()
  expect(failures).toEqual([OFFLINE, OFFLINE])
})

/** Idle periods that the test triggers one by one. */
function startPreload() {
  const network = new EventTarget()
  const waiting: (() => void)[] = []
  const pauses: { work: () => void; ms: number }[] = []
  let done = 0
  let isOnline = true
  /** One idle period, with all of its immediate effects. */
  const idle = async () => {
    waiting.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const stop = preloadWhenIdle({
    whenIdle: (work) => waiting.push(work),
    onDone: () => (done += 1),
    wait: (work, ms) => pauses.push({ work, ms }),
    network,
    isOnline: () => isOnline,
  })
  return {
    stop,
    lost: () => void (isOnline = false),
    back: () => {
      isOnline = true
      network.dispatchEvent(new Event('online'))
    },
    waiting,
    /** Ends the current pause. @returns its length */
    pauseIsOver: async () => {
      const { work, ms } = pauses.shift()!
      work()
      await new Promise((resolve) => setImmediate(resolve))
      return ms
    },
    done: () => done,
    idle,
    allIdle: async () => {
      while (waiting.length > 0) await idle()
    },
  }
}

test('each idle period loads one module, including those that a loaded module declares', async () => {
  const loaded: string[] = []
  const inner = () => lazyModule(async () => void loaded.push('inner'), { preload: 'idle' })
  lazyModule(async () => void (loaded.push('first'), inner()), { preload: 'idle' })
  lazyModule(async () => void loaded.push('second'), { preload: 'idle' })
  lazyModule(async () => void loaded.push('on demand'), { preload: 'onDemand' })
  const { idle, allIdle, done, stop } = startPreload()
  expect(loaded).toEqual([])
  await idle()
  expect(loaded).toEqual(['first'])
  await allIdle()
  expect([loaded, done()]).toEqual([['first', 'second', 'inner'], 1])
  lazyModule(async () => void loaded.push('of the next screen'), { preload: 'idle' })
  await allIdle()
  expect([loaded.at(-1), done()]).toEqual(['of the next screen', 2])
  stop()
})

test('modules that are requested are loaded before those that are only declared', async () => {
  const loaded: string[] = []
  lazyModule(async () => void loaded.push('declared'), { preload: 'idle' })
  const screen = lazyModule(async () => void loaded.push('requested'), { preload: 'onDemand' })
  const { allIdle, stop } = startPreload()
  screen.preloadInIdle()
  screen.preloadInIdle()
  await allIdle()
  expect(loaded).toEqual(['requested', 'declared'])
  screen.preloadInIdle()
  await allIdle()
  expect(loaded).toEqual(['requested', 'declared'])
  stop()
})

test('a module that cannot be loaded delays others only briefly, and is tried again later', async () => {
  const loaded: string[] = []
  const first = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(OFFLINE)
    .mockImplementation(async () => void loaded.push('first'))
  lazyModule(first, { preload: 'idle' })
  lazyModule(async () => void loaded.push('second'), { preload: 'idle' })
  const { allIdle, pauseIsOver, stop } = startPreload()
  await allIdle()
  expect(loaded).toEqual([])
  expect(await pauseIsOver()).toBe(PAUSE_AFTER_FAILURE_MS)
  await allIdle()
  expect([loaded, first.mock.calls.length]).toEqual([['second'], 1])
  expect(await pauseIsOver()).toBe(RETRY_MS)
  await allIdle()
  expect(loaded).toEqual(['second', 'first'])
  stop()
})

test('failed modules are tried again once as soon as the network is back', async () => {
  const loaded: string[] = []
  const load = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(OFFLINE)
    .mockImplementation(async () => void loaded.push('first'))
  lazyModule(load, { preload: 'idle' })
  const { allIdle, back, pauseIsOver, stop } = startPreload()
  await allIdle()
  back()
  await allIdle()
  expect(loaded).toEqual(['first'])
  await pauseIsOver()
  await allIdle()
  expect(load).toHaveBeenCalledTimes(2)
  stop()
})

test('nothing is tried without a network, and everything once it is back', async () => {
  const loaded: string[] = []
  const part = (name: string) => lazyModule(async () => void loaded.push(name), { preload: 'idle' })
  part('first')
  part('second')
  const { idle, allIdle, lost, back, stop } = startPreload()
  await idle()
  lost()
  await allIdle()
  part('of the next screen')
  await allIdle()
  expect(loaded).toEqual(['first'])
  back()
  await allIdle()
  expect(loaded).toEqual(['first', 'second', 'of the next screen'])
  stop()
})

test('nothing is loaded after stopping', async () => {
  const load = vi.fn<() => Promise<void>>(async () => undefined)
  lazyModule(load, { preload: 'idle' })
  const { allIdle, back, stop } = startPreload()
  stop()
  await allIdle()
  back()
  await allIdle()
  expect(load).not.toHaveBeenCalled()
  // Removed for the following tests.
  const next = startPreload()
  await next.allIdle()
  expect(load).toHaveBeenCalledOnce()
  next.stop()
})
