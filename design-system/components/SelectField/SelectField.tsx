import { ChevronsUpDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { space, token } from '../../tokens/tokens'
import { Field, type FieldProps } from '../Field/Field'
import { Control, Input } from '../Field/Field.styles'
import type { ControlSize } from '../TextInput/TextInput'

const Native = styled(Input)`
  appearance: none;
  padding-inline-end: ${space[32]};
  cursor: pointer;
  text-overflow: ellipsis;
  /* Nothing is chosen: the first option is a placeholder. */
  &[data-placeholder]:enabled:has(> option[value='']:checked) {
    color: ${token.text.muted};
  }
  option {
    background: ${token.surface.raised};
    color: ${token.text.primary};
  }
`

const Arrows = styled.span`
  position: absolute;
  inset-inline-end: 9px;
  pointer-events: none;
`

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectFieldProps
  extends FieldProps, Omit<ComponentPropsWithRef<'select'>, 'size' | 'required' | 'children'> {
  options: readonly SelectOption[]
  /** Shown while nothing is chosen; its value is ''. */
  placeholder?: string
  controlSize?: ControlSize
}

/** A choice of one among a few. Ref and all other props are passed to the select, so `register` works. */
export function SelectField({
  label,
  labelHidden,
  required,
  aside,
  hint,
  error,
  options,
  placeholder,
  controlSize = 'form',
  id,
  'aria-describedby': describedBy,
  ...rest
}: SelectFieldProps) {
  return (
    <Field {...{ label, labelHidden, required, aside, hint, error, id, describedBy }}>
      {(aria) => (
        <Control data-size={controlSize}>
          <Native
            as="select"
            {...(rest as object)}
            {...aria}
            data-input
            data-placeholder={placeholder !== undefined || undefined}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(({ value, label: word, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {word}
              </option>
            ))}
          </Native>
          <Arrows>
            <Icon icon={ChevronsUpDown} />
          </Arrows>
        </Control>
      )}
    </Field>
  )
}
