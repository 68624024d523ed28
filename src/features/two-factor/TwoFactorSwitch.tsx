/** The 2FA switch of the avatar menu (spec 2 and 4; look.md, picture 13): as the server last said it. */
import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import { Button } from '@design-system/primitives/Button/Button'
import { Toggle } from '@design-system/primitives/Toggle/Toggle'
import { Tooltip } from '@design-system/primitives/Tooltip/Tooltip'
import { space, token, type } from '@design-system/tokens/tokens'
import { TwoFactorPlace } from './TwoFactorPlace'

const Unknown = styled.span`
  display: flex;
  align-items: center;
  gap: ${space[10]};
  color: ${token.tone.danger.fg};
  ${type.meta}
`

export interface TwoFactorSwitchProps {
  /** Null: not known. */
  on: boolean | null
  /** It is being asked, or changed. */
  busy: boolean
  /** Why it is not known; null where it is, or may soon be. */
  problem: string | null
  onToggle: () => void
  onRetry: () => void
}

/** Where it is not known it claims neither on nor off. */
export function TwoFactorSwitch({ on, busy, problem, onToggle, onRetry }: TwoFactorSwitchProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  const isRetried = useRef(false)
  const isKnown = on !== null
  // The button that had the focus makes room for the switch.
  useEffect(() => {
    if (isKnown && isRetried.current) toggle.current?.focus()
    isRetried.current = false
  }, [isKnown])

  const retry = () => {
    isRetried.current = true
    onRetry()
  }
  if (isKnown) return <Toggle ref={toggle} checked={on} busy={busy} label="2FA" labelHidden onChange={onToggle} />
  if (problem === null) return <TwoFactorPlace />
  return (
    <Unknown>
      <span role="alert">Not known</span>
      <Tooltip text={problem}>
        <Button size="small" busy={busy} onClick={retry}>
          Try again
        </Button>
      </Tooltip>
    </Unknown>
  )
}
