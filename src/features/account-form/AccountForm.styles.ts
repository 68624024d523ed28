import { styled } from 'styled-components'
import { media, space } from '@design-system/tokens/tokens'

/** One column; short pairs stand beside each other where there is room. */
export const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[16]};
  align-items: start;
`

export const Whole = styled.div`
  grid-column: 1 / -1;
  &[data-half] {
    grid-column: auto;
  }
  ${media.phone} {
    &[data-half] {
      grid-column: 1 / -1;
    }
  }
`
