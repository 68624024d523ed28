/** The device's clock (ports.ts, ClockPort). */
import type { ClockPort } from '@ports/clock'

/** @returns the time of this device, in milliseconds since 1970 */
export const createClock = (): ClockPort => ({ now: () => Date.now() })
