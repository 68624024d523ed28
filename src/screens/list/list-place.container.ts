/** Where a person stood in a list: Back leads to the same rows. */
import { useCallback, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** So many places are remembered, those that were visited last. */
const PLACES = 100
/** Entry of the history → id of the row that came first in view. */
const places = new Map<string, string>()

/**
 * @returns `startAt`: id of the row that came first when the person left this entry of the history, null where they have not
 * been here; `remember`: to be told the ids of the rows in view
 */
export function useListPlace() {
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
    [key],
  )
  return { startAt, remember }
}
