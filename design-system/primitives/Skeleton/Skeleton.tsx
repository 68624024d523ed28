import styled, { keyframes } from 'styled-components'
import { media, radius, token } from '../../tokens/tokens'

const appear = keyframes`
  from { opacity: 0; }
  to { opacity: 1; }
`
const breathe = keyframes`
  50% { opacity: 0.55; }
`

const Bone = styled.span`
  display: block;
  flex: none;
  max-width: 100%;
  border-radius: ${radius.tag};
  background: ${token.tone.neutral.tint};
  animation:
    ${appear} 100ms 150ms backwards,
    ${breathe} 1600ms 400ms ease-in-out infinite;
  &[data-round] {
    border-radius: ${radius.full};
  }
  ${media.reducedMotion} {
    animation: ${appear} 100ms 150ms backwards;
  }
  /* An outline, because plates in the system's grey would be too prominent. */
  ${media.forcedColors} {
    outline: 1px solid GrayText;
    outline-offset: -1px;
  }
`

interface Props {
  /** CSS lengths, or pixels. */
  width?: number | string
  height?: number | string
  round?: boolean
}

/** A placeholder for loading content; visible after 150 ms, so that fast responses do not flicker. */
export function Skeleton({ width = '100%', height = 12, round = false }: Props) {
  return <Bone aria-hidden data-round={round || undefined} style={{ width, height }} />
}
