import styled, { keyframes } from 'styled-components'
import { media, space, type } from '../../tokens/tokens'
import { visuallyHidden } from '../VisuallyHidden/VisuallyHidden'

const turn = keyframes`
  to { transform: rotate(360deg); }
`

const Arc = styled.svg`
  flex: none;
  animation: ${turn} 800ms linear infinite;
  ${media.reducedMotion} {
    animation: none;
    &:not([data-alone]) {
      display: none;
    }
  }
`

const Frame = styled.output`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  ${type.control}
`

/** The text is for screen readers, and for everybody with reduced motion. */
const Word = styled.span`
  @media (prefers-reduced-motion: no-preference) {
    ${visuallyHidden}
  }
`

interface Props {
  /** What is in progress. Left out where a text beside the spinner says so: it is then decorative. */
  label?: string
  /** Side in pixels. */
  size?: number
  /** Without any text, not even beside it: the arc stays visible with reduced motion. */
  alone?: boolean
  className?: string
}

/** Work in progress. With reduced motion its text is shown instead (look, section 3). */
export function Spinner({ label, size = 16, alone = false, className }: Props) {
  const arc = (
    <Arc
      className={className}
      data-alone={alone || undefined}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden
    >
      <path d="M8 1.75A6.25 6.25 0 1 1 1.75 8" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </Arc>
  )
  if (label === undefined) return arc
  return (
    <Frame>
      {arc}
      <Word>{label}</Word>
    </Frame>
  )
}
