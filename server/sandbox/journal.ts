/** What a sandbox keeps: each entry is on the disk before anybody is told of it, so that a killed sandbox forgets nothing. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Journal<E extends object> {
  /** All of them, the oldest first. */
  readonly entries: readonly E[]
  write(entry: E): void
  close(): void
}

/** @param file its folder is created; null: in memory only */
export function openJournal<E extends object>(file: string | null): Journal<E> {
  if (file !== null) mkdirSync(dirname(file), { recursive: true })
  const entries = (file === null ? [] : readIfThere(file)).flatMap((line) => parsed<E>(line) ?? [])
  const handle = file === null ? null : openSync(file, 'a')
  return {
    entries,
    write(entry) {
      if (handle !== null) {
        writeSync(handle, `${JSON.stringify(entry)}\n`)
        fsyncSync(handle)
      }
      entries.push(entry)
    },
    close: () => void (handle !== null && closeSync(handle)),
  }
}

function readIfThere(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
/** @returns null for the last line of a process that was killed while it wrote it */
function parsed<E extends object>(line: string): E | null {
  try {
    return JSON.parse(line) as E
  } catch {
    return null
  }
}
