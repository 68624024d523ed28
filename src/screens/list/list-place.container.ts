/** Remembers the position in a list: Back returns to the same rows. */
import { useCallback, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useConsole, type Console } from '@console/console'

/** Maximum number of positions; the most recently visited ones are kept. */
const PLACES = 100
/** For each running console: entry of the history → id of the first visible row. */
const placesOf = new WeakMap<Console, Map<string, string>>()

function placesIn(running: Console): Map<string, string> {
  const known = placesOf.get(running) ?? new Map<string, string>()
  placesOf.set(running, known)
  return known
}

/**
 * @returns `startAt`: id of the first row in view when the person left this history entry, null on the first visit; `remember`:
 * call it with the ids of the rows in view
 */
export function useListPlace() {
  const places = placesIn(useConsole())
  const { key } = useLocation()
  const how = useNavigationType()
  const [startAt] = useState(() => (how === 'POP' ? (places.get(key) ?? null) : null))
  const remember = useCallback(
    ([first]: readonly string[]) => {
      places.delete(key)
      if (first !== undefined) places.set(key, first)
      const oldest = places.keys().next()
      if (places.size > PLACES && !oldest.done) places.delete(oldest.value)
    },
    [places, key],
  )
  return { startAt, remember }
}
