import { afterAll, beforeAll, expect, vi } from 'vitest'

/**
 * Runs the tests of a file in a time zone: CI runs in UTC, which has no daylight saving time. For Node only; not in
 * worker threads.
 */
export function inTimeZone(zone: string): void {
  beforeAll(() => {
    vi.stubEnv('TZ', zone)
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  })
  afterAll(() => void vi.unstubAllEnvs())
}
