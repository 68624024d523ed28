import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styled from 'styled-components'
import { radius, space, token, type, type Tone } from '../../tokens/tokens'
import { Icon } from '../Icon/Icon'

const rule = (tone: Tone) => `
  &[data-tone='${tone}'] { background: ${token.tone[tone].tint}; color: ${token.tone[tone].fg}; }
  &[data-tone='${tone}'][data-solid] { background: ${token.tone[tone].solid}; color: ${token.tone[tone].onSolid}; }
`

const Box = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: ${space[4]};
  max-width: 100%;
  min-height: 22px;
  padding: 2px 7px 2px 5px;
  border: 1px solid transparent;
  border-radius: ${radius.pill};
  ${type.pill}
  /* A long word breaks where there is no room; single-line cells override this. */
  overflow-wrap: anywhere;
  &[data-size='list'] {
    min-height: 20px;
    padding-block: 1px;
  }
  ${(Object.keys(token.tone) as Tone[]).map(rule)}
`

interface Props extends ComponentPropsWithRef<'span'> {
  /** Grey: not started or over; amber: the person must act; blue: proceeds automatically; violet: another person must act; green: good; red: bad. */
  tone: Tone
  icon: LucideIcon
  /** The text; a state is never only an icon or a hue. */
  children: ReactNode
  /** 22 px high, 20 px in lists. */
  size?: 'default' | 'list'
  /** For the highest level of a scale. */
  solid?: boolean
}

/** A state: icon, text and hue, so that it is recognisable in greyscale. All other props are passed to the root. */
export function StatusPill({ tone, icon, children, size = 'default', solid = false, ...rest }: Props) {
  return (
    <Box {...rest} data-tone={tone} data-size={size} data-solid={solid || undefined}>
      <Icon icon={icon} size="pill" />
      {children}
    </Box>
  )
}
