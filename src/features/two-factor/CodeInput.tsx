import type { ComponentProps } from 'react'
import { TextInput } from '@design-system/components/TextInput/TextInput'

type CodeInputProps = Omit<ComponentProps<typeof TextInput>, 'label'>

/** The field 'Authentication Code' (spec 2, Two-factor modal). All props go to the input. */
export const CodeInput = (props: CodeInputProps) => (
  <TextInput
    label="Authentication Code"
    required
    autoComplete="one-time-code"
    inputMode="numeric"
    placeholder="0 0 0 0 0 0"
    {...props}
  />
)

/** The field for a recovery code, in the place of 'Authentication Code'. All props go to the input. */
export const RecoveryCodeInput = (props: CodeInputProps) => (
  <TextInput
    label="Recovery code"
    required
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    placeholder="XXXXX-XXXXX"
    {...props}
  />
)
