import styled from 'styled-components'
import { space } from '@design-system/tokens/tokens'

/** The facts above the decision. */
export const Sections = styled.div`
  display: grid;
  gap: ${space[16]};
`

export const Notices = styled.div`
  display: grid;
  gap: ${space[8]};
`
export const Buttons = styled.div`
  display: flex;
  gap: ${space[8]};
`
