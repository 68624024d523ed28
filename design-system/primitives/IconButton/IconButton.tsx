import type { LucideIcon } from 'lucide-react'
import { useId, type ComponentPropsWithRef, type ElementType, type MouseEvent } from 'react'
import styled from 'styled-components'
import { focusRing, media, motion, radius, token } from '../../tokens/tokens'
import { Badge, cappedCount } from '../Badge/Badge'
import { Icon, type IconSize } from '../Icon/Icon'
import { Spinner } from '../Spinner/Spinner'
import { Tooltip } from '../Tooltip/Tooltip'

const Box = styled.button`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: ${radius.control};
  color: ${token.text.secondary};
  transition:
    background-color ${motion.hover},
    color ${motion.hover};
  ${focusRing}
  &:hover {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  &:active {
    background: ${token.surface.selected};
  }
  &[data-size='small'] {
    width: 28px;
    height: 28px;
  }
  &[data-size='large'] {
    width: 40px;
    height: 40px;
  }
  ${media.phone} {
    &[data-size='large'] {
      width: 44px;
      height: 44px;
    }
  }
  &[data-tone='danger']:hover {
    background: ${token.tone.danger.tint};
    color: ${token.tone.danger.fg};
  }
  &[aria-pressed='true'],
  &[aria-expanded='true'] {
    background: ${token.surface.selected};
    color: ${token.accent.text};
  }
  &:disabled,
  &[aria-disabled='true'] {
    background: none;
    color: ${token.text.disabled};
    cursor: not-allowed;
    ${media.forcedColors} {
      color: GrayText;
    }
  }
  &[aria-busy='true'] {
    cursor: progress;
    color: ${token.text.muted};
  }
`

/** The badge overlaps the button without being inside, so that its digits are not part of the button's text. */
const WithBadge = styled.span`
  position: relative;
  display: inline-flex;
  flex: none;
`

const Corner = styled.span`
  position: absolute;
  top: -3px;
  left: 54%;
  pointer-events: none;
`

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** The accessible name, and the tooltip. */
  label: string
  icon: LucideIcon
  iconSize?: IconSize
  /** 28, 32 or 40 px square; the last one 44 px on phones. */
  size?: 'small' | 'default' | 'large'
  tone?: 'neutral' | 'danger'
  /** The number in its badge; screen readers get it after the name. */
  badge?: number
  /** What the badge counts. */
  badgeWord?: string
  /** In progress: clicks are ignored. */
  busy?: boolean
  /** Makes it a link with this component, for example a router's, and this path. */
  link?: { as: ElementType; to: string }
  /** Why it is disabled, shown after the name in the tooltip. */
  disabledReason?: string
}

/** An icon-only control with a name and a tooltip. All other props are passed to the button element. */
export function IconButton({
  label,
  icon,
  iconSize = 'default',
  size = 'default',
  tone = 'neutral',
  badge,
  badgeWord = 'unread',
  busy,
  link,
  disabledReason,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  const id = useId()
  const inert = busy || disabledReason !== undefined
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    if (!inert) return onClick?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  const described = [rest['aria-describedby'], badge && `${id}badge`, disabledReason && `${id}reason`]
    .filter(Boolean)
    .join(' ')
  const button = (
    <Tooltip kind="names" text={disabledReason ? `${label}. ${disabledReason}` : label}>
      <Box
        {...rest}
        {...(link ?? { type })}
        data-size={size}
        data-tone={tone}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={inert || undefined}
        aria-describedby={described || undefined}
        onClick={act}
      >
        {busy ? <Spinner alone /> : <Icon icon={icon} size={iconSize} />}
        {disabledReason && (
          <span id={`${id}reason`} hidden>
            {disabledReason}
          </span>
        )}
      </Box>
    </Tooltip>
  )
  if (badge === undefined) return button
  return (
    <WithBadge>
      {button}
      <Corner aria-hidden>
        <Badge count={badge} tone="danger" />
      </Corner>
      <span id={`${id}badge`} hidden>{`${cappedCount(badge)} ${badgeWord}`}</span>
    </WithBadge>
  )
}
