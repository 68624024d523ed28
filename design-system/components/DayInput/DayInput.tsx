/** An input for a day that needs few keys; the day as read is displayed below it. */
import type { ChangeEvent, FocusEvent } from 'react'
import { useLiveValue } from '../../primitives/hooks/use-live-value'
import { TextInput, type TextInputProps } from '../TextInput/TextInput'
import { distanceOf, readDay, writeDay, type DaySide } from './read-day'

export interface DayInputProps extends Omit<TextInputProps, 'type' | 'slot' | 'below' | 'inputMode'> {
  /** Whether the day is in the past or in the future. */
  side: DaySide
  /** `YYYY-MM-DD`; defaults to the day on this device. */
  today?: string
}

const two = (part: number) => String(part).padStart(2, '0')
/** @returns today's date on this device, `YYYY-MM-DD` */
export const todayHere = (): string => {
  const now = new Date()
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Examples of the shortest input. */
const HINTS: Readonly<Record<DaySide, string>> = {
  future: 'Day, month, year: 2431 or 24.3.2031',
  past: 'Day and month: 2403 or 24.3.',
}

/**
 * The value is the typed text, which `readDay` converts to a day. On blur the full date replaces the text, so that it
 * still means the same day tomorrow. Ref and all other props are passed to the input, so `register` works.
 */
export function DayInput({ side, today = todayHere(), hint, onBlur, onChange, ref, ...rest }: DayInputProps) {
  const { value, attach, read } = useLiveValue<HTMLInputElement>(ref)
  const day = readDay(value, side, today)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (day !== null && writeDay(day) !== value) {
      // Reported like typed text, so that a form receives the change.
      event.target.value = writeDay(day)
      onChange?.(event as unknown as ChangeEvent<HTMLInputElement>)
      read()
    }
    onBlur?.(event)
  }
  return (
    <TextInput
      {...rest}
      ref={attach}
      hint={day === null ? (hint ?? HINTS[side]) : <output>{`${writeDay(day)}, ${distanceOf(day, today)}`}</output>}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => {
        read()
        onChange?.(event)
      }}
      onBlur={leave}
    />
  )
}
