import { Check, Minus } from 'lucide-react'
import type { ChangeEvent, ComponentPropsWithRef, ReactNode } from 'react'
import styled from 'styled-components'
import { media, motion, radius, space, token, type } from '../../tokens/tokens'
import { Icon } from '../Icon/Icon'
import { hand } from '../refs'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden'

const Frame = styled.label`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space[8]};
  max-width: 100%;
  /* Minimum target height: 24 px. */
  min-height: 24px;
  padding-block: 2px;
  ${type.cell}
  overflow-wrap: anywhere;
  cursor: pointer;
  &:has(:disabled) {
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
`

const Cell = styled.span`
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 16px;
  height: 16px;
  margin: 2px;
`

const Box = styled.input`
  appearance: none;
  grid-area: 1 / 1;
  width: 16px;
  height: 16px;
  margin: 0;
  border: 1px solid ${token.border.control};
  border-radius: ${radius.tag};
  background: ${token.surface.field};
  cursor: inherit;
  transition: background-color ${motion.hover};
  /* The space around the box is part of the target. */
  &::before {
    content: '';
    position: absolute;
    inset: -4px;
  }
  &:focus-visible {
    outline: 2px solid ${token.focus};
    outline-offset: 2px;
  }
  &:checked,
  &:indeterminate {
    border-color: ${token.accent.solid};
    background: ${token.accent.solid};
  }
  &[aria-invalid='true'] {
    border-color: ${token.tone.danger.solid};
  }
  &:disabled {
    border-color: ${token.border.base};
    background: ${token.surface.subtle};
  }
  ${media.forcedColors} {
    appearance: auto;
  }
`

const Sign = styled.span`
  grid-area: 1 / 1;
  display: none;
  color: ${token.text.onSolid};
  pointer-events: none;
  :checked:not(:indeterminate) ~ &[data-for='checked'],
  :indeterminate ~ &[data-for='mixed'] {
    display: block;
  }
  :disabled ~ & {
    color: ${token.text.disabled};
  }
  ${media.forcedColors} {
    display: none !important;
  }
`

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'checked'> {
  /** 'mixed': some of several are checked. Left out for a box whose state the form keeps (`register`). */
  checked?: boolean | 'mixed'
  label: ReactNode
  labelHidden?: boolean
  /** The requested state; a mixed box requests true. In addition to the native `onChange`. */
  onCheckedChange?: (next: boolean) => void
}

/** For selecting, not for switching settings. Ref and all other props are passed to the input, so `register` works. */
export function Checkbox({
  checked,
  label,
  labelHidden = false,
  onChange,
  onCheckedChange,
  ref,
  ...rest
}: CheckboxProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onCheckedChange?.(checked === 'mixed' ? true : event.target.checked)
    // The browser has cleared the mixed state, which only the caller may change.
    event.target.indeterminate = checked === 'mixed'
  }
  const attach = (input: HTMLInputElement | null) => {
    // The mixed state exists only as a property.
    if (input) input.indeterminate = checked === 'mixed'
    return hand(ref, input)
  }
  return (
    <Frame>
      <Cell>
        <Box {...rest} ref={attach} type="checkbox" checked={checked === 'mixed' ? false : checked} onChange={change} />
        <Sign data-for="checked">
          <Icon icon={Check} size="header" />
        </Sign>
        <Sign data-for="mixed">
          <Icon icon={Minus} size="header" />
        </Sign>
      </Cell>
      {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </Frame>
  )
}
