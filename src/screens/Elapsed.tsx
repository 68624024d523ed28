/** A duration that is updated while it is still running. */
import type { Span } from '@contract/records/field'
import { formatSpan, formatTime } from '@features/shared/format'
import { useTenSeconds } from '@features/shared/use-now'

/** @param span start and end; the tooltip shows both times */
export function Elapsed({ span }: { span: Span }) {
  const { from, until } = span
  const now = useTenSeconds(until === null)
  const ends = until === null ? `Since ${formatTime(from)}` : `${formatTime(from)} to ${formatTime(until)}`
  return <span title={ends}>{formatSpan(span, now)}</span>
}
