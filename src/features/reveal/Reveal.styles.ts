import { styled } from 'styled-components'
import { numeric, space, token, type } from '@design-system/tokens/tokens'

/** The parts of the dialog, one below the other. */
export const Parts = styled.div`
  display: grid;
  gap: ${space[20]};
  grid-template-columns: minmax(0, 1fr);
  p {
    margin: 0;
  }
`

/** The secret and the time that is left, near each other. */
export const Shown = styled.div`
  display: grid;
  gap: ${space[8]};
`

/** Each character counts, also spaces; read from the left whatever the language around it. */
export const Secret = styled.span`
  white-space: pre-wrap;
  user-select: text;
`

export const TimeLeft = styled.p`
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
`
