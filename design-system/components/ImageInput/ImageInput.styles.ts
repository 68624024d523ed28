import styled from 'styled-components'
import { motion, radius, space, token, type } from '../../tokens/tokens'

export const Box = styled.fieldset`
  display: flex;
  margin: 0;
  align-items: center;
  gap: ${space[12]};
  min-width: 0;
  padding: ${space[8]};
  border: 1px dashed ${token.border.control};
  border-radius: ${radius.control};
  background: ${token.surface.field};
  transition: border-color ${motion.hover};
  &[data-invalid] {
    border-color: ${token.tone.danger.solid};
  }
  &[data-over] {
    border-color: ${token.accent.solid};
    background: ${token.accent.tint};
  }
  &[data-read-only] {
    border-style: solid;
    border-color: ${token.border.base};
    background: ${token.surface.subtle};
  }
`

export const Empty = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 4rem;
  height: 4rem;
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
  color: ${token.text.muted};
`

export const Side = styled.div`
  display: grid;
  flex: 1;
  gap: ${space[6]};
  min-width: 0;
  ${type.meta}
  color: ${token.text.secondary};
`

export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[6]};
`
