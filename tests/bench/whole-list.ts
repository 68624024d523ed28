/** How long a whole list takes to arrive, beside a page that does nothing but read and parse the same lines. */
import type { Browser } from 'playwright'
import { onFreshPage, wait, type Frames } from './browser'
import { signedInState, type Server } from './platform'
import { median } from './statistics'

export interface WholeList {
  rows: number
  /** Milliseconds from the list's call until the table says that all rows are there. */
  complete: number
  /** Milliseconds from the same call, made by the floor, until all lines are parsed. */
  floor: number
  /** Slowest key to its frame, milliseconds: while the list is read, and after it. */
  keyWhile: number
  keyAfter: number
  /** Frames dropped while the list is read, once its first rows are there. */
  dropped: number
}

/** The page's first call for users: its address, and when it was made. */
interface FirstCall {
  url: string
  at: number
}
declare global {
  interface Window {
    __listCall?: FirstCall
    __keys?: number[]
  }
}

/** Runs in the page before its scripts: notes the list's call and how long keys take. */
function probe() {
  const send = window.fetch
  window.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('/users?')) window.__listCall ??= { url, at: performance.now() }
    return send(input, init)
  }
  const keys: number[] = []
  window.__keys = keys
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Runs in a page without the console. @returns milliseconds until every line is parsed */
async function readLines([url, token]: readonly [string, string]): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' } })
  const reader = answer.body!.getReader()
  const decoder = new TextDecoder()
  const records: unknown[] = []
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    rest += decoder.decode(value, { stream: true })
    const end = rest.lastIndexOf('\n')
    if (end === -1) continue
    for (const record of JSON.parse(`[${rest.slice(0, end).split('\n').join(',')}]`) as unknown[]) records.push(record)
    rest = rest.slice(end + 1)
  }
  return performance.now() - began
}

const KEY_EVERY_MS = 120
const KEYS_AFTER = 8

/** The list that is opened. */
export interface OpenedList {
  server: Server
  path: string
  /** That it has. */
  rows: number
}

async function loadOnce(browser: Browser, { server, path, rows }: OpenedList): Promise<WholeList> {
  const { token } = await server.signIn()
  const state = signedInState(server.base, await server.signIn())
  return onFreshPage(browser, { state, first: '#root [role=row][data-index="0"]' }, async (page) => {
    await page.addInitScript(probe)
    await page.goto(server.base + path, { waitUntil: 'commit' })
    await page.evaluate(() => window.__bench.first)
    await page.evaluate(() => Object.assign(window, { ended: window.__bench.countFrames() }))
    const completed = page.waitForFunction(
      (selector) => (document.querySelector(selector) ? performance.now() : null),
      `#root [role=grid][aria-rowcount="${rows + 1}"]:not([aria-busy])`,
      { polling: 'raf' },
    )
    let isComplete = false
    const done = completed.then((handle) => {
      isComplete = true
      return handle.jsonValue() as Promise<number>
    })
    await page.locator('#root [role=grid]').focus()
    while (!isComplete) {
      await page.keyboard.press('ArrowDown')
      await wait(KEY_EVERY_MS)
    }
    const at = await done
    const { dropped } = await page.evaluate(() => (window as unknown as { ended: () => Promise<Frames> }).ended())
    const slowest = () => page.evaluate(() => Math.max(0, ...window.__keys!.splice(0)))
    const keyWhile = await slowest()
    for (let key = 0; key < KEYS_AFTER; key++) {
      await page.keyboard.press('ArrowUp')
      await wait(KEY_EVERY_MS)
    }
    const keyAfter = await slowest()
    const call = await page.evaluate(() => window.__listCall!)
    // A page of the same origin without the console: what the floor is measured in.
    await page.goto(`${server.base}/robots.txt`)
    const floor = await page.evaluate(readLines, [call.url, token] as const)
    return { rows, complete: at - call.at, floor, keyWhile, keyAfter, dropped }
  })
}

/** @returns medians of so many fresh pages; the floor is read after each, in the same page */
export async function measureWholeList(browser: Browser, list: OpenedList, rounds: number): Promise<WholeList> {
  const runs: WholeList[] = []
  for (let round = 0; round < rounds; round++) runs.push(await loadOnce(browser, list))
  const of = (key: keyof WholeList) => median(runs.map((run) => run[key]))
  return {
    rows: list.rows,
    complete: of('complete'),
    floor: of('floor'),
    keyWhile: of('keyWhile'),
    keyAfter: of('keyAfter'),
    dropped: of('dropped'),
  }
}
