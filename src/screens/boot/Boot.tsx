/** Shown before the session is known: an empty page, and after a moment a small spinner (session: loading). */
import { styled, keyframes } from 'styled-components'
import { Spinner } from '@design-system/primitives/Spinner/Spinner'
import { token } from '@design-system/tokens/tokens'

const appear = keyframes`
  from { opacity: 0; }
`

const Canvas = styled.div`
  display: grid;
  place-items: center;
  min-height: 100svh;
  background: ${token.surface.canvas};
  color: ${token.text.muted};
`

/** Delayed by the style sheet, not by a timer: a page that is ready sooner never shows it. */
const Late = styled.div`
  animation: ${appear} 100ms 400ms backwards;
`

export function Boot() {
  return (
    <Canvas aria-busy="true">
      <Late>
        <Spinner label="Loading" size={20} />
      </Late>
    </Canvas>
  )
}
