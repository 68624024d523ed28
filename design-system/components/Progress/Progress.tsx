import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import type { Tone } from '../../tokens/tokens'
import { Bar, Box, Detail, Head, Name, Numbers, Track } from './Progress.styles'

interface Props extends Omit<ComponentPropsWithRef<'div'>, 'children'> {
  /** What is in progress, or what is filled. */
  label: string
  /** Hides the label visually, where the context makes it clear. */
  labelHidden?: boolean
  /** Progress from 0 to `max`. Left out: unknown. */
  value?: number
  max?: number
  /** At the right end, with their unit: '1,204 of 25,000'. Default: per cent. */
  numbers?: ReactNode
  /** Below: the current step, the remaining time, or the error. */
  detail?: ReactNode
  /** accent in progress; success when done, danger where it stopped, warning where it waits: the texts must say so too. */
  tone?: 'accent' | Exclude<Tone, 'neutral'>
  /** 6 px high, 4 px in lists. */
  size?: 'default' | 'list'
}

/** 0 to 100; invalid values count as 0, larger ones as 100. */
function percentOf(value: number, max: number): number {
  const share = (value / max) * 100
  return Number.isFinite(share) ? Math.min(100, Math.max(0, share)) : 0
}

/** A progress bar. Only complete progress shows 100 %. All other props are passed to the root. */
export function Progress({
  label,
  labelHidden = false,
  value,
  max = 100,
  numbers,
  detail,
  tone = 'accent',
  size = 'default',
  ...rest
}: Props) {
  const id = useId()
  const percent = value === undefined ? null : percentOf(value, max)
  const words = numbers ?? (percent === null ? null : `${Math.floor(percent)} %`)
  const name = <Name id={`${id}name`}>{label}</Name>
  return (
    <Box {...rest}>
      {(!labelHidden || words !== null) && (
        <Head>
          {labelHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
          {words !== null && <Numbers id={`${id}numbers`}>{words}</Numbers>}
        </Head>
      )}
      <Track
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tag is drawn by each browser in its own way, and takes no words of its own
        role="progressbar"
        aria-label={label}
        data-size={size}
        data-tone={tone}
        data-unknown={percent === null || undefined}
        aria-valuenow={percent === null ? undefined : Math.floor(percent)}
        aria-valuemin={percent === null ? undefined : 0}
        aria-valuemax={percent === null ? undefined : 100}
        aria-valuetext={typeof words === 'string' ? words : undefined}
        aria-describedby={
          [words !== null && typeof words !== 'string' && `${id}numbers`, detail && `${id}detail`]
            .filter(Boolean)
            .join(' ') || undefined
        }
      >
        <Bar style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }} />
      </Track>
      {detail && (
        <Detail id={`${id}detail`} data-tone={tone}>
          {detail}
        </Detail>
      )}
    </Box>
  )
}
