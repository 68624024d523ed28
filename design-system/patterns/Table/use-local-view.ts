import { useEffect, useMemo, useState } from 'react'
import { afterPaint } from './engine/slices'
import type { RowEngine } from './engine/row-engine'
import type { TableView } from './types'

/** Time without a key before the caller receives a search, milliseconds, so that the URL is not changed at each key. */
const TELL_AFTER = 250

/** The search during typing. Only the field and the engine are updated at each key. */
export interface LiveSearch {
  readonly get: () => string
  readonly set: (text: string) => void
  /** @returns a function that stops it */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * The view that the table shows: the person's change at once, then the caller's view. The caller may respond later, for
 * example after a navigation, without delaying a key or a click.
 * @returns the view, the search during typing, and a function that changes parts of the view
 */
export function useLocalView<Row>(view: TableView, onViewChange: (view: TableView) => void, engine: RowEngine<Row>) {
  const [local, setLocal] = useState(view)
  const [keeper] = useState(() => new ViewKeeper(view))
  useEffect(() => keeper.connect(setLocal, onViewChange), [keeper, onViewChange])
  const key = JSON.stringify(view)
  useEffect(() => keeper.heard(key), [keeper, key])
  useEffect(() => keeper.subscribe(() => engine.setSearch(keeper.get())), [keeper, engine])
  useEffect(() => keeper.stop, [keeper])
  return useMemo(() => ({ view: local, search: keeper as LiveSearch, change: keeper.change }), [local, keeper])
}

/** Stores the person's changes until the caller has processed them. */
class ViewKeeper implements LiveSearch {
  private view: TableView
  private text: string
  /** Views that were sent to the caller and have not come back yet. */
  private told: string[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private stopTelling = () => {}
  private readonly listeners = new Set<() => void>()
  private show: ((view: TableView) => void) | null = null
  private tell: ((view: TableView) => void) | null = null

  constructor(view: TableView) {
    this.view = view
    this.text = view.search
  }

  /** @param show renders a view @param tell sends a view to the caller @returns a function that disconnects them */
  connect(show: (view: TableView) => void, tell: (view: TableView) => void): () => void {
    this.show = show
    this.tell = tell
    return () => {
      this.show = null
      this.tell = null
    }
  }

  get = (): string => this.text
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  set = (text: string): void => {
    this.type(text)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.change({}), TELL_AFTER)
  }

  /** Changes parts of the view, and includes the search typed in the meantime. */
  change = (part: Partial<TableView>): void => {
    clearTimeout(this.timer)
    const next = { ...this.view, search: this.text, ...part }
    this.type(next.search)
    this.view = next
    this.told.push(JSON.stringify(next))
    this.show?.(next)
    // The caller is informed after the paint, so that its work (a navigation, a render) does not delay the rows.
    this.stopTelling()
    this.stopTelling = afterPaint(() => this.tell?.(next))
  }

  /** Receives the caller's current view. Adopts it, unless it is one that was sent to the caller. */
  heard(key: string): void {
    const at = this.told.lastIndexOf(key)
    if (at >= 0) {
      this.told = this.told.slice(at + 1)
      return
    }
    this.told = []
    if (key === JSON.stringify(this.view)) return
    this.stop()
    this.view = JSON.parse(key) as TableView
    this.type(this.view.search)
    this.show?.(this.view)
  }

  stop = (): void => {
    clearTimeout(this.timer)
    this.stopTelling()
  }

  private type(text: string): void {
    if (text === this.text) return
    this.text = text
    for (const listener of this.listeners) listener()
  }
}
