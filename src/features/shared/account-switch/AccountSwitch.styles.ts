import { styled } from 'styled-components'
import { space, token, type } from '@design-system/tokens/tokens'

export const Switch = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;
`

export const Problem = styled.span`
  ${type.meta}
  color: ${token.tone.danger.fg};
`
