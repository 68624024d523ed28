import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import type { Tone } from '../../tokens/tokens'
import { Bar, Box, Detail, Head, Name, Numbers, Track } from './Progress.styles'

interface Props extends Omit<ComponentPropsWithRef<'div'>, 'children'> {
  /** What goes on, or what is filled. */
  label: string
  /** The label is for screen readers only, where the place already says it. */
  labelHidden?: boolean
  /** How far, from 0 to `max`. Left out: nobody knows how far. */
  value?: number
  max?: number
  /** At the right end, with their unit: '1,204 of 25,000'. Left out: per cent. */
  numbers?: ReactNode
  /** Below: what is worked on, how long it takes, what went wrong. */
  detail?: ReactNode
  /** accent while it moves; success when it is done, danger where it stopped, warning where it waits: the words say so too. */
  tone?: 'accent' | Exclude<Tone, 'neutral'>
  /** 6 high, 4 in lists. */
  size?: 'default' | 'list'
}

/** 0 to 100; what cannot be divided is nothing, more than all is all. */
function percentOf(value: number, max: number): number {
  const share = (value / max) * 100
  return Number.isFinite(share) ? Math.min(100, Math.max(0, share)) : 0
}

/** How much of something is done. Only what is all there says 100 %. All other props go to the root. */
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
