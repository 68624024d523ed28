import styled from 'styled-components'
import { numeric, radius, token, type } from '../../tokens/tokens'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden'

const Box = styled.span`
  display: inline-grid;
  place-items: center;
  min-width: 17px;
  height: 17px;
  padding-inline: 5px;
  border: 1px solid transparent;
  border-radius: ${radius.full};
  ${type.badge}
  ${numeric}
  line-height: 1;
  white-space: nowrap;
  &[data-tone='danger'] {
    background: ${token.tone.danger.solid};
    color: ${token.tone.danger.onSolid};
  }
  &[data-tone='warning'] {
    background: ${token.tone.warning.solid};
    color: ${token.tone.warning.onSolid};
  }
  &[data-tone='neutral'] {
    background: ${token.tone.neutral.tint};
    color: ${token.tone.neutral.fg};
  }
`

/**
 * A count in the form of badges.
 * @param count the number
 * @param cap the highest number shown (spec section 9: 9)
 * @returns '' at 0 and below, '9+' or '10,000+' above the cap, '48,216' without one
 */
export const cappedCount = (count: number, cap = 9): string =>
  count > cap ? `${cap.toLocaleString('en-US')}+` : count > 0 ? Math.floor(count).toLocaleString('en-US') : ''

interface Props {
  count: number
  /** Infinity for counts that are shown in full. */
  cap?: number
  /** danger: unread. warning: open work. neutral: a number of items. */
  tone?: 'danger' | 'warning' | 'neutral'
  /** What is counted, for screen readers: "unread". */
  word?: string
}

/** A small round count; hidden at 0. */
export function Badge({ count, cap, tone = 'danger', word }: Props) {
  const shown = cappedCount(count, cap)
  if (!shown) return null
  return (
    <Box data-tone={tone}>
      <span>
        {shown}
        {word && <VisuallyHidden> {word}</VisuallyHidden>}
      </span>
    </Box>
  )
}
