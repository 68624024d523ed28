/** Runs one story and observes it from outside: the steps of its machines, and pictures of the screen. */
import type { BrowserContext } from 'playwright'
import type { ToldOutside } from '../../../.storybook/statecharts/bridge'

/** Time after which a story that has not ended is stopped, in milliseconds. */
const PATIENCE_MS = 60_000

export interface Watched extends ToldOutside {
  /** Why the story failed: its play function, axe, or the state of its machine. */
  error: string | null
  seconds: number
  /** Painted frames in order; `at` is in milliseconds since 1970. */
  frames: readonly { at: number; picture: Buffer }[]
  /** The screen at the end. */
  last: Buffer | null
}

/** Storybook's messages with the reason of a failure. */
const FAILURES = ['playFunctionThrewException', 'storyThrewException', 'storyErrored']
type Ending = { status?: string; message?: string } | undefined

/** Storybook's channel keeps the last message of each kind. */
interface Page {
  __STORYBOOK_ADDONS_CHANNEL__?: { last(name: string): readonly unknown[] | undefined }
  pitbossStatecharts?: () => ToldOutside
}

/** @returns the observed events; does not throw if the story fails */
export async function watchStory(context: BrowserContext, origin: string, id: string): Promise<Watched> {
  const began = performance.now()
  const page = await context.newPage()
  const film = await context.newCDPSession(page)
  const frames: { at: number; picture: Buffer }[] = []
  film.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, picture: Buffer.from(data, 'base64') })
    film.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  const told: Watched = { began: 0, log: [], error: null, seconds: 0, frames, last: null }
  try {
    await film.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 800, maxHeight: 500 })
    await page.goto(`${origin}/iframe.html?id=${id}&viewMode=story`)
    const outcome = await page.waitForFunction(
      (names) => {
        const [failure, finished] = names.map(
          (of) =>
            of.flatMap(
              (name) => (globalThis as unknown as Page).__STORYBOOK_ADDONS_CHANNEL__?.last(name)?.slice(0, 1) ?? [],
            )[0],
        ) as Ending[]
        return failure || finished
          ? { error: failure?.message ?? (finished?.status === 'error' ? 'The story ended with an error.' : null) }
          : null
      },
      [FAILURES, ['storyFinished']],
      { timeout: PATIENCE_MS, polling: 100 },
    )
    told.error = ((await outcome.jsonValue()) as { error: string | null }).error
    Object.assign(told, await page.evaluate(() => (globalThis as unknown as Page).pitbossStatecharts!()))
    told.last = await page.screenshot()
  } catch (error) {
    told.error = error instanceof Error ? error.message : String(error)
  } finally {
    await page.close()
  }
  return { ...told, seconds: (performance.now() - began) / 1000 }
}
