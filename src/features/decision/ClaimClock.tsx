/** The remaining time of a claim, updated every second. */
import styled from 'styled-components'
import { numeric } from '@design-system/tokens/tokens'
import { formatClock } from '../shared/format'
import { useSeconds } from '../shared/use-now'

const SECOND_MS = 1000
const Time = styled.time`
  ${numeric}
`
const two = (part: number) => String(part).padStart(2, '0')

/** Shows for example '4:32'; the tooltip contains the time at which the claim ends. @param until ISO 8601 */
export function ClaimClock({ until }: { until: string }) {
  const now = useSeconds()
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS))
  return (
    <Time dateTime={until} title={`Until ${formatClock(Date.parse(until))}`}>
      {Math.floor(left / 60)}:{two(left % 60)}
    </Time>
  )
}
