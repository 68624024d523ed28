import { WifiOff } from 'lucide-react'
import { useEffect, useState, type ComponentPropsWithRef } from 'react'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { Spinner } from '../../primitives/Spinner/Spinner'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { numeric, radius, space, token, type } from '../../tokens/tokens'

/** The state of the page's connection to its server. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline'

const WORDS: Record<Connection, string> = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
}

const Box = styled.div`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;
  color: ${token.text.secondary};
  ${type.meta}
  ${numeric}
  &[data-state='offline'] {
    color: ${token.tone.danger.fg};
  }
  &[data-state='reconnecting'] {
    color: ${token.tone.warning.fg};
  }
`
const Dot = styled.span`
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: ${radius.full};
  background: ${token.tone.success.solid};
  forced-color-adjust: none;
`

/** Whole seconds until then, updated; null without a time. */
function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (at === null) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [at])
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

interface Props extends Omit<ComponentPropsWithRef<'div'>, 'children'> {
  state: Connection
  /** Time of the next attempt, milliseconds since 1970, where it is known. */
  nextTryAt?: number | null
}

/** Live, "Reconnecting, next try in 4 s" or Offline (look, section 5). A change is announced once, the seconds are not. All other props are passed to the root. */
export function ConnectionState({ state, nextTryAt = null, ...rest }: Props) {
  const seconds = useSecondsUntil(state === 'reconnecting' ? nextTryAt : null)
  const words = WORDS[state]
  return (
    <Box {...rest} data-state={state}>
      {state === 'live' && <Dot />}
      {(state === 'connecting' || state === 'reconnecting') && <Spinner size={12} />}
      {state === 'offline' && <Icon icon={WifiOff} size="pill" />}
      <span aria-hidden>{seconds ? `${words}, next try in ${seconds} s` : words}</span>
      <VisuallyHidden as="output">{words}</VisuallyHidden>
    </Box>
  )
}
