import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, CSSProperties, MouseEvent } from 'react'
import { Icon } from '../Icon/Icon'
import { Spinner } from '../Spinner/Spinner'
import { Tooltip } from '../Tooltip/Tooltip'
import { Box, Line } from './Button.styles'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerOutline'
export type ButtonSize = 'small' | 'default' | 'large'

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** One primary per view. Reject is an outline, the final button of a dangerous question is danger. */
  variant?: ButtonVariant
  /** 28, 32 or 40 px high; the latter two 44 px on phones. */
  size?: ButtonSize
  /** In progress: the button shows a spinner and `busyLabel`, keeps its width and ignores clicks. */
  busy?: boolean
  busyLabel?: string
  icon?: LucideIcon
  /** Why it is disabled. The button can still be focused and shows this in a tooltip. */
  disabledReason?: string
  /** As wide as its container. */
  wide?: boolean
}

/** A verb with its object. All other props are passed to the button element. */
export function Button({
  variant = 'secondary',
  size = 'default',
  busy,
  busyLabel = 'Loading...',
  icon,
  disabledReason,
  wide,
  type = 'button',
  onClick,
  style,
  children,
  ...rest
}: ButtonProps) {
  const inert = busy || disabledReason !== undefined
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    if (!inert) return onClick?.(event)
    // Also prevents a submit button from submitting its form.
    event.preventDefault()
    event.stopPropagation()
  }
  const reserved = busy === undefined ? style : ({ ...style, '--busy-length': busyLabel.length } as CSSProperties)
  return (
    <Tooltip text={disabledReason}>
      <Box
        {...rest}
        // oxlint-disable-next-line react/button-has-type -- the caller may ask for submit; the default is button
        type={type}
        style={reserved}
        data-variant={variant}
        data-size={size}
        data-wide={wide || undefined}
        data-reserve={busy === undefined ? undefined : ''}
        data-busy={busy || undefined}
        data-off={disabledReason === undefined ? undefined : ''}
        aria-busy={busy || undefined}
        aria-disabled={inert || undefined}
        onClick={act}
      >
        <Line data-hidden={busy || undefined}>
          {icon && <Icon icon={icon} />}
          {children}
        </Line>
        {busy && (
          <Line>
            <Spinner />
            {busyLabel}
          </Line>
        )}
      </Box>
    </Tooltip>
  )
}
