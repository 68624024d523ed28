/** How long a platform may take to deliver what a change reports to others, such as a notification, milliseconds. */
const WITHIN_MS = 5000
const PAUSE_MS = 50

/**
 * Reads repeatedly, because notifications are delivered after the response to the change that they report.
 * @returns the first value that is the expected one, or after 5 s the last one, for an assertion to report
 */
export async function eventually<T>(read: () => Promise<T>, isExpected: (value: T) => boolean): Promise<T> {
  const end = performance.now() + WITHIN_MS
  for (;;) {
    const value = await read()
    if (isExpected(value) || performance.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
