import { styled } from 'styled-components'
import { space, token, type } from '@design-system/tokens/tokens'

export const Lost = styled.p`
  ${type.formValue}
  margin-top: ${space[20]};
  color: ${token.tone.danger.fg};
`
