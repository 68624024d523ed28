/**
 * Work between frames: a key stroke is painted first, then work goes on in slices with room for the next key between them.
 */

/** Milliseconds of work where it stands between others, and in each slice of its own. */
export const FIRST_SLICE = 4
export const SLICE = 6

/** If no frame comes (a hidden page), work goes on without one after so many milliseconds. */
const NO_FRAME = 100

/** A task for later. @returns how to call it off */
export type Defer = (task: () => void) => () => void

/** Runs a task after the next frame has been painted. */
export const afterPaint: Defer = (task) => {
  let over = false
  const run = () => {
    if (over) return
    over = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    task()
  }
  const channel = new MessageChannel()
  channel.port1.onmessage = run
  const frame = requestAnimationFrame(() => channel.port2.postMessage(null))
  const timer = setTimeout(run, NO_FRAME)
  return () => {
    over = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Runs a task as soon as waiting events and frames had their turn. */
export const nextSlice: Defer = (task) => {
  let over = false
  const channel = new MessageChannel()
  channel.port1.onmessage = () => {
    if (!over) task()
  }
  channel.port2.postMessage(null)
  return () => {
    over = true
  }
}

/**
 * Runs a task in idle time, again and again until it says that it is done.
 * @param task gets a function that tells whether there is time left; returns true when all is done
 */
export function inIdleTime(task: (hasTime: () => boolean) => boolean): () => void {
  let stop = () => {}
  const again = () => {
    // Safari has no idle callback: short slices with pauses do.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => {
        const end = performance.now() + FIRST_SLICE
        if (!task(() => performance.now() < end)) again()
      }, 30)
      stop = () => clearTimeout(timer)
      return
    }
    const handle = requestIdleCallback((deadline) => {
      if (!task(() => deadline.timeRemaining() > 1)) again()
    })
    stop = () => cancelIdleCallback(handle)
  }
  again()
  return () => stop()
}
