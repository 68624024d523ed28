/** The implementations of the import machine over one streamed call. */
import { fromCallback } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import { createWriteImplementations, type WriteDependencies } from '../write/write.implementations'
import { importMachine, type ImportAnswer, type ImportEvent, type ImportRun } from './import.machine'

export type ImportRow = ImportLine | ImportEnd
export interface ImportDependencies extends Pick<WriteDependencies, 'onLineBack'> {
  /** Sends a file and reads the response row by row. `cutShort`: the response broke off. */
  send: (
    run: ImportRun & { isDry: boolean },
    signal: AbortSignal,
    onRows: (rows: ImportRow[]) => void,
  ) => Promise<Result<{ cutShort: boolean }>>
  /** Makes the browser ask before the page is closed or reloaded. @returns a function that ends this */
  guardUnload: () => () => void
}

const isEnd = (row: ImportRow): row is ImportEnd => 'end' in row
/** The end of a response that broke off. */
const BROKEN_OFF = failed({ kind: 'network', message: '' })

/** @returns the machine with everything provided, ready to start */
export function createImportImplementations({ send, guardUnload, onLineBack }: ImportDependencies) {
  /** Sends a file. @param onLines receives the lines as they arrive @returns the last row of the response */
  async function sendFile(
    run: ImportRun & { isDry: boolean },
    signal: AbortSignal,
    onLines: (lines: ImportLine[]) => void,
  ): Promise<ImportAnswer> {
    let end: ImportEnd | null = null
    const answer = await send(run, signal, (rows) => {
      if (signal.aborted) return
      const lines = rows.filter((row): row is ImportLine => !isEnd(row))
      end = rows.find(isEnd) ?? end
      if (lines.length > 0) onLines(lines)
    })
    return answer.ok ? (end ? ok(end) : BROKEN_OFF) : answer
  }

  let onApplied: ((lines: ImportLine[]) => void) | null = null
  return importMachine.provide({
    actors: {
      checkFeed: fromCallback<ImportEvent, ImportRun>(({ input, sendBack }) => {
        const leaving = new AbortController()
        const onLines = (lines: ImportLine[]) => sendBack({ type: 'lines.read', lines })
        void sendFile({ ...input, isDry: true }, leaving.signal, onLines).then((answer) => {
          if (leaving.signal.aborted) return
          if (answer.ok) sendBack({ type: 'check.ended', end: answer.value })
          else if (answer.error.kind === 'network') sendBack({ type: 'check.lost' })
          else sendBack({ type: 'check.refused', error: answer.error })
        })
        return () => leaving.abort()
      }),
      write: createWriteImplementations<ImportRun, ImportAnswer>({ onLineBack }, async (run, signal) => {
        const release = guardUnload()
        signal.addEventListener('abort', release, { once: true })
        const answer = await sendFile({ ...run, isDry: false }, signal, (lines) => onApplied?.(lines))
        signal.removeEventListener('abort', release)
        if (!signal.aborted) release()
        return answer
      }),
      linesFeed: fromCallback<ImportEvent>(({ sendBack }) => {
        const own = (lines: ImportLine[]) => sendBack({ type: 'lines.read', lines })
        onApplied = own
        return () => {
          if (onApplied === own) onApplied = null
        }
      }),
    },
  })
}
