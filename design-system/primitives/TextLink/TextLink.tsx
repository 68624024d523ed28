import styled from 'styled-components'
import { focusRing, motion, radius, token } from '../../tokens/tokens'

/** A link in text or alone. With a router: `<TextLink as={Link} to="/users">`. `data-quiet` keeps the text's own colour until hover. */
export const TextLink = styled.a`
  border-radius: ${radius.tag};
  color: ${token.accent.text};
  font-weight: 520;
  text-decoration: underline transparent;
  text-underline-offset: 3px;
  overflow-wrap: anywhere;
  transition: text-decoration-color ${motion.hover};
  cursor: pointer;
  ${focusRing}
  &:hover {
    text-decoration-color: currentColor;
  }
  p &,
  li & {
    text-decoration-color: currentColor;
  }
  &[data-quiet] {
    color: inherit;
  }
  &[data-quiet]:hover {
    color: ${token.accent.text};
  }
`
