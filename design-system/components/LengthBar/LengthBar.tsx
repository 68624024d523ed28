/** The length of a text compared with the recommended range: too short, good or too long, as a bar and in words. */
import styled from 'styled-components'
import { numeric, radius, space, token, type } from '../../tokens/tokens'

const Box = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  margin-block-start: ${space[6]};
  ${type.meta}
  ${numeric}
  color: ${token.text.secondary};
`
const Track = styled.span`
  position: relative;
  flex: 1;
  height: 4px;
  overflow: hidden;
  border-radius: ${radius.full};
  background: ${token.border.base};
`
const Fill = styled.span`
  position: absolute;
  inset-block: 0;
  inset-inline-start: 0;
  border-radius: ${radius.full};
  background: ${token.tone.warning.fg};
  [data-length='good'] & {
    background: ${token.tone.success.fg};
  }
  [data-length='long'] & {
    background: ${token.tone.danger.fg};
  }
`
/** Start of the recommended range. */
const From = styled.span`
  position: absolute;
  inset-block: 0;
  width: 2px;
  background: ${token.surface.raised};
`

export interface LengthBarProps {
  /** Accessible name: what is measured. */
  label: string
  /** Characters. */
  length: number
  best: { readonly from: number; readonly to: number }
}

const NAMES = { empty: 'Empty', short: 'Too short', good: 'Good', long: 'Too long' } as const

export function LengthBar({ label, length, best: { from, to } }: LengthBarProps) {
  const state = length === 0 ? 'empty' : length < from ? 'short' : length > to ? 'long' : 'good'
  const words = `${NAMES[state]}: ${length} of ${from} to ${to} characters`
  return (
    <Box data-length={state}>
      <Track
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tag is drawn by each browser in its own way
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={to}
        aria-valuenow={Math.min(length, to)}
        aria-valuetext={words}
      >
        <Fill style={{ width: `${Math.min(100, (length / to) * 100)}%` }} />
        <From style={{ insetInlineStart: `${(from / to) * 100}%` }} />
      </Track>
      <span aria-hidden>{words}</span>
    </Box>
  )
}
