import type { ChangeEvent, Ref } from 'react'
import styled from 'styled-components'
import { focusRing, media, radius, token } from '../../tokens/tokens'
import { TextInput, type TextInputProps } from '../TextInput/TextInput'

const Picker = styled.input`
  flex: none;
  width: 28px;
  height: 24px;
  padding: 0;
  border: 1px solid ${token.border.control};
  border-radius: ${radius.tag};
  background: none;
  cursor: pointer;
  ${focusRing}
  &:disabled {
    cursor: default;
  }
  &::-webkit-color-swatch-wrapper {
    padding: 2px;
  }
  &::-webkit-color-swatch {
    border: 0;
    border-radius: 2px;
  }
  ${media.phone} {
    width: 40px;
    height: 32px;
  }
`
const COLOR = /^#[\da-f]{6}$/i

export interface ColorInputProps extends Omit<
  TextInputProps,
  'label' | 'value' | 'onChange' | 'slot' | 'type' | 'ref'
> {
  label: string
  /** `#RRGGBB`, or incomplete input. */
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A color: typed as `#RRGGBB`, or chosen with the browser's own picker at the end of the field. */
export function ColorInput({ value, onChange, label, readOnly, ref, ...rest }: ColorInputProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value)
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...rest}
      ref={ref}
      label={label}
      readOnly={readOnly}
      value={value}
      placeholder="#RRGGBB"
      maxLength={7}
      onChange={take}
      slot={
        <Picker
          type="color"
          aria-label={`Choose ${label.toLowerCase()}`}
          disabled={readOnly}
          // The browser's picker begins at black.
          value={COLOR.test(value) ? value.toLowerCase() : ''}
          onChange={take}
        />
      }
    />
  )
}
