import { useLayoutEffect, type FormEvent, type KeyboardEvent } from 'react'
import { useLiveValue } from '../../primitives/hooks/use-live-value'
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
}

/**
 * A number or an amount, kept as the typed text. Anything but digits with up to `decimals` places shows 'Invalid input'
 * immediately; the form's own `error` takes precedence. Keys are blocked, but pasted or dropped text is not: it is kept whole and
 * marked as invalid, so that nothing is changed silently.
 */
export function NumberInput({
  decimals = 2,
  blockedKeys = [],
  error,
  onKeyDown,
  onInput,
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
  const valid =
    isNumberWithDecimals(value, decimals) && !blockedKeys.some((key) => key.length === 1 && value.includes(key))
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
      onInput={typed}
    />
  )
}
