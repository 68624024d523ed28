import styled from 'styled-components'
import { radius, space, token, type } from '../../tokens/tokens'

/** A keyboard key. `data-single`: a shortcut of this single key, hidden while those are switched off. */
export const Kbd = styled.kbd`
  display: inline-block;
  min-width: 18px;
  padding: 0 ${space[4]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.tag};
  background: ${token.surface.subtle};
  color: ${token.text.muted};
  font-family: inherit;
  ${type.badge}
  font-weight: 500;
  text-align: center;
  white-space: nowrap;
  :root[data-single-keys='off'] &[data-single] {
    display: none;
  }
  /* Touch devices have no keys. */
  @media (hover: none) and (pointer: coarse) {
    display: none;
  }
`
