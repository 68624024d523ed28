import { Check, Minus } from 'lucide-react'
import type { ChangeEvent, ComponentPropsWithRef, ReactNode } from 'react'
import styled from 'styled-components'
import { media, radius, token } from '../../tokens/tokens'
import { box, Cell, Frame } from '../choice.styles'
import { Icon } from '../Icon/Icon'
import { hand } from '../refs'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden'

const Box = styled.input`
  ${box}
  border-radius: ${radius.tag};
  &:checked,
  &:indeterminate {
    border-color: ${token.accent.solid};
    background: ${token.accent.solid};
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
