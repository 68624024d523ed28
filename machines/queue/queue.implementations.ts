/** The implementations of the queue machine over one call. */
import { fromCallback } from 'xstate'
import { ok, type Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { createLineFeed, type OnLineBack } from '../kit/line-feed'
import { queueMachine, type NextItem, type QueueEvent } from './queue.machine'

/** Changes within this time cause one search, milliseconds. */
const GATHER_MS = 500
/** Time between searches for changes that send no event, such as a claim that expires, milliseconds. */
const CLOCK_MS = 30_000

/** One page of the waiting items, in the order of the queue. */
export interface WaitingPage {
  ids: readonly string[]
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

export interface QueueDependencies {
  /** @param cursor of the page; null for the first one */
  readPage: (cursor: string | null, signal: AbortSignal) => Promise<Result<WaitingPage>>
  /** Calls the listener when another console has changed items of the list. @returns a function that stops it */
  onChanged: (listener: () => void) => () => void
  onLineBack: OnLineBack
}

/** @returns the machine with everything provided, ready to start */
export function createQueueImplementations({ readPage, onChanged, onLineBack }: QueueDependencies) {
  /** Reads page after page until it finds an item that was not skipped. */
  async function findNext(skipped: ReadonlySet<string>, signal: AbortSignal): Promise<Result<NextItem | null>> {
    let cursor: string | null = null
    let passed = 0
    do {
      const page: Result<WaitingPage> = await readPage(cursor, signal)
      if (!page.ok) return page
      const { ids, next } = page.value
      const at = ids.findIndex((id) => !skipped.has(id))
      if (at >= 0) return ok({ id: ids[at]!, position: passed + at + 1 })
      passed += ids.length
      cursor = next
    } while (cursor !== null)
    return ok(null)
  }
  const find = answered<Result<NextItem | null>, { skipped: readonly string[] }>(({ input, signal }) =>
    findNext(new Set(input.skipped), signal),
  )
  return queueMachine.provide({
    actors: {
      findNext: find,
      changeFeed: fromCallback<QueueEvent>(({ sendBack }) => {
        let gathering: ReturnType<typeof setTimeout> | undefined
        const tell = () => sendBack({ type: 'queue.changed' })
        const stop = onChanged(() => {
          gathering ??= setTimeout(tell, GATHER_MS)
        })
        const byClock = setInterval(tell, CLOCK_MS)
        return () => {
          stop()
          clearInterval(byClock)
          clearTimeout(gathering)
        }
      }),
      lineFeed: createLineFeed<QueueEvent>(onLineBack),
    },
  })
}
