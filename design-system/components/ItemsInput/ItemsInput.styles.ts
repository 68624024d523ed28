import styled from 'styled-components'
import { focusRing, numeric, radius, space, token, type } from '../../tokens/tokens'

export const Items = styled.ol`
  display: grid;
  gap: ${space[8]};
  margin: 0;
  padding: 0;
  list-style: none;
  &:empty {
    display: none;
  }
`

export const Item = styled.li`
  min-width: 0;
  padding: ${space[8]} ${space[12]} ${space[12]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  background: ${token.surface.raised};
  ${focusRing}
  &[data-wrong] {
    border-color: ${token.tone.danger.fg};
  }
`

export const ItemHead = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  margin-block-end: ${space[8]};
`

export const ItemName = styled.span`
  flex: 1;
  min-width: 0;
  ${type.meta}
  ${numeric}
  color: ${token.text.secondary};
`

export const AddLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[12]};
  ${type.meta}
  color: ${token.text.muted};
`

/** A group of inputs without a frame of its own. */
export const Inputs = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`

export const Whole = styled(Inputs)`
  display: grid;
  gap: ${space[8]};
`
