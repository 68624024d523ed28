/** A day that is typed with few keys, and read out below as it is understood. */
import type { ChangeEvent, FocusEvent } from 'react'
import { useLiveValue } from '../../primitives/hooks/use-live-value'
import { TextInput, type TextInputProps } from '../TextInput/TextInput'
import { distanceOf, readDay, writeDay, type DaySide } from './read-day'

export interface DayInputProps extends Omit<TextInputProps, 'type' | 'slot' | 'below' | 'inputMode'> {
  /** On which side of today the day is. */
  side: DaySide
  /** `YYYY-MM-DD`; the one of this device where it is left out. */
  today?: string
}

const two = (part: number) => String(part).padStart(2, '0')
/** @returns the day that it is on this device, `YYYY-MM-DD` */
export const todayHere = (): string => {
  const now = new Date()
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What may be typed, with the fewest keys that do. */
const HINTS: Readonly<Record<DaySide, string>> = {
  future: 'Day, month, year: 2431 or 24.3.2031',
  past: 'Day and month: 2403 or 24.3.',
}

/**
 * Its value is what is typed; `readDay` says which day that is. When the person leaves it, the day is written out, so that it
 * means the same tomorrow. Ref and all other props go to the input, so `register` works.
 */
export function DayInput({ side, today = todayHere(), hint, onBlur, onChange, ref, ...rest }: DayInputProps) {
  const { value, attach, read } = useLiveValue<HTMLInputElement>(ref)
  const day = readDay(value, side, today)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (day !== null && writeDay(day) !== value) {
      // As if it were typed: whoever listens to the input hears of it.
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
