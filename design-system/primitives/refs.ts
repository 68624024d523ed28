import type { Ref } from 'react'

/**
 * Passes an element on to a caller's ref of either kind.
 * @returns the result of a function ref: its clean-up, if it has one
 */
export function hand<E>(ref: Ref<E> | undefined, element: E | null): void | (() => void) {
  if (typeof ref === 'function') return ref(element)
  if (ref) ref.current = element
}
