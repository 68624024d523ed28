/** Fresh pages of headless Chromium, with the probe in them. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContextOptions, type Page, type Response } from 'playwright'
import { CHROMIUM_ARGS, findChromium, HOW_TO_GET_CHROMIUM } from '../kit/find-chromium'

const PROBE = readFileSync(new URL('probe.js', import.meta.url), 'utf8')
/** As the peers' bench has it. */
const VIEWPORT = { width: 1600, height: 900 }
const PATIENCE_MS = 60_000

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

declare global {
  interface Window {
    /** Of probe.js. Times are milliseconds since the navigation started. */
    __bench: {
      first: Promise<number>
      shown(selector: string): Promise<number>
      /** As Date.now() tells it. */
      shows(selector: string, text: string): Promise<number>
      countFrames(): () => Promise<Frames>
      /** @param way `pixels` of each frame, a negative number up; without it from end to end */
      scroll(scroller: string, row: string, way: { ms: number; pixels?: number }): Promise<Scrolled>
      /** @param cell with an image, of each row */
      imagesInView(scroller: string, row: string, cell: string): Promise<Rested>
      click: number
      fcp: number
      lcp: number
      longtasks: [start: number, duration: number][]
    }
  }
}

/** What was left out of 60 frames a second, the longest time between two of them, and what tasks above 50 ms took: milliseconds. */
export interface Frames {
  dropped: number
  worst: number
  longtasks: number
}

/** Of a scroll: frames a second, the longest time between two, how many of the frames looked at had a place without a row. */
export interface Scrolled {
  fps: number
  worst: number
  blank: number
  checked: number
  /** Share of the way to the end. */
  reached: number
}

/** Of the rows that are whole in view. */
export interface Rested {
  inView: number
  /** Those whose image was painted in the end. */
  painted: number
  /** Until the last of them was painted, milliseconds. */
  after: number
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(HOW_TO_GET_CHROMIUM)
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS })
}

export interface FreshPage {
  /** Cookies and storage that the page starts with. */
  state?: BrowserContextOptions['storageState']
  /** CSS of what `__bench.first` waits for: the first thing of use, with text in it. */
  first?: string
  /** How many times slower the processor is made. */
  throttle?: number
}

/** Works on a page with an empty cache. @throws also where the page throws: a broken page is not fast */
export async function onFreshPage<R>(
  browser: Browser,
  { state, first, throttle }: FreshPage,
  work: (page: Page) => Promise<R>,
): Promise<R> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: state })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.addInitScript(`window.__bench_first = ${JSON.stringify(first ?? null)}\n${PROBE}`)
    if (throttle) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: throttle })
    const result = await work(page)
    if (errors.length > 0) throw new Error(`${page.url()} threw: ${errors.join('; ').slice(0, 500)}`)
    return result
  } finally {
    await context.close()
  }
}

/** Opens an address. @returns milliseconds from the start of the navigation until just after the frame with the first thing */
export async function timeToFirst(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate(() => window.__bench.first)
}

/** What a page holds: megabytes of heap, listeners, nodes. */
export interface Held {
  heap: number
  listeners: number
  elements: number
}

/** What the page holds after two forced collections. */
export async function held(page: Page): Promise<Held> {
  const devtools = await page.context().newCDPSession(page)
  for (let time = 0; time < 2; time++) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { jsEventListeners, nodes } = await devtools.send('Memory.getDOMCounters')
  await devtools.detach()
  return { heap: usedSize / 1024 ** 2, listeners: jsEventListeners, elements: nodes }
}

/** Of a heap snapshot: what the browser itself holds, and what V8 has compiled of the functions that are called often. */
const NOT_THE_PAGES = new Set(['native', 'code'])

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/** What the page's scripts have made and still hold: objects, closures, texts. @returns megabytes */
export async function heldByScripts(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const chunks: string[] = []
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await devtools.detach()
  const {
    snapshot: {
      meta: {
        node_fields: fields,
        node_types: [types],
      },
    },
    nodes,
  } = JSON.parse(chunks.join('')) as HeapSnapshot
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let node = 0; node < nodes.length; node += fields.length)
    if (!NOT_THE_PAGES.has(types[nodes[node + type]!]!)) bytes += nodes[node + size]!
  return bytes / 1024 ** 2
}

/** Waits until something holds. @throws after 20 seconds */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const patience = performance.now() + 20_000
  while (!(await holds())) {
    if (performance.now() > patience) throw new Error(`${what}: waited for 20 s`)
    await wait(20)
  }
}

/** Collects the JavaScript that a page loads. @returns its size so far, in bytes: each file, and each script in the page, compressed by gzip at level 9 */
export function countScripts(page: Page): () => Promise<number> {
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response: Response) => {
    // A part is fetched before it is imported: the import takes it from the browser's cache.
    if (!/javascript/.test(response.headers()['content-type'] ?? '') || bodies.has(response.url())) return
    const body = response.body()
    // Where the page closes before the sizes are asked for, nobody else waits for this body.
    body.catch(() => undefined)
    bodies.set(response.url(), body)
  })
  return async () => {
    const inPage = await page.evaluate(() =>
      [...document.scripts]
        .filter(({ src, type }) => !src && /^(?:|module|text\/javascript)$/.test(type))
        .map(({ textContent }) => textContent ?? ''),
    )
    return [...(await Promise.all(bodies.values())), ...inPage].reduce(
      (sum, script) => sum + gzipSync(script, { level: 9 }).length,
      0,
    )
  }
}

/** The button that opens the notifications. */
export const BELL = 'button[aria-label="Notifications"]'
/** The entry of the open panel that holds a text; the panel has the newest ones. */
export const entryOf = (page: Page, text: string) => page.locator('[role=dialog] li').filter({ hasText: text })
