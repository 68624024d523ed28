/** Reads the history of a record, for its page and for the drawer next to its list. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { HistoryEntry, HistoryQuery } from '@contract/entities/history'
import { ok, type Result } from '@contract/errors'
import type { HistoryKind } from '@contract/records/timeline'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import type { Reply } from '@ports/api'
import type { Resource, Row } from '@resources/resource'

/** The part of a history that was read. */
interface Pages {
  entries: readonly HistoryEntry[]
  /** Leads to older entries; null at the creation. */
  next: string | null
  kinds: readonly HistoryKind[]
  /** The kind that it is limited to; null: all. */
  kind: HistoryKind | null
}

/** A history, as far as it was read. */
export interface HistoryView {
  /** Newest first; null while they are loading. */
  entries: readonly HistoryEntry[] | null
  /** The kinds that occur in the whole history. */
  kinds: readonly HistoryKind[]
  kind: HistoryKind | null
  /** Of the entries after the last one: `end`: there are none. */
  older: 'end' | 'idle' | 'loading' | 'failed'
  /** The newest entries could not be read. */
  isUnreachable: boolean
  retry: () => void
  /** Reads as many entries again as are shown. */
  refresh: () => void
  loadOlder: () => void
}

/** @param kind of the entries; null: all. A change reads them again */
export function useHistory(resource: Resource<Row>, id: string, kind: HistoryKind | null): HistoryView {
  const { api } = useConsole()
  const page = useCallback(
    (query: HistoryQuery, signal?: AbortSignal): Promise<Result<Reply<HistoryEntry[]>>> =>
      api.call(resource.operations.history, { params: { id }, query }, { ...(signal && { signal }) }),
    [api, resource, id],
  )
  /** What the next reading reads: the kind, and at least as many entries as are shown. */
  const wanted = useRef({ kind, count: 0 })
  const { value, state, retry, refresh } = useReading<Pages>(async (signal) => {
    const { kind: only, count } = wanted.current
    const asked: HistoryQuery = only ? { kind: only } : {}
    const first = await page(asked, signal)
    if (!first.ok) return first
    const read = { entries: first.value.data, next: first.value.next_cursor ?? null }
    while (read.next !== null && read.entries.length < count) {
      const more = await page({ ...asked, cursor: read.next }, signal)
      if (!more.ok) return more
      read.entries = [...read.entries, ...more.value.data]
      read.next = more.value.next_cursor ?? null
    }
    return ok({ ...read, kind: only, kinds: (first.value.kinds ?? []) as HistoryKind[] })
  })
  /** Older entries that were added to a reading. */
  const [added, setAdded] = useState<{ to: Pages; entries: readonly HistoryEntry[]; next: string | null } | null>(null)
  const [loading, setLoading] = useState<{ to: Pages; state: 'loading' | 'failed' } | null>(null)
  const shown = value && added?.to === value ? { ...value, ...added } : value
  const entries = shown && [...(shown === value ? [] : value!.entries), ...shown.entries]
  const count = entries?.length ?? 0
  useEffect(() => {
    wanted.current = { kind, count: wanted.current.kind === kind ? count : 0 }
  }, [kind, count])
  const isRead = useRef(kind)
  useEffect(() => {
    if (isRead.current === kind) return
    isRead.current = kind
    refresh()
  }, [kind, refresh])

  const next = shown?.next ?? null
  async function loadOlder() {
    if (!value || !entries || next === null || loading?.state === 'loading') return
    setLoading({ to: value, state: 'loading' })
    const more = await page({ ...(value.kind && { kind: value.kind }), cursor: next })
    setLoading(more.ok ? null : { to: value, state: 'failed' })
    if (!more.ok) return
    const older = [...entries.slice(value.entries.length), ...more.value.data]
    setAdded({ to: value, entries: older, next: more.value.next_cursor ?? null })
  }

  const isCurrent = value !== null && value.kind === kind
  return {
    // The entries of the kind among those that are shown, until the others of the kind are read.
    entries: entries && (kind === null || isCurrent ? entries : entries.filter((entry) => entry.kind === kind)),
    kinds: value?.kinds ?? [],
    kind,
    older: next === null ? 'end' : loading && loading.to === value ? loading.state : 'idle',
    isUnreachable: state === 'unreachable',
    retry,
    refresh,
    loadOlder: () => void loadOlder(),
  }
}
