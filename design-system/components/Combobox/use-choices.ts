import { useEffect, useMemo, useState } from 'react'
import { narrow, type Choice, type SearchChoices } from './choices'

/** Pause after the last keystroke before a search, milliseconds. */
const PAUSE = 200

type Answer = { of: string; round: number; choices: readonly Choice[] | 'failed' }

export interface Choices {
  shown: readonly Choice[]
  /** The number of all; larger than the number shown where there are too many. */
  count: number
  state: 'ready' | 'loading' | 'failed'
  again: () => void
}

/**
 * The current options: from a list, or from a search while the list is open.
 * @param query input since it opened; '' without any
 */
export function useChoices(source: readonly Choice[] | SearchChoices, query: string, open: boolean): Choices {
  const search = typeof source === 'function' ? source : null
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (!search || !open) return
    const over = new AbortController()
    const take = (choices: Answer['choices']) => {
      if (!over.signal.aborted) setAnswer({ of: query, round, choices })
    }
    const timer = setTimeout(
      () => {
        search(query, over.signal).then(take, () => take('failed'))
      },
      query === '' ? 0 : PAUSE,
    )
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [search, query, open, round])

  return useMemo(() => {
    const again = () => setRound((last) => last + 1)
    if (typeof source !== 'function') return { ...narrow(source, query), state: 'ready', again }
    const fresh = answer?.of === query && answer.round === round ? answer.choices : null
    // Results of another query are not offered, because Enter would choose a wrong one.
    if (fresh === null || fresh === 'failed') return { shown: [], count: 0, state: fresh ?? 'loading', again }
    return { ...narrow(fresh, ''), state: 'ready', again }
  }, [source, query, answer, round])
}
