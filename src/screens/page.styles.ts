/** The layout of a page with cards. */
import { styled } from 'styled-components'
import { media, space } from '@design-system/tokens/tokens'

export const Canvas = styled.div`
  display: grid;
  gap: ${space[14]};
  max-width: 1248px;
  padding: ${space[24]};
  ${media.phone} {
    padding: ${space[16]};
  }
`

/** A single message in the middle of a page. */
export const Middle = styled.div`
  display: grid;
  place-items: center;
  align-content: center;
  gap: ${space[24]};
  min-height: 60svh;
  padding: ${space[24]};
`
