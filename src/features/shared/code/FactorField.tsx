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
  /* Aligns the button's text with the field. */
  > button {
    margin-left: -${space[10]};
  }
`

export interface FactorFieldProps extends CodeInputProps {
  /** The field takes a recovery code instead of a code of the app. */
  usesRecovery: boolean
  onChangeFactor: () => void
  /** Why the kind of code cannot be changed at the moment. */
  changeDisabledReason?: string
}

/**
 * A second factor: a code of the app or, for a person without their phone, a recovery code; the button below switches between
 * them. `label` names the app's code; all other props are passed to the input.
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
