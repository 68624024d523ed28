import { CircleAlert, CircleCheck, Info, TriangleAlert, UsersRound, type LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import styled from 'styled-components'
import { Icon } from '../../primitives/Icon/Icon'
import { media, radius, space, token, type, type Tone } from '../../tokens/tokens'

const ICONS: Record<Tone, LucideIcon> = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  violet: UsersRound,
}
/** A new failure is announced immediately, a warning politely, other tones not at all. */
const ROLES: Partial<Record<Tone, string>> = { danger: 'alert', warning: 'status' }

const Box = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space[10]};
  padding: ${space[8]} ${space[12]};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  ${type.cell}
  overflow-wrap: anywhere;
  ${(Object.keys(token.tone) as Tone[]).map(
    (tone) => `
  &[data-tone='${tone}'] { background: ${token.tone[tone].tint}; color: ${token.tone[tone].fg}; }`,
  )}
  > svg {
    margin-top: 2px;
  }
  ${media.phone} {
    flex-wrap: wrap;
  }
`

const Text = styled.div`
  flex: 1;
  min-width: min(180px, 70%);
`

const Action = styled.div`
  flex: none;
  align-self: center;
  margin-block: -4px;
`

interface Props extends ComponentPropsWithRef<'div'> {
  tone: Tone
  /** Default: the tone's own icon. */
  icon?: LucideIcon
  /** Small buttons or a link at the end. */
  action?: ReactNode
}

/** A message where it applies. danger is an alert, warning a status; all other props are passed to the root. */
export function Banner({ tone, icon, action, children, ...rest }: Props) {
  return (
    <Box role={ROLES[tone]} {...rest} data-tone={tone}>
      <Icon icon={icon ?? ICONS[tone]} />
      <Text>{children}</Text>
      {action && <Action>{action}</Action>}
    </Box>
  )
}
