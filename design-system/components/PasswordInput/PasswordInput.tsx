import { ArrowBigUpDash, Check, Circle, Eye, EyeOff } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { space, token, type } from '../../tokens/tokens'
import { Message } from '../Field/Field.styles'
import { TextInput, type TextInputProps } from '../TextInput/TextInput'

const Rules = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[14]};
  ${type.meta}
  color: ${token.text.muted};
  li {
    display: inline-flex;
    align-items: center;
    gap: ${space[4]};
  }
  [data-met] {
    color: ${token.tone.success.fg};
  }
`

/** Always rendered, so that screen readers announce its changes; takes no space while it is empty. */
const Live = styled.output`
  &:empty {
    margin-top: -${space[6]};
  }
`

/** One rule for a new password. */
export interface PasswordRule {
  label: string
  met: boolean
}

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'slot' | 'below'> {
  /** Shown below a new password; checked off as `met` changes. */
  rules?: readonly PasswordRule[]
}

/** A password with a button that shows it, a message while Caps Lock is on, and the rules of a new one. */
export function PasswordInput({ rules, onKeyUp, onBlur, disabled, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyUp?.(event)
    setCapsLock(event.getModifierState('CapsLock'))
  }
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      disabled={disabled}
      type={shown ? 'text' : 'password'}
      onKeyUp={look}
      onBlur={(event) => {
        onBlur?.(event)
        setCapsLock(false)
      }}
      slot={
        <IconButton
          size="small"
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? EyeOff : Eye}
          disabled={disabled}
          onClick={() => setShown(!shown)}
        />
      }
      below={
        <>
          <Live>
            {capsLock && (
              <Message as="span" data-tone="warning">
                <Icon icon={ArrowBigUpDash} size="pill" />
                Caps Lock is on
              </Message>
            )}
          </Live>
          {rules && (
            <Rules aria-label="Password rules">
              {rules.map(({ label, met }) => (
                <li key={label} data-met={met || undefined}>
                  <Icon icon={met ? Check : Circle} size="header" />
                  {label}
                  <VisuallyHidden>{met ? ', met' : ', not met'}</VisuallyHidden>
                </li>
              ))}
            </Rules>
          )}
        </>
      }
    />
  )
}
