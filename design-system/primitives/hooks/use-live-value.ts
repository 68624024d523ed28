import { useCallback, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { hand } from '../refs'

type Element = HTMLInputElement | HTMLTextAreaElement

/**
 * The current text of an input, however it was set: by typing, by a `value` prop, or by a form library that writes to the element.
 * @param ref the caller's own ref
 * @returns the value, a ref for the element, and a function to call after input
 */
export function useLiveValue<E extends Element>(ref: Ref<E> | undefined) {
  const element = useRef<E>(null)
  const [value, setValue] = useState('')
  const read = useCallback(() => setValue(element.current?.value ?? ''), [])
  // After every render: a form library changes the element without an event, and renders the form.
  useLayoutEffect(read)
  useLayoutEffect(() => {
    const form = element.current?.form
    // The values are restored only after the event.
    const onReset = () => queueMicrotask(read)
    form?.addEventListener('reset', onReset)
    return () => form?.removeEventListener('reset', onReset)
  }, [read])
  const attach = useCallback(
    (node: E | null) => {
      element.current = node
      return hand(ref, node)
    },
    [ref],
  )
  return { value, attach, read, element }
}
