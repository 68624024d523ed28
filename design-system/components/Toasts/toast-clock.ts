/** Reasons to hold toasts: the pointer is over them, they contain the focus, the window is hidden. */
export type HoldReason = 'pointer' | 'focus' | 'hidden'

interface Running {
  /** Remaining milliseconds. */
  left: number
  since: number
  timer?: ReturnType<typeof setTimeout>
}

/**
 * The timers of toasts: each has its own, and all are paused while there is a reason to hold them.
 * @param lasting milliseconds that a toast is shown
 * @param close called when its time is over
 */
export function createToastClock<Id>(lasting: number, close: (id: Id) => void) {
  const toasts = new Map<Id, Running>()
  const reasons = new Set<HoldReason>()

  const run = (id: Id, toast: Running) => {
    toast.since = Date.now()
    toast.timer = setTimeout(() => {
      toasts.delete(id)
      close(id)
    }, toast.left)
  }
  const rest = (toast: Running) => {
    clearTimeout(toast.timer)
    toast.left -= Date.now() - toast.since
  }

  return {
    /** A toast was shown. */
    start(id: Id): void {
      const toast: Running = { left: lasting, since: Date.now() }
      toasts.set(id, toast)
      if (reasons.size === 0) run(id, toast)
    },
    /** A toast was closed by hand. */
    stop(id: Id): void {
      clearTimeout(toasts.get(id)?.timer)
      toasts.delete(id)
    },
    /** A reason to wait begins or ends. */
    hold(reason: HoldReason, on: boolean): void {
      const held = reasons.size > 0
      if (on) reasons.add(reason)
      else reasons.delete(reason)
      if (held === reasons.size > 0) return
      if (held) for (const [id, toast] of toasts) run(id, toast)
      else for (const toast of toasts.values()) rest(toast)
    },
    /** The page with the toasts was closed. */
    clear(): void {
      for (const { timer } of toasts.values()) clearTimeout(timer)
      toasts.clear()
    },
  }
}
