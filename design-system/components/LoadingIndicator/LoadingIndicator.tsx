import styled, { keyframes } from 'styled-components'
import { Spinner } from '../../primitives/Spinner/Spinner'
import { token } from '../../tokens/tokens'

const appear = keyframes`
  from { opacity: 0; }
`

const Centre = styled.div`
  display: grid;
  place-items: center;
  min-height: 160px;
  height: 100%;
  color: ${token.text.muted};
  animation: ${appear} 100ms 150ms backwards;
`

interface Props {
  /** What is being loaded. */
  label?: string
}

/** One centred spinner, after 150 ms. For content without a known shape; other content gets skeletons. */
export function LoadingIndicator({ label = 'Loading' }: Props) {
  return (
    <Centre>
      <Spinner size={24} label={label} />
    </Centre>
  )
}
