import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * @param callback of this render; left out where there is nothing to call
 * @returns a function that is the same in every render and calls the newest callback: what it is handed to need not be drawn
 * again when only the callback is another
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
