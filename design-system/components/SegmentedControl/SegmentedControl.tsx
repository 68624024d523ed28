import { useId } from 'react'
import styled from 'styled-components'
import { VisuallyHidden, visuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { elevation, media, radius, token, type } from '../../tokens/tokens'

const Group = styled.fieldset`
  display: inline-flex;
  flex-wrap: wrap;
  min-width: 0;
  max-width: 100%;
  padding: 1px;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
`

const Choice = styled.label`
  position: relative;
  display: inline-flex;
  align-items: center;
  min-width: 0;
  max-width: 100%;
  min-height: 24px;
  overflow-wrap: anywhere;
  padding: 1px 9px;
  border: 1px solid transparent;
  border-radius: ${radius.pill};
  ${type.pill}
  color: ${token.text.secondary};
  cursor: pointer;
  input {
    ${visuallyHidden}
  }
  &:hover {
    color: ${token.text.primary};
  }
  &:has(:checked) {
    border-color: ${token.border.base};
    background: ${token.surface.raised};
    color: ${token.text.primary};
    font-weight: 600;
    box-shadow: ${elevation.e1};
    /* Forced colours remove backgrounds and transparent borders: all segments would look alike. */
    ${media.forcedColors} {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
  &:has(:focus-visible) {
    outline: 2px solid ${token.focus};
    outline-offset: 1px;
  }
`

interface Props<Value extends string> {
  /** Name of the choice, for screen readers. */
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (next: Value) => void
}

/** A choice of one among two to four, all visible. Arrow keys change the choice, as in any radio group. */
export function SegmentedControl<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <Group>
      <VisuallyHidden as="legend">{label}</VisuallyHidden>
      {options.map((option) => (
        <Choice key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </Choice>
      ))}
    </Group>
  )
}
