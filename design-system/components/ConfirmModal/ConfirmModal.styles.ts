import styled from 'styled-components'
import { radius, space, token } from '../../tokens/tokens'

/** The sentence, the facts, the fields and the error, one below the other. */
export const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[20]};
`

export const Facts = styled.div`
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${token.border.subtle};
  border-radius: ${radius.card};
  background: ${token.surface.subtle};
`

/** The typed text matches. */
export const Right = styled.span`
  display: inline-flex;
  color: ${token.tone.success.fg};
`
