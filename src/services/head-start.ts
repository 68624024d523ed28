/**
 * What the page asked for before its scripts were there: the built index.html sends the calls that every start makes (vite.config.ts,
 * headStart), and whoever makes such a call first gets the answer that is already on its way.
 */
import { tokenOwner } from './token'

/** A call that is under way. */
interface Begun {
  answer: Promise<Response>
  stop: AbortController
}

export interface BegunCalls {
  /** The token that they carry; null where there was none. */
  token: string | null
  /** By `Accept` and whole address, as `begunKey` writes it. */
  calls: Record<string, Begun>
  /** Resolves when a script of the page could not be loaded. */
  codeFailed?: Promise<void>
}

declare global {
  interface Window {
    pitbossBegun?: BegunCalls
  }
}

/** What nobody has asked for by then is given up, milliseconds: a full list must not be kept for nobody. */
const WAITS_MS = 10_000

const begunKey = (accept: string, url: string) => `${accept} ${url}`

const haveOneOwner = (one: string, other: string) =>
  one === other || (tokenOwner(one) !== null && tokenOwner(one) === tokenOwner(other))

export interface HeadStart {
  /** As the browser's, but a call that is under way already is not made twice. Each is handed out once. */
  readonly fetch: (this: void, ...args: Parameters<typeof globalThis.fetch>) => Promise<Response>
  /** Gives up what nobody has asked for: the session it belonged to has ended. */
  drop(): void
}

/**
 * @param begun what the page asked for; left out where it asked for nothing
 * @param fetch of the browser
 */
export function createHeadStart(
  begun: BegunCalls | undefined,
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): HeadStart {
  const calls = new Map(Object.entries(begun?.calls ?? {}))
  const drop = () => {
    for (const { stop } of calls.values()) stop.abort()
    calls.clear()
  }
  if (calls.size > 0) setTimeout(drop, WAITS_MS)

  return {
    drop,
    fetch(input, init) {
      if (calls.size === 0) return fetch(input, init)
      const request = input instanceof Request ? input : new Request(input, init)
      const key = begunKey(request.headers.get('accept') ?? '', request.url)
      const bearer = request.headers.get('authorization')
      const found = request.method === 'GET' ? calls.get(key) : undefined
      // The session hands out a fresh token with each start: an answer to an earlier one of the same person is as good.
      if (!found || (bearer !== null && !haveOneOwner(bearer.slice('Bearer '.length), begun?.token ?? '')))
        return fetch(input, init)
      calls.delete(key)
      const { signal } = request
      if (signal.aborted) found.stop.abort()
      else signal.addEventListener('abort', () => found.stop.abort(), { once: true })
      if (bearer === null || bearer === `Bearer ${begun?.token}`) return found.answer
      // A refusal of the earlier token says nothing about this one.
      return found.answer.then((answer) => (answer.status === 401 ? fetch(request) : answer))
    },
  }
}
