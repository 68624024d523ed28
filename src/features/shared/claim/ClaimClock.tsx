/** The remaining time of a claim, updated every second. */
import { useSyncExternalStore } from 'react'
import styled from 'styled-components'
import { numeric } from '@design-system/tokens/tokens'
import { formatClock } from '../format'

const TICK_MS = 1000
function subscribe(tick: () => void): () => void {
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
}
const now = () => Math.floor(Date.now() / TICK_MS)

const Time = styled.time`
  ${numeric}
`
const two = (part: number) => String(part).padStart(2, '0')

/** Shows for example '4:32'; the tooltip contains the time at which the claim ends. @param until ISO 8601 */
export function ClaimClock({ until }: { until: string }) {
  const at = useSyncExternalStore(subscribe, now)
  const left = Math.max(0, Math.ceil(Date.parse(until) / TICK_MS) - at)
  return (
    <Time dateTime={until} title={`Until ${formatClock(Date.parse(until))}`}>
      {Math.floor(left / 60)}:{two(left % 60)}
    </Time>
  )
}
