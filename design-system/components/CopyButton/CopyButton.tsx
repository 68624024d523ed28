import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Button } from '../../primitives/Button/Button'
import { space, token, type } from '../../tokens/tokens'
import { copyText } from './copy-text'

/** Duration of the confirmation (spec section 9: about 1000 ms). */
export const CONFIRMATION_MS = 1000

const Frame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
`

const Word = styled.output`
  ${type.pill}
  font-weight: 600;
  white-space: nowrap;
  color: ${token.tone.success.fg};
  &[data-failed] {
    color: ${token.tone.danger.fg};
  }
  /* Hidden but not removed: a live region that appears together with its text is often not announced. */
  &:empty {
    position: absolute;
  }
`

interface Props {
  /** The text to copy. */
  text: string
  /** Name of the control: "Copy secret key". */
  label?: string
  /** An icon, or a small button with a label. */
  kind?: 'icon' | 'button'
}

/** Copies a text and shows 'Copied !' for a second, announced to screen readers too. */
export function CopyButton({ text, label = 'Copy', kind = 'icon' }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const act = async () => {
    setState((await copyText(text)) ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('idle'), CONFIRMATION_MS)
  }
  const icon = state === 'copied' ? Check : state === 'failed' ? TriangleAlert : Copy
  return (
    <Frame>
      <Word data-failed={state === 'failed' || undefined}>
        {state === 'copied' ? 'Copied !' : state === 'failed' ? 'Not copied' : null}
      </Word>
      {kind === 'icon' ? (
        <IconButton size="small" label={label} icon={icon} onClick={act} />
      ) : (
        <Button size="small" icon={icon} onClick={act}>
          {label}
        </Button>
      )}
    </Frame>
  )
}
