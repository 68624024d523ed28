import styled from 'styled-components'
import { token } from '../../tokens/tokens'
import { Input } from '../Field/Field.styles'

/** The field, which is a button and not an input. */
export const Opener = styled(Input)`
  text-align: start;
  cursor: pointer;
  overflow-wrap: anywhere;
  &[data-placeholder] {
    color: ${token.text.muted};
  }
  &[aria-readonly='true'] {
    cursor: default;
  }
`
