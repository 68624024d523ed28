import styled, { keyframes } from 'styled-components'
import type { ShiftDetails } from '@contract/entities/shift'
import { Button } from '@design-system/primitives/Button/Button'
import { Tooltip } from '@design-system/primitives/Tooltip/Tooltip'
import { VisuallyHidden, visuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { media, radius, space, token } from '@design-system/tokens/tokens'
import { formatHours } from '../shared/format'

/** A ring that grows from the dot's edge to 6 px around it. */
const grow = keyframes`
  from { opacity: .45; transform: scale(1); }
  80%, to { opacity: 0; transform: scale(2.2); }
`

/** Green or red, with a ring of its hue: colour repeats what the word says and is not the only sign. */
const Dot = styled.span`
  position: relative;
  flex: none;
  width: 10px;
  height: 10px;
  margin-inline: 2px;
  border-radius: ${radius.full};
  background: var(--shift-hue);
  forced-color-adjust: none;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
    background: var(--shift-hue);
    opacity: 0;
  }
  &[data-pulse]::after {
    animation: ${grow} 2s ease-out infinite;
  }
  ${media.reducedMotion} {
    &[data-pulse]::after {
      inset: -4px;
      opacity: 0.22;
      animation: none;
    }
  }
`

const Start = styled(Button)`
  --shift-hue: ${token.tone.success.solid};
  &[data-action='end'] {
    --shift-hue: ${token.tone.danger.solid};
  }
  /* The title needs every pixel, so no room is reserved for the busy label. */
  ${media.phone} {
    --button-padding: ${space[8]};
    &[data-reserve] {
      min-width: 0;
    }
  }
`

/** A phone's bar has no room for it; it remains available to screen readers. */
const Long = styled.span`
  ${media.phone} {
    ${visuallyHidden}
  }
`

const VERBS = { start: 'Start', end: 'End' } as const
const BUSY = { start: 'Starting', end: 'Ending' } as const
/** The states after a toggle, by what can be pressed next. */
const STANDS = { start: 'Off shift', end: 'On shift' } as const

export interface ShiftButtonProps {
  /** The action of a press; null: no button. */
  action: 'start' | 'end' | null
  /** The action is in flight: the button shows this, and a press is ignored. */
  busy: boolean
  /** Just done: the button cannot be pressed again yet. */
  resting: boolean
  /** The shift itself, where the server returns it. */
  shift: NonNullable<ShiftDetails['shift']> | null
  onToggle: () => void
}

/**
 * Starts and ends the person's shift from the top bar (spec 4, Shift; look.md, Shell). The result of a press is
 * announced once.
 */
export function ShiftButton({ action, busy, resting, shift, onToggle }: ShiftButtonProps) {
  const said = action === null ? '' : busy ? BUSY[action] : resting ? STANDS[action] : ''
  // Never empty: the button keeps its position in the tree, and with it the focus.
  const hint = resting
    ? 'Pressed a moment ago. Wait two seconds.'
    : shift
      ? `${shift.name}, ${formatHours(shift.starts_at)} to ${formatHours(shift.ends_at)}`
      : 'Your shift'
  return (
    <>
      {action && (
        <Tooltip text={hint}>
          <Start
            data-action={action}
            busy={busy}
            busyLabel={BUSY[action]}
            disabledReason={resting ? '' : undefined}
            onClick={onToggle}
          >
            <Dot data-pulse={!busy && !resting ? '' : undefined} />
            <span>
              {VERBS[action]} <Long>shift</Long>
            </span>
          </Start>
        </Tooltip>
      )}
      <VisuallyHidden as="output">{said}</VisuallyHidden>
    </>
  )
}
