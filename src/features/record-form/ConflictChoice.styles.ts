import { styled } from 'styled-components'
import { focusRing, media, space, token, type } from '@design-system/tokens/tokens'

export const Table = styled.table`
  width: 100%;
  margin: ${space[12]} 0 0;
  border-collapse: collapse;
  table-layout: fixed;
  text-align: left;
  /* Without room for three columns, the field's name is above its two values. */
  ${media.phone} {
    tr {
      display: grid;
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    }
    thead th:first-child {
      display: none;
    }
    tbody th {
      grid-column: 1 / -1;
      border-bottom: 0;
      padding-bottom: 0;
    }
  }
`

export const Head = styled.th`
  ${type.meta}
  padding: ${space[8]} ${space[10]};
  background: ${token.surface.subtle};
  border-bottom: 1px solid ${token.border.base};
  color: ${token.text.secondary};
  /* A saved value has its author below it. */
  &:first-child {
    width: 28%;
  }
  &:last-child {
    width: 40%;
  }
`

export const Name = styled.th`
  ${type.rowName}
  padding: ${space[8]} ${space[10]};
  vertical-align: top;
  border-bottom: 1px solid ${token.border.subtle};
  color: ${token.text.primary};
  overflow-wrap: anywhere;
`

export const Cell = styled.td`
  ${type.cell}
  vertical-align: top;
  padding: ${space[4]} ${space[10]};
  border-bottom: 1px solid ${token.border.subtle};
`

export const Option = styled.label`
  display: flex;
  align-items: flex-start;
  gap: ${space[8]};
  min-height: 28px;
  padding: ${space[4]} 0;
  color: ${token.text.muted};
  overflow-wrap: anywhere;
  cursor: pointer;
  &:has(:checked) {
    color: ${token.text.primary};
  }
`

export const Radio = styled.input`
  flex: none;
  width: 16px;
  height: 16px;
  margin: ${space[2]} 0 0;
  border: 1.5px solid ${token.border.control};
  border-radius: 50%;
  background: ${token.surface.field};
  appearance: none;
  cursor: pointer;
  &:checked {
    border: 5px solid ${token.accent.solid};
    background: ${token.text.onSolid};
  }
  ${media.forcedColors} {
    appearance: auto;
  }
  ${focusRing}
`

/** A value, with its author and time below it: their lines are reserved, so that nothing moves when they arrive. */
export const Value = styled.span`
  display: grid;
  min-width: 0;
  white-space: pre-line;
`

export const Author = styled.span`
  ${type.meta}
  font-weight: 400;
  min-height: 2lh;
  color: ${token.text.muted};
`

export const When = styled.span`
  display: inline-block;
`
