/** A duration that is updated while it is still running. */
import { useSyncExternalStore } from 'react'
import type { Span } from '@contract/records/field'
import { formatSpan, formatTime } from './format'

const TICK_MS = 10_000
const waiting = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all instances; it stops when none is shown. */
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
/** The current time as all instances show it; updated by the timer. */
const lately = () => Math.floor(Date.now() / TICK_MS) * TICK_MS
const never = () => () => undefined

/** @param span start and end; the tooltip shows both times */
export function Elapsed({ span }: { span: Span }) {
  const { from, until } = span
  const now = useSyncExternalStore(until === null ? subscribe : never, lately)
  const ends = until === null ? `Since ${formatTime(from)}` : `${formatTime(from)} to ${formatTime(until)}`
  return <span title={ends}>{formatSpan(span, now)}</span>
}
