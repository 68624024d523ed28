/**
 * Locks the folder of the embedded database for one process, and keeps its generated secret. PGlite has no lock of its own, and
 * two processes on one folder lose rows; a lock file names the process that holds it. The lock of a process that no longer
 * exists (also after kill -9) is taken over.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '@server/node/settings-error'

const LOCK = 'server.lock'
const SECRET = 'secret'

interface Holder {
  pid: number
  /** Start time of the process, where the system reports it; a pid alone may belong to another process by now. */
  began: string | null
  /** Random value that identifies this acquisition of the lock. */
  token: string
}

/** Linux: the start time of a process, in ticks since boot. */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return began === null || beganAt(pid) === null || beganAt(pid) === began
}

function readHolder(file: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null && 'pid' in value && Number.isInteger(value.pid)
      ? (value as Holder)
      : null
  } catch {
    return null
  }
}

/** Removes the lock file of a dead process, unless another process has just replaced it. */
function removeDead(lock: string, dead: Holder | null): void {
  const aside = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  const moved = readHolder(aside)
  if (moved && moved.token !== dead?.token && isAlive(moved)) {
    // The file belonged to a new holder already: put it back.
    try {
      linkSync(aside, lock)
    } catch {
      // A third process has locked the folder meanwhile; the one that lost its file notices it by its token.
    }
  }
  rmSync(aside, { force: true })
}

/**
 * Creates the folder and acquires its lock.
 * @returns a function that releases the lock
 * @throws SettingsError where another running process holds it
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = join(dataDir, LOCK)
  const mine: Holder = { pid: process.pid, began: beganAt(process.pid), token: randomUUID() }
  const own = `${lock}.${mine.token}`
  writeFileSync(own, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        // A link is created atomically with its content, so no process sees a half-written lock.
        linkSync(own, lock)
        if (readHolder(lock)?.token === mine.token) {
          return () => {
            if (readHolder(lock)?.token === mine.token) rmSync(lock, { force: true })
          }
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = readHolder(lock)
      if (holder && isAlive(holder))
        throw new SettingsError(
          `DATA_DIR ${dataDir} is in use by another server (process ${holder.pid}). Stop it, or give this one another DATA_DIR.`,
        )
      removeDead(lock, holder)
    }
    throw new SettingsError(`DATA_DIR ${dataDir} could not be locked. Start again.`)
  } finally {
    rmSync(own, { force: true })
  }
}

/** The secret of an embedded platform: created at the first start, readable by its owner only. The caller holds the lock. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, SECRET)
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
