import { styled } from 'styled-components'
import { space } from '@design-system/tokens/tokens'

/** The fields of an action, below its description. */
export const Asked = styled.span`
  display: flex;
  flex-direction: column;
  gap: ${space[16]};
  margin-block-start: ${space[16]};
`
