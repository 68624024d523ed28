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
  /** What loads. */
  label?: string
}

/** One spinner in the middle of its place, after 150 ms. For what has no shape yet; what has one gets skeletons. */
export function LoadingIndicator({ label = 'Loading' }: Props) {
  return (
    <Centre>
      <Spinner size={24} label={label} />
    </Centre>
  )
}
