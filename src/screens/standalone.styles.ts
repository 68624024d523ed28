/** Pages outside the frame: nobody is signed in, or the server cannot be reached. */
import { styled } from 'styled-components'
import { space, token } from '@design-system/tokens/tokens'

export const Standalone = styled.main`
  display: grid;
  place-items: center;
  min-height: 100svh;
  padding: ${space[24]};
  background: ${token.surface.canvas};
`
