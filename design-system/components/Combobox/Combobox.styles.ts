import styled from 'styled-components'
import { space, token, type } from '../../tokens/tokens'

/** At the end of the field; clicks pass through to it. */
export const Arrows = styled.span`
  display: grid;
  flex: none;
  padding-inline-end: 9px;
  pointer-events: none;
`

/** Below the choices: progress, or why there are none. */
export const Status = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  padding: ${space[8]} ${space[14]};
  ${type.cell}
  color: ${token.text.muted};
  overflow-wrap: anywhere;
  &:empty {
    display: none;
  }
  &[data-tone='danger'] {
    color: ${token.tone.danger.fg};
  }
`
