import styled from 'styled-components'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { Button } from '@design-system/primitives/Button/Button'
import { space } from '@design-system/tokens/tokens'
import { CodeInput, type CodeInputProps } from './CodeInput'

const Box = styled.div`
  display: grid;
  gap: ${space[6]};
  justify-items: start;
  > :first-child {
    justify-self: stretch;
  }
  /* The button's text begins where the field does. */
  > button {
    margin-left: -${space[10]};
  }
`

export interface FactorFieldProps extends CodeInputProps {
  /** A recovery code is typed, not one of the app. */
  usesRecovery: boolean
  onChangeFactor: () => void
  /** Why the kind of code cannot be changed now. */
  changeDisabledReason?: string
}

/**
 * A second factor: a code of the app or, for who lost their phone, a recovery code, and below it the button that changes
 * which. `label` names the app's code; all other props go to the input.
 */
export const FactorField = ({
  usesRecovery,
  onChangeFactor,
  changeDisabledReason,
  label,
  ...rest
}: FactorFieldProps) => (
  <Box>
    {usesRecovery ? (
      <TextInput
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXXX-XXXXX"
        {...rest}
      />
    ) : (
      <CodeInput label={label} {...rest} />
    )}
    <Button variant="ghost" size="small" disabledReason={changeDisabledReason} onClick={onChangeFactor}>
      {usesRecovery ? 'Use a code of the app' : 'Use a recovery code'}
    </Button>
  </Box>
)
