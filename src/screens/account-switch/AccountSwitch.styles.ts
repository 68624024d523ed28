import { styled } from 'styled-components'
import { focusRing, radius, space, token, type } from '@design-system/tokens/tokens'

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

export const Check = styled.button`
  ${type.meta}
  ${focusRing}
  min-height: 24px;
  padding: 0 ${space[4]};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${token.accent.text};
  text-decoration: underline;
  cursor: pointer;
  @media (pointer: coarse) {
    min-height: 44px;
  }
`

/** What stays open after the switch, with links to it. */
export const OpenWork = styled.span`
  display: flex;
  flex-direction: column;
  gap: ${space[8]};
  margin-block-start: ${space[16]};
`
export const Links = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]} ${space[16]};
`
