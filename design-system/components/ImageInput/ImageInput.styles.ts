import styled from 'styled-components'
import { media, motion, radius, space, token, type } from '../../tokens/tokens'

/** The area for dropping and pasting pictures. */
export const Drop = styled.fieldset`
  position: relative;
  margin: 0;
  min-width: 0;
  padding: ${space[10]};
  border: 1px dashed ${token.border.control};
  border-radius: ${radius.control};
  background: ${token.surface.field};
  ${type.cell}
  color: ${token.text.secondary};
  transition:
    border-color ${motion.hover},
    background-color ${motion.hover};
  &[data-filled] {
    border-style: solid;
  }
  &[data-wrong] {
    border-style: solid;
    border-color: ${token.tone.danger.solid};
    box-shadow: 0 0 0 1px ${token.tone.danger.solid};
  }
  &[data-over] {
    border-color: ${token.focus};
    background: ${token.accent.tint};
  }
  &[data-disabled] {
    border-style: solid;
    border-color: ${token.border.base};
    background: ${token.surface.subtle};
  }
  ${media.forcedColors} {
    &[data-over] {
      outline: 2px solid Highlight;
    }
  }
`

export const Line = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-width: 0;
`

export const Side = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  min-width: 0;
  overflow-wrap: anywhere;
`

export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[6]};
`
