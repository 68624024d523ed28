import { css } from 'styled-components'
import { token, type } from '../../tokens/tokens'

/** The text input of the palette, which the head around it frames. Also for the field that stands in while the palette loads. */
export const paletteInput = css`
  flex: 1;
  min-width: 0;
  height: 50px;
  padding: 0;
  border: 0;
  background: none;
  color: ${token.text.primary};
  ${type.subject}
  font-weight: 400;
  outline: none;
  &::placeholder {
    color: ${token.text.muted};
    opacity: 1;
  }
`
