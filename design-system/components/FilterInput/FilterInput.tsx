import { Search, X } from 'lucide-react'
import { useEffect, type ChangeEvent, type KeyboardEvent } from 'react'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Kbd } from '../../primitives/Kbd/Kbd'
import { isSingleKey } from '../../primitives/Kbd/single-keys'
import { useLiveValue } from '../../primitives/hooks/use-live-value'
import { writeInto } from '../../primitives/write-into'
import { TextInput, type TextInputProps } from '../TextInput/TextInput'

export interface FilterInputProps extends Omit<
  TextInputProps,
  'type' | 'icon' | 'slot' | 'below' | 'error' | 'hint' | 'required' | 'aside' | 'value'
> {
  value?: string
  /** The text after each change; '' when it was cleared. In addition to the native `onChange`. */
  onValueChange?: (value: string) => void
  /** Whether `/`, pressed outside of fields, focuses this field. Only one such field per page. */
  shortcut?: boolean
}

/** Filters a list: search icon, × when filled, Esc clears, `/` focuses. The label is for screen readers only; repeat it in the placeholder. */
export function FilterInput({
  onValueChange,
  onChange,
  onKeyDown,
  shortcut = true,
  controlSize = 'page',
  disabled,
  ref,
  ...rest
}: FilterInputProps) {
  const { value, attach, read, element } = useLiveValue<HTMLInputElement>(ref)

  useEffect(() => {
    if (!shortcut) return
    const onSlash = (event: globalThis.KeyboardEvent) => {
      if (!isSingleKey(event, '/')) return
      event.preventDefault()
      element.current?.focus()
      element.current?.select()
    }
    document.addEventListener('keydown', onSlash)
    return () => document.removeEventListener('keydown', onSlash)
  }, [shortcut, element])

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onValueChange?.(event.target.value)
    read()
  }
  const clear = () => {
    const input = element.current
    if (!input) return
    writeInto(input, '')
    input.focus()
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.key !== 'Escape' || value === '') return
    // The first Esc clears the field, the next one applies to the surrounding element.
    event.preventDefault()
    event.stopPropagation()
    clear()
  }
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      labelHidden
      {...rest}
      ref={attach}
      disabled={disabled}
      type="search"
      controlSize={controlSize}
      icon={Search}
      onChange={change}
      onKeyDown={keys}
      slot={
        value !== '' ? (
          <IconButton size="small" label="Clear" icon={X} disabled={disabled} onClick={clear} />
        ) : (
          shortcut && (
            <Kbd aria-hidden data-single>
              /
            </Kbd>
          )
        )
      }
    />
  )
}
