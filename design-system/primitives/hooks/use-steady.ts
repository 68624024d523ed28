import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * @param callback of this render; left out where there is nothing to call
 * @returns a stable function that calls the newest callback, so that its receiver need not render again when only the callback
 * changes
 */
export function useSteady<Args extends unknown[]>(
  callback: ((...args: Args) => void) | undefined,
): (...args: Args) => void {
  const newest = useRef(callback)
  useLayoutEffect(() => {
    newest.current = callback
  })
  return useCallback((...args: Args) => newest.current?.(...args), [])
}
