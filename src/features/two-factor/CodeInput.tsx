import type { ComponentProps } from 'react'
import { TextInput } from '@design-system/components/TextInput/TextInput'

/** The field 'Authentication Code' (spec 2, Two-factor modal). All props go to the input. */
export const CodeInput = (props: Omit<ComponentProps<typeof TextInput>, 'label'>) => (
  <TextInput
    label="Authentication Code"
    required
    autoComplete="one-time-code"
    inputMode="numeric"
    placeholder="0 0 0 0 0 0"
    {...props}
  />
)
