/** The implementations of the import machine over one streamed call. */
import { fromCallback } from 'xstate'
import { isUncertain, leavesOutcomeOpen, type ApiError, type Result } from '@contract/errors'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import { createLineFeed, type OnLineBack } from '../kit/line-feed'
import { importMachine, type ImportEvent, type ImportRun } from './import.machine'

export type ImportRow = ImportLine | ImportEnd
export interface ImportDependencies {
  /** Sends a file and reads the response row by row. `cutShort`: the response broke off. */
  send: (
    run: ImportRun & { isDry: boolean },
    signal: AbortSignal,
    onRows: (rows: ImportRow[]) => void,
  ) => Promise<Result<{ cutShort: boolean }>>
  /** Makes the browser ask before the page is closed or reloaded. @returns a function that ends this */
  guardUnload: () => () => void
  onLineBack: OnLineBack
}

const isEnd = (row: ImportRow): row is ImportEnd => 'end' in row

/** @returns the machine with everything provided, ready to start */
export function createImportImplementations({ send, guardUnload, onLineBack }: ImportDependencies) {
  const feed = (isDry: boolean) =>
    fromCallback<ImportEvent, ImportRun>(({ input, sendBack }) => {
      const leaving = new AbortController()
      const release = isDry ? () => undefined : guardUnload()
      let end: ImportEnd | null = null
      const onRows = (rows: ImportRow[]) => {
        if (leaving.signal.aborted) return
        const lines = rows.filter((row): row is ImportLine => !isEnd(row))
        end = rows.find(isEnd) ?? end
        if (lines.length > 0) sendBack({ type: 'lines.read', lines })
      }
      const isLost = (error: ApiError) =>
        isDry ? error.kind === 'network' : (input.isRepetition ? leavesOutcomeOpen : isUncertain)(error)
      void send({ ...input, isDry }, leaving.signal, onRows).then((answer) => {
        if (leaving.signal.aborted) return
        if (answer.ok) sendBack(end ? { type: 'import.ended', end } : { type: 'import.lost' })
        else sendBack(isLost(answer.error) ? { type: 'import.lost' } : { type: 'import.refused', error: answer.error })
      })
      return () => {
        leaving.abort()
        release()
      }
    })
  return importMachine.provide({
    actors: { checkFeed: feed(true), applyFeed: feed(false), lineFeed: createLineFeed<ImportEvent>(onLineBack) },
  })
}
