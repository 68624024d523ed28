import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TabEvent } from '@ports/tabs'
import { createTabs, type TabsDependencies } from './tabs'

const open: { close(): void }[] = []
const make = (dependencies?: TabsDependencies) => {
  const tabs = createTabs(dependencies)
  open.push(tabs)
  const heard: TabEvent[] = []
  const stop = tabs.listen((event) => heard.push(event))
  return { tabs, heard, stop }
}
afterEach(() => {
  for (const tabs of open.splice(0)) tabs.close()
})
const EVENT: TabEvent = { type: 'signedIn', userId: 'u-1' }

describe('over a BroadcastChannel', () => {
  it('sends events to the other tabs but not to this one', async () => {
    const here = make()
    const there = make()
    here.tabs.tell(EVENT)
    await vi.waitFor(() => expect(there.heard).toEqual([EVENT]))
    there.tabs.tell({ type: 'signedOut' })
    await vi.waitFor(() => expect(here.heard).toEqual([{ type: 'signedOut' }]))
    expect(there.heard).toHaveLength(1)
  })
  it('sends nothing to a listener that has unsubscribed, or after it was closed', async () => {
    const here = make()
    const stopped = make()
    const closed = make()
    const there = make()
    stopped.stop()
    closed.tabs.close()
    here.tabs.tell(EVENT)
    await vi.waitFor(() => expect(there.heard).toEqual([EVENT]))
    expect(stopped.heard).toEqual([])
    expect(closed.heard).toEqual([])
  })
  it('ignores messages that are not its events', async () => {
    const there = make()
    const foreign = new BroadcastChannel('pitboss.session')
    open.push(foreign)
    for (const message of [
      null,
      'x',
      {},
      { from: 'a' },
      { from: 'a', event: { type: 'other' } },
      { from: 'a', event: { type: 'signedIn' } },
    ])
      foreign.postMessage(message)
    foreign.postMessage({ from: 'a', event: EVENT })
    await vi.waitFor(() => expect(there.heard).toEqual([EVENT]))
  })
})

describe('over storage events, if there is no channel', () => {
  /** Windows of one browser: a storage event reaches all except the one that wrote. */
  const createBrowser = () => {
    const windows: EventTarget[] = []
    const tab = (more: TabsDependencies = {}) => {
      const window = new EventTarget()
      windows.push(window)
      const write = (key: string, newValue: string | null) => {
        for (const other of windows)
          if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
      }
      const storage = {
        setItem: (key: string, value: string) => write(key, value),
        removeItem: (key: string) => write(key, null),
      }
      return make({ openChannel: () => null, storage: () => storage, window, ...more })
    }
    return { tab, windows }
  }
  it('sends events to the other tabs but not to this one', () => {
    const { tab } = createBrowser()
    const here = tab()
    const there = tab()
    here.tabs.tell(EVENT)
    expect(there.heard).toEqual([EVENT])
    expect(here.heard).toEqual([])
  })
  it('is used if the channel refuses; other keys and broken values are ignored', () => {
    const { tab, windows } = createBrowser()
    const refused = () => {
      throw new DOMException('no', 'SecurityError')
    }
    const there = tab({ openChannel: refused })
    for (const [key, newValue] of [
      ['token', JSON.stringify({ from: 'a', event: EVENT })],
      ['pitboss.session', '{'],
    ]) {
      windows[0]!.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
    }
    expect(there.heard).toEqual([])
    const mute = tab({ openChannel: refused, storage: refused })
    mute.tabs.tell(EVENT)
    expect(there.heard).toEqual([])
    there.tabs.close()
    tab().tabs.tell(EVENT)
    expect(there.heard).toEqual([])
    expect(mute.heard).toEqual([EVENT])
  })
})
