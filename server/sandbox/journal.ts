/** What a sandbox remembers: each entry is on the disk before anybody is told of it, so that a killed sandbox forgets nothing. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Journal<E> {
  /** From the first one on. */
  readonly entries: readonly E[]
  add(entry: E): void
  close(): void
}

/** @param file its folder is created; null: in memory only */
export function openJournal<E>(file: string | null): Journal<E> {
  if (file !== null) mkdirSync(dirname(file), { recursive: true })
  const lines = file === null ? [] : readIfThere(file)
  const entries = lines.flatMap((line): E[] => parsed<E>(line) ?? [])
  const handle = file === null ? null : openSync(file, 'a')
  return {
    entries,
    add(entry) {
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
/** @returns nothing for the last line of a process that was killed while it wrote it */
function parsed<E>(line: string): [E] | null {
  try {
    return [JSON.parse(line) as E]
  } catch {
    return null
  }
}
