/** A color of a record: typed as `#RRGGBB`, or chosen with the browser's color picker. */
import { useController } from 'react-hook-form'
import { ColorInput } from '@design-system/components/ColorInput/ColorInput'
import type { InputProps } from './FieldInput'

export function ColorField({ field, form, common, readOnly }: InputProps) {
  const {
    field: { value, ...rest },
  } = useController({ control: form.control, name: field.name })
  return <ColorInput {...common} {...rest} value={value ?? ''} readOnly={readOnly} />
}
