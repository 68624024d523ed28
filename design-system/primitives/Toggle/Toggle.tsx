import { Check, X } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import styled from 'styled-components'
import { media, motion, radius, space, token, type } from '../../tokens/tokens'
import { Icon } from '../Icon/Icon'
import { Spinner } from '../Spinner/Spinner'
import { Tooltip } from '../Tooltip/Tooltip'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden'

const Box = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  max-width: 100%;
  /* Makes the target 27 px high. */
  padding-block: 2px;
  color: ${token.text.secondary};
  ${type.cell}
  &:focus-visible {
    outline: none;
  }
  &:focus-visible > [data-track] {
    outline: 2px solid ${token.focus};
    outline-offset: 2px;
  }
  &:disabled,
  &[data-off] {
    cursor: not-allowed;
  }
  &:disabled > [data-track],
  &[data-off] > [data-track] {
    opacity: 0.45;
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
`

const Track = styled.span`
  position: relative;
  display: block;
  flex: none;
  width: 51px;
  height: 23px;
  border-radius: ${radius.full};
  background: ${token.tone.danger.solid};
  color: ${token.tone.danger.onSolid};
  transition: background-color ${motion.quick};
  [aria-checked='true'] > & {
    background: ${token.tone.success.solid};
    color: ${token.tone.success.onSolid};
  }
  ${media.forcedColors} {
    outline: 1px solid ButtonText;
    outline-offset: -1px;
    color: ButtonText;
  }
`

const Knob = styled.span`
  position: absolute;
  top: 2px;
  left: 2px;
  display: grid;
  place-items: center;
  width: 19px;
  height: 19px;
  border-radius: ${radius.full};
  background: ${token.text.onSolid};
  color: ${token.tone.danger.solid};
  transition: transform ${motion.quick} ${motion.easeIn};
  [aria-checked='true'] > * > & {
    transform: translateX(28px);
    color: ${token.tone.success.solid};
  }
  ${media.reducedMotion} {
    transition: none;
  }
  ${media.forcedColors} {
    background: ButtonText;
    color: Canvas;
    forced-color-adjust: none;
  }
`

const Sign = styled.span`
  position: absolute;
  top: 4.5px;
  right: 9px;
  [aria-checked='true'] > * > & {
    right: auto;
    left: 9px;
  }
`

const Word = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
`

export interface ToggleProps extends Omit<ComponentPropsWithRef<'button'>, 'onChange' | 'children'> {
  checked: boolean
  /** What it switches: the accessible name, shown beside the switch. */
  label: string
  /** Hides the name visually, where it is shown elsewhere. */
  labelHidden?: boolean
  /** Texts for the state, shown instead of the label: "Enabled", "Disabled". */
  words?: { on: string; off: string }
  /** The change is in progress; the knob shows a spinner. */
  busy?: boolean
  /** Why it is disabled. */
  disabledReason?: string
  /** Requests the other state. The switch changes only with `checked`. */
  onChange: (next: boolean) => void
}

/** On or off, 51 by 23 px. It never shows a state before the server has confirmed it: only `checked` changes it. All other props are passed to the button. */
export function Toggle({
  checked,
  label,
  labelHidden = false,
  words,
  busy,
  disabledReason,
  onChange,
  onClick,
  ...rest
}: ToggleProps) {
  const inert = busy || disabledReason !== undefined
  const shown = words ? (checked ? words.on : words.off) : labelHidden ? undefined : label
  return (
    <Tooltip text={disabledReason}>
      <Box
        {...rest}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-busy={busy || undefined}
        aria-disabled={inert || undefined}
        data-off={disabledReason === undefined ? undefined : ''}
        onClick={(event) => {
          onClick?.(event)
          if (!inert && !event.defaultPrevented) onChange(!checked)
        }}
      >
        <Track data-track>
          <Sign>
            <Icon icon={checked ? Check : X} size="pill" />
          </Sign>
          <Knob>{busy && <Spinner size={13} alone />}</Knob>
        </Track>
        {shown !== undefined && <Word aria-hidden={words ? true : undefined}>{shown}</Word>}
        {shown !== label && <VisuallyHidden>{label}</VisuallyHidden>}
      </Box>
    </Tooltip>
  )
}
