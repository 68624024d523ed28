import { styled } from 'styled-components'
import { space } from '@design-system/tokens/tokens'

/** Messages above the list, one below the other. */
export const Messages = styled.div`
  display: grid;
  gap: ${space[8]};
  &:not(:empty) {
    margin-bottom: ${space[12]};
  }
`
