/**
 * Calls that the page started before its scripts were loaded: the built page sends the calls that every start makes
 * (build/pages.ts, headStart), and the first caller of such a call receives the response that is already in flight.
 */
import { tokenOwner } from './token'

/** A call in progress. */
interface Begun {
  answer: Promise<Response>
  stop: AbortController
}

export interface BegunCalls {
  /** The token of the calls; null if there was none. */
  token: string | null
  /** By `begunKey`. A call is removed when it gets a caller: only that caller may read its response. */
  calls: Record<string, Begun>
  /** Resolves when a script of the page could not be loaded. */
  codeFailed?: Promise<void>
  /** Resolves when the list's picture has been painted, or will not be shown. Missing if the page has no picture. */
  pictured?: Promise<void>
}

declare global {
  interface Window {
    pitbossBegun?: BegunCalls
  }
}

/** Time after which a call without a caller is aborted, in milliseconds: a full list must not stay in memory unused. */
const WAITS_MS = 10_000

/** @param url absolute */
const begunKey = (accept: string, url: string) => `${accept} ${url}`

const haveOneOwner = (one: string, other: string) =>
  one === other || (tokenOwner(one) !== null && tokenOwner(one) === tokenOwner(other))

export interface HeadStart {
  /** The browser's `fetch`, but uses a call in progress instead of making it again. Each call is used once. */
  readonly fetch: (this: void, ...args: Parameters<typeof globalThis.fetch>) => Promise<Response>
  /** Aborts calls without a caller, because their session has ended. */
  drop(): void
}

/**
 * @param begun the calls that the page started; omitted if there are none
 * @param fetch of the browser
 */
export function createHeadStart(
  begun: BegunCalls | undefined,
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): HeadStart {
  const calls = begun?.calls ?? {}
  const drop = () => {
    for (const [key, { stop }] of Object.entries(calls)) {
      stop.abort()
      delete calls[key]
    }
  }
  if (Object.keys(calls).length > 0) setTimeout(drop, WAITS_MS)

  return {
    drop,
    fetch(input, init) {
      if (Object.keys(calls).length === 0) return fetch(input, init)
      const request = input instanceof Request ? input : new Request(input, init)
      const key = begunKey(request.headers.get('accept') ?? '', request.url)
      const bearer = request.headers.get('authorization')
      const found = request.method === 'GET' ? calls[key] : undefined
      // The session returns a fresh token with each start: a response for an earlier token of the same person is
      // equally valid.
      if (!found || (bearer !== null && !haveOneOwner(bearer.slice('Bearer '.length), begun?.token ?? '')))
        return fetch(input, init)
      delete calls[key]
      const { signal } = request
      if (signal.aborted) found.stop.abort()
      else signal.addEventListener('abort', () => found.stop.abort(), { once: true })
      if (bearer === null || bearer === `Bearer ${begun?.token}`) return found.answer
      // A refusal of the earlier token does not apply to this one.
      return found.answer.then((answer) => (answer.status === 401 ? fetch(request) : answer))
    },
  }
}
