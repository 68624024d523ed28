import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from '../../primitives/Icon/Icon'
import { Field, focusInput, type FieldProps } from '../Field/Field'
import { Before, Behind, Control, Input } from '../Field/Field.styles'

/** Heights in pixels: 28 in bars, 32 on pages, 36 in forms, 40 on the sign-in page; 44 on phones. */
export type ControlSize = 'bar' | 'page' | 'form' | 'large'

export interface TextInputProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'size' | 'required' | 'slot'> {
  controlSize?: ControlSize
  icon?: LucideIcon
  /** At the right end inside the box: a unit, a code, a button. */
  slot?: ReactNode
  /** Below the message. */
  below?: ReactNode
}

/** A single-line text field. Ref and all other props are passed to the input, so `{...register('name')}` works. */
export function TextInput({
  label,
  labelHidden,
  required,
  aside,
  hint,
  error,
  below,
  controlSize = 'form',
  icon,
  slot,
  id,
  type = 'text',
  'aria-describedby': describedBy,
  ...rest
}: TextInputProps) {
  return (
    <Field {...{ label, labelHidden, required, aside, hint, error, below, id, describedBy }}>
      {(aria) => (
        <Control data-size={controlSize} onMouseDown={focusInput}>
          {icon && (
            <Before>
              <Icon icon={icon} />
            </Before>
          )}
          <Input dir="auto" {...rest} {...aria} type={type} data-input />
          {slot && <Behind>{slot}</Behind>}
        </Control>
      )}
    </Field>
  )
}
