/** 'Only logged' (ports.ts, LogPort; spec 4, 7, 8): console.info and POST _log, no toast. */
import { AUTH_PATHS } from '@contract/http/auth-paths'
import type { ClockPort } from '@ports/clock'
import type { LogPort } from '@ports/log'

/** Lines that are sent in any minute; a failure that repeats must not become a flood. All lines reach console.info. */
const LINES_A_MINUTE = 20

/** What the server takes of a line, characters (contract, auth.log). */
const LONGEST = { code: 200, message: 2000 } as const

export interface LogDependencies {
  /** Host of the API without a trailing slash; empty for the console's own. */
  baseUrl: string
  clock: ClockPort
  /** Sends a line on its way, come what may; false where the browser would not take it. */
  beacon?: (url: string, line: Blob) => boolean
  fetch?: (url: string, init: RequestInit) => Promise<unknown>
}

const browserBeacon = (url: string, line: Blob): boolean => {
  // A beacon outlives the page; browsers without one throw or lack it.
  try {
    return navigator.sendBeacon(url, line)
  } catch {
    return false
  }
}

/** @returns the log; it never throws and never waits */
export function createLog({
  baseUrl,
  clock,
  beacon = browserBeacon,
  fetch: post = (url, init) => fetch(url, init),
}: LogDependencies): LogPort {
  const url = baseUrl + AUTH_PATHS.log
  let sent: number[] = []

  return {
    log(code, message) {
      console.info(message === undefined ? code : `${code}: ${message}`)
      const now = clock.now()
      sent = sent.filter((at) => Math.abs(now - at) < 60_000)
      if (sent.length >= LINES_A_MINUTE) return
      sent.push(now)
      const line = JSON.stringify({
        level: 'info',
        code: code.slice(0, LONGEST.code),
        message: message?.slice(0, LONGEST.message),
      })
      if (beacon(url, new Blob([line], { type: 'application/json' }))) return
      post(url, {
        method: 'POST',
        keepalive: true,
        credentials: 'include',
        headers: { 'Content-Type': 'application/json' },
        body: line,
      }).catch(() => {
        // A log that cannot be sent is no failure of what is being done; the line stands in the console.
      })
    },
  }
}
