/**
 * The 2FA switch of the avatar menu (spec 2 and 4; look.md, picture 13), showing the status that the server last
 * reported, and the link to the recovery codes.
 */
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

const Known = styled.span`
  display: flex;
  align-items: center;
  gap: ${space[10]};
`

export interface TwoFactorSwitchProps {
  /** Null: unknown. */
  on: boolean | null
  /** It is being read or changed. */
  busy: boolean
  /** Why it is unknown; null if it is known or still being read. */
  problem: string | null
  onToggle: () => void
  onRetry: () => void
  /** Opens the recovery codes; offered while two-factor is on. */
  onRecovery: () => void
}

/** If the status is unknown, the switch shows neither on nor off. */
export function TwoFactorSwitch({ on, busy, problem, onToggle, onRetry, onRecovery }: TwoFactorSwitchProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  const isRetried = useRef(false)
  const isKnown = on !== null
  // Try again had the focus, which moves to the switch that replaces it.
  useEffect(() => {
    if (isKnown && isRetried.current) toggle.current?.focus()
    isRetried.current = false
  }, [isKnown])

  const retry = () => {
    isRetried.current = true
    onRetry()
  }
  if (isKnown)
    return (
      <Known>
        {on && (
          // While the status is read nothing can be opened: a press would close the menu and do nothing else.
          <Button size="small" variant="ghost" disabled={busy} onClick={onRecovery}>
            Recovery codes
          </Button>
        )}
        <Toggle ref={toggle} checked={on} busy={busy} label="2FA" labelHidden onChange={onToggle} />
      </Known>
    )
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
