import type { Ref } from 'react'

/**
 * Hands an element on to a caller's ref of either kind.
 * @returns what a function ref returns: its clean-up, if it has one
 */
export function hand<E>(ref: Ref<E> | undefined, element: E | null): void | (() => void) {
  if (typeof ref === 'function') return ref(element)
  if (ref) ref.current = element
}
