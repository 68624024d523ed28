import { styled } from 'styled-components'
import { space, token, type } from '@design-system/tokens/tokens'

/** The fields and their explanation, one below the other. */
export const Parts = styled.div`
  display: grid;
  gap: ${space[20]};
  grid-template-columns: minmax(0, 1fr);
  > p {
    margin: 0;
  }
  > p[data-strong] {
    color: ${token.text.primary};
    ${type.amount}
  }
`
