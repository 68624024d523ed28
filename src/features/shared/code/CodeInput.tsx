import type { ComponentProps } from 'react'
import { TextInput } from '@design-system/components/TextInput/TextInput'

export interface CodeInputProps extends Omit<ComponentProps<typeof TextInput>, 'label'> {
  /** Default: 'Authentication Code' (spec 2, Two-factor modal). */
  label?: string
}

/** The field for a code of the authenticator app. All other props are passed to the input. */
export const CodeInput = ({ label = 'Authentication Code', ...rest }: CodeInputProps) => (
  <TextInput label={label} autoComplete="one-time-code" inputMode="numeric" placeholder="0 0 0 0 0 0" {...rest} />
)
