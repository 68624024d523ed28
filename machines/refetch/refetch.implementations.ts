/** The implementations of the refetch machine over one call and the rows of a list. */
import { fromCallback } from 'xstate'
import { RECORD_REFETCH_MS } from '@contract/constants'
import { ok, type Result } from '@contract/errors'
import type { RecordChanged } from '@contract/socket'
import { answered } from '../kit/answered'
import { ANY_VERSION, type Change, type ChangeQueue } from './change-queue'
import { refetchMachine, type Counted, type RefetchEvent } from './refetch.machine'

/** Maximum number of ids in one call. */
export const IDS_AT_MOST = 200
/** Maximum number of ids out of view in a call that also has ids in view, so that visible rows do not wait long. */
export const BEYOND_AT_MOST = 50
/** Number of rows to merge at once, and the pause before the next ones, milliseconds: one frame. */
export const MERGED_AT_ONCE = 40
export const MERGE_PAUSE_MS = 16

/** After the merge of rows, the frame that shows them is drawn within this time unless the machine is slow, milliseconds. */
export const DRAWN_WITHIN_MS = 20
/** A slow machine spends at most one part in so many on drawing changed rows. */
const SHARE_OF_DRAWING = 8
/** The longest pause between two calls for rows in view, milliseconds: a change is shown within a second. */
export const LONGEST_PAUSE_MS = 500

/** @param lateness how much longer the last merged rows took to draw, milliseconds @returns the pause before the next call */
const pauseAfter = (lateness: number): number =>
  Math.min(Math.max(RECORD_REFETCH_MS, lateness * SHARE_OF_DRAWING), LONGEST_PAUSE_MS)

/** The list to keep up to date. */
export interface RefetchedRows<Row> {
  /** @returns the number of rows in the list */
  count(): number
  /** Called when a change arrives, so that the list can prepare for the calls below. */
  prepare?(): void
  /** @returns whether a changed record must be fetched */
  isNews(change: Change): boolean
  /** Merges fetched records: rows that are in the list, and others. */
  merge(rows: readonly Row[]): void
  /** Removes records that the response did not contain: they were deleted, or have left the list. */
  drop(ids: readonly string[]): void
}

export interface RefetchDependencies<Row> {
  /** The subject of the list's records. */
  subject: string
  rows: RefetchedRows<Row>
  queue: ChangeQueue
  /** Calls the listener when the socket reports a changed record. @returns a function that stops it */
  onRecordChanged: (listener: (change: RecordChanged) => void) => () => void
  /** Fetches records by their ids; a record that is not in the response no longer exists. Does not throw. */
  fetch: (ids: readonly string[], signal: AbortSignal) => Promise<Result<Row[]>>
  /** Called when so many records changed that the whole list must be read. */
  onReloadNeeded: () => void
}

/**
 * The response is in the order of the list. In the order of the queue the rows in view are merged together, so that the
 * table is drawn once for each call, and not in every frame in which one of them happens to be merged.
 */
function inOrderOf<Row extends { id: string }>(asked: readonly Change[], rows: readonly Row[]): Row[] {
  const places = new Map(asked.map(({ id }, place) => [id, place]))
  return rows.toSorted((one, other) => places.get(one.id)! - places.get(other.id)!)
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
  /** The records that were fetched and are not merged yet. */
  let fetched: { asked: Change[]; rows: Row[] } = { asked: [], rows: [] }
  let lateness = 0
  const measureDrawing = () => {
    const began = performance.now()
    setTimeout(() => {
      lateness = performance.now() - began - DRAWN_WITHIN_MS
    }, DRAWN_WITHIN_MS)
  }
  const counted = (): Counted => ({ waiting: queue.waiting(), rows: rows.count() })

  return refetchMachine.provide({
    delays: { inViewPause: () => pauseAfter(lateness) },
    actors: {
      changesFeed: fromCallback<RefetchEvent>(({ sendBack, receive }) => {
        receive((event) => {
          if (event.type === 'rows.inView') queue.setInView(event.ids)
        })
        const stops = [
          queue.subscribe(() => sendBack({ type: 'record.changed', ...counted() })),
          onRecordChanged((change) => {
            // Without an id, very many records changed: the whole list is read then.
            if (change.subject !== subject || change.id === null) return
            rows.prepare?.()
            queue.note({ id: change.id, version: change.derived ? ANY_VERSION : change.version })
          }),
        ]
        return () => stops.forEach((stop) => stop())
      }),
      fetchChanged: answered<Result<Counted>>(async ({ signal }) => {
        // The list may already contain some of them: a form saved them, or the list was read.
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
        fetched = { asked, rows: inOrderOf(asked, answer.value) }
        return ok(counted())
      }),
      mergeFeed: fromCallback<RefetchEvent>(({ sendBack }) => {
        const { asked, rows: arrived } = fetched
        const there = new Set(arrived.map(({ id }) => id))
        let merged = 0
        let timer: ReturnType<typeof setTimeout> | undefined
        const mergeSome = () => {
          measureDrawing()
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
          // The whole list is being read: the rest is checked after that.
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
