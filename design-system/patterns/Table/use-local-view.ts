import { useCallback, useEffect, useRef, useState } from 'react'
import type { TableView } from './types'

/** A search is told to the caller when no key came for so long, milliseconds: an address is not rewritten at each key. */
const TELL_AFTER = 250

/**
 * The view as the table shows it: at once what the person does, a moment later what the caller makes of it. The caller
 * may answer late (a router takes its time) without holding up a key or a click.
 * @returns the view, and how to change it; `soon` waits for a pause in typing before the caller is told
 */
export function useLocalView(view: TableView, onViewChange: (view: TableView) => void) {
  const [local, setLocal] = useState(view)
  /** Told to the caller and not seen from there yet. */
  const told = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useRef(onViewChange)
  useEffect(() => {
    tell.current = onViewChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const key = JSON.stringify(view)
  useEffect(() => {
    const at = told.current.lastIndexOf(key)
    if (at >= 0) {
      told.current = told.current.slice(at + 1)
      return
    }
    told.current = []
    clearTimeout(timer.current)
    setLocal((before) => (JSON.stringify(before) === key ? before : (JSON.parse(key) as TableView)))
  }, [key])

  const change = useCallback((next: TableView, soon = false) => {
    setLocal(next)
    clearTimeout(timer.current)
    const send = () => {
      told.current.push(JSON.stringify(next))
      tell.current(next)
    }
    if (soon) timer.current = setTimeout(send, TELL_AFTER)
    else send()
  }, [])
  return [local, change] as const
}
