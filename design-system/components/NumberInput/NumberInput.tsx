import { useLayoutEffect, type FormEvent, type KeyboardEvent } from 'react'
import { useLiveValue } from '../../primitives/hooks/use-live-value'
import { TextInput, type TextInputProps } from '../TextInput/TextInput'

/** Never part of an amount, though browsers let them into numbers (spec section 2, shared form widgets). */
const BLOCKED = ['e', 'E', '-', '+', '−']

/**
 * Whether a text is a number with at most so many decimals. Empty counts as one: whether it may be is the form's question.
 * @param decimals 0 or more
 */
export function isNumberWithDecimals(text: string, decimals = 2): boolean {
  return (
    text === '' ||
    new RegExp(decimals === 0 ? '^\\d+$' : `^(\\d+\\.?\\d{0,${decimals}}|\\.\\d{1,${decimals}})$`).test(text)
  )
}

export interface NumberInputProps extends Omit<TextInputProps, 'type'> {
  /** Decimal places that it takes; 2 for money. */
  decimals?: number
  /** Keys that do nothing here, beside e, − and +: `.` for whole numbers. */
  blockedKeys?: readonly string[]
}

/**
 * A number or an amount, kept as the text that was typed. Anything but digits with up to `decimals` places says
 * 'Invalid input' at once; an `error` of the form's own goes before it. Keys are blocked, what is pasted or dropped is not:
 * it stands there whole and is called invalid, so that nothing is changed unseen.
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
  // The keys of a phone have no name until their letter comes. In place before the first of them can be pressed.
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
