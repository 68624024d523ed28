/** 'Only logged' (ports.ts, LogPort; spec 4, 7, 8): console.info and POST _log, no toast. */
import { AUTH_PATHS } from '@contract/http/auth-paths'
import type { ClockPort } from '@ports/clock'
import type { LogPort } from '@ports/log'

/**
 * Number of entries sent per minute, so that a repeating failure does not flood the server. console.info gets all
 * entries.
 */
const LINES_A_MINUTE = 20

/** Maximum lengths that the server accepts, in characters (contract, auth.log). */
const LONGEST = { code: 200, message: 2000 } as const

export interface LogDependencies {
  /** Host of the API without a trailing slash; empty if it is the console's own host. */
  baseUrl: string
  clock: ClockPort
  /** Queues an entry for sending; returns false if the browser refuses it. */
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
        // A failure to send an entry is ignored: the entry is in console.info.
      })
    },
  }
}
