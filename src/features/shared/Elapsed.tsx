/** How long something takes, counting on while it goes on. */
import { useSyncExternalStore } from 'react'
import type { Span } from '@contract/records/field'
import { formatSpan, formatTime } from './format'

const TICK_MS = 10_000
const waiting = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all that are shown; none while nothing is. */
function subscribe(tick: () => void): () => void {
  waiting.add(tick)
  timer ??= setInterval(() => waiting.forEach((each) => each()), TICK_MS)
  return () => {
    waiting.delete(tick)
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
/** The time as all of them show it: it moves with the timer. */
const lately = () => Math.floor(Date.now() / TICK_MS) * TICK_MS
const never = () => () => undefined

/** @param span its ends; the tooltip has them as times */
export function Elapsed({ span }: { span: Span }) {
  const { from, until } = span
  const now = useSyncExternalStore(until === null ? subscribe : never, lately)
  const ends = until === null ? `Since ${formatTime(from)}` : `${formatTime(from)} to ${formatTime(until)}`
  return <span title={ends}>{formatSpan(span, now)}</span>
}
