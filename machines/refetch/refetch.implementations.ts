/** The implementations of the refetch machine over one call and the rows of a list. */
import { fromCallback } from 'xstate'
import { ok, type Result } from '@contract/errors'
import type { RecordChanged } from '@contract/socket'
import { answered } from '../kit/answered'
import { ANY_VERSION, type Change, type ChangeQueue } from './change-queue'
import { refetchMachine, type Counted, type RefetchEvent } from './refetch.machine'

/** Most ids in one call. */
export const IDS_AT_MOST = 200
/** Most of them that are out of view, where others are in view: rows that are seen must not wait for the rest. */
export const BEYOND_AT_MOST = 50
/** Rows that are put into the list at once, and the pause to the next ones, milliseconds: a frame. */
export const MERGED_AT_ONCE = 40
export const MERGE_PAUSE_MS = 16

/** The list that is kept up to date. */
export interface RefetchedRows<Row> {
  /** @returns rows of the list */
  count(): number
  /** Changes came: the rest is going to be asked. */
  prepare?(): void
  /** @returns whether a record that changed is to be fetched */
  isNews(change: Change): boolean
  /** Takes fetched records over: rows that are held, and others. */
  merge(rows: readonly Row[]): void
  /** These were asked for and not found: they exist no longer, or have left the list. */
  drop(ids: readonly string[]): void
}

export interface RefetchDependencies<Row> {
  /** The subject of the list's records. */
  subject: string
  rows: RefetchedRows<Row>
  queue: ChangeQueue
  /** Records that changed elsewhere, as the socket reports them. @returns how to stop listening */
  onRecordChanged: (listener: (change: RecordChanged) => void) => () => void
  /** Fetches records by their ids; one that is not in the response is gone. Failures are data. */
  fetch: (ids: readonly string[], signal: AbortSignal) => Promise<Result<Row[]>>
  /** So many records changed that the list is to be read as a whole. */
  onReloadNeeded: () => void
}

/** @returns the machine with everything provided, ready to start */
export function createRefetchImplementations<Row extends { id: string }>({
  subject,
  rows,
  queue,
  onRecordChanged,
  fetch,
  onReloadNeeded,
}: RefetchDependencies<Row>) {
  /** What was fetched and is not in the list yet. */
  let fetched: { asked: Change[]; rows: Row[] } = { asked: [], rows: [] }
  const counted = (): Counted => ({ waiting: queue.waiting(), rows: rows.count() })

  return refetchMachine.provide({
    actors: {
      changesFeed: fromCallback<RefetchEvent>(({ sendBack, receive }) => {
        receive((event) => {
          if (event.type === 'rows.inView') queue.setInView(event.ids)
        })
        const stops = [
          queue.subscribe(() => sendBack({ type: 'record.changed', ...counted() })),
          onRecordChanged((change) => {
            // Very many: the list is read as a whole.
            if (change.subject !== subject || change.id === null) return
            rows.prepare?.()
            queue.note({ id: change.id, version: change.derived ? ANY_VERSION : change.version })
          }),
        ]
        return () => stops.forEach((stop) => stop())
      }),
      fetchChanged: answered<Result<Counted>>(async ({ signal }) => {
        // The list may hold some of them by now: a form saved them, or the list was read.
        const asked = queue.take(IDS_AT_MOST, BEYOND_AT_MOST).filter((change) => rows.isNews(change))
        fetched = { asked: [], rows: [] }
        if (asked.length === 0) return ok(counted())
        const giveBack = () => queue.giveBack(asked)
        signal.addEventListener('abort', giveBack)
        const answer = await fetch(
          asked.map(({ id }) => id),
          signal,
        )
        signal.removeEventListener('abort', giveBack)
        if (signal.aborted) return ok(counted())
        if (!answer.ok) {
          giveBack()
          return answer
        }
        fetched = { asked, rows: answer.value }
        return ok(counted())
      }),
      mergeFeed: fromCallback<RefetchEvent>(({ sendBack }) => {
        const { asked, rows: arrived } = fetched
        const there = new Set(arrived.map(({ id }) => id))
        let merged = 0
        let timer: ReturnType<typeof setTimeout> | undefined
        const mergeSome = () => {
          rows.merge(arrived.slice(merged, merged + MERGED_AT_ONCE))
          merged += MERGED_AT_ONCE
          if (merged < arrived.length) timer = setTimeout(mergeSome, MERGE_PAUSE_MS)
          else {
            const gone = asked.flatMap(({ id }) => (there.has(id) ? [] : [id]))
            if (gone.length > 0) rows.drop(gone)
            fetched = { asked: [], rows: [] }
            sendBack({ type: 'rows.merged', ...counted() })
          }
        }
        mergeSome()
        return () => {
          clearTimeout(timer)
          // The list is read as a whole: the rest is looked at after that.
          const { asked: left } = fetched
          fetched = { asked: [], rows: [] }
          queue.giveBack(left)
        }
      }),
    },
    actions: {
      askForReload: () => {
        queue.clear()
        onReloadNeeded()
      },
    },
  })
}
