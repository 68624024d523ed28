import { useEffect, useMemo, useState } from 'react'
import { afterPaint } from './engine/slices'
import type { RowEngine } from './engine/row-engine'
import type { TableView } from './types'

/** A search is told to the caller when no key came for so long, milliseconds: an address is not rewritten at each key. */
const TELL_AFTER = 250

/** The search as it is being typed. The field and the engine follow it; nothing else is rendered at a key. */
export interface LiveSearch {
  readonly get: () => string
  readonly set: (text: string) => void
  /** @returns how to stop listening */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * The view as the table shows it: at once what the person does, a moment later what the caller makes of it. The caller
 * may answer late (a router takes its time) without holding up a key or a click.
 * @returns the view, the search that is being typed, and how to change parts of the view
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

/** Holds what the person did until the caller has seen it. */
class ViewKeeper implements LiveSearch {
  private view: TableView
  private text: string
  /** Told to the caller and not heard from there yet. */
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

  /** @param show renders a view @param tell gives the caller what the person did. @returns how to disconnect */
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

  /** Changes parts of the view; what was typed meanwhile goes with it. */
  change = (part: Partial<TableView>): void => {
    clearTimeout(this.timer)
    const next = { ...this.view, search: this.text, ...part }
    this.type(next.search)
    this.view = next
    this.told.push(JSON.stringify(next))
    this.show?.(next)
    // What the caller makes of it (an address, its own rendering) does not hold up the rows.
    this.stopTelling()
    this.stopTelling = afterPaint(() => this.tell?.(next))
  }

  /** What the caller holds now. Its answers to what it was told are no news; anything else is taken over. */
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
