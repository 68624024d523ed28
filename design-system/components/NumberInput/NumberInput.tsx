import { useLayoutEffect, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react'
import { useLiveValue } from '../../primitives/hooks/use-live-value'
import { writeInto } from '../../primitives/write-into'
import { TextInput, type TextInputProps } from '../TextInput/TextInput'

/** Characters that are never part of an amount, though browsers accept them in numbers (spec section 2, shared form widgets). */
const BLOCKED = ['e', 'E', '-', '+', '−']

/**
 * Whether a text is a number with at most this many decimals. An empty text counts as one: the form decides whether it is allowed.
 * @param decimals 0 or more
 */
export function isNumberWithDecimals(text: string, decimals = 2): boolean {
  return (
    text === '' ||
    new RegExp(decimals === 0 ? '^\\d+$' : `^(\\d+\\.?\\d{0,${decimals}}|\\.\\d{1,${decimals}})$`).test(text)
  )
}

export interface NumberInputProps extends Omit<TextInputProps, 'type'> {
  /** Number of decimal places; 2 for money. */
  decimals?: number
  /** Further blocked keys in addition to e, − and +: `.` for whole numbers. */
  blockedKeys?: readonly string[]
  /**
   * Reads a typed or pasted number: '1 000.50' → '1000.50'; null for a text that is none. Leaving the field shows what was
   * read, which is what is sent. By default only plain numbers are read.
   */
  readNumber?: (text: string) => string | null
}

const asItIs = (text: string): string => text

/**
 * A number or an amount, kept as the typed text. Anything but digits with up to `decimals` places shows 'Invalid input'
 * immediately; the form's own `error` takes precedence. Keys are blocked, but pasted or dropped text is not: it is kept whole, and
 * marked as invalid unless it can be read as a number. It is never cut.
 */
export function NumberInput({
  decimals = 2,
  blockedKeys = [],
  readNumber = asItIs,
  error,
  onKeyDown,
  onInput,
  onBlur,
  ref,
  ...rest
}: NumberInputProps) {
  const { value, attach, read, element } = useLiveValue<HTMLInputElement>(ref)
  const isBlocked = (key: string) => BLOCKED.includes(key) || blockedKeys.includes(key)
  const block = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (!event.ctrlKey && !event.metaKey && !event.altKey && isBlocked(event.key)) event.preventDefault()
  }
  // Phone keyboards send key names only with the letter. Attached before the first key press.
  useLayoutEffect(() => {
    const input = element.current
    const blockLetter = (event: InputEvent) => {
      if (event.inputType === 'insertText' && event.data !== null && isBlocked(event.data)) event.preventDefault()
    }
    input?.addEventListener('beforeinput', blockLetter)
    return () => input?.removeEventListener('beforeinput', blockLetter)
  })
  const meant = value === '' ? value : readNumber(value)
  const valid =
    meant !== null &&
    isNumberWithDecimals(meant, decimals) &&
    !blockedKeys.some((key) => key.length === 1 && meant.includes(key))
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (valid) writeInto(event.currentTarget, meant)
    onBlur?.(event)
  }
  const typed = (event: FormEvent<HTMLInputElement>) => {
    onInput?.(event as Parameters<NonNullable<typeof onInput>>[0])
    read()
  }
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={attach}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      error={error ?? (valid ? undefined : 'Invalid input')}
      onKeyDown={block}
      onBlur={leave}
      onInput={typed}
    />
  )
}
