/**
 * The embedded database's folder: one process at a time, and the secret that is made there. PGlite has no lock of its own, and two
 * processes on one folder lose rows; so a file names the process that holds it. A process that is gone (kill -9 too) is succeeded.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '@server/settings'

const LOCK = 'server.lock'
const SECRET = 'secret'

interface Holder {
  pid: number
  /** When the process began, where the system tells; a pid alone may have passed to another process since. */
  began: string | null
  /** One taking of the lock. */
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

/** Takes the dead holder's file away, unless another process has just succeeded it. */
function removeDead(lock: string, dead: Holder | null): void {
  const aside = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  const moved = readHolder(aside)
  if (moved && moved.token !== dead?.token && isAlive(moved)) {
    // It was not the dead one's any more: give it back.
    try {
      linkSync(aside, lock)
    } catch {
      // A third one has taken it meanwhile; the one that lost its file notices by its token.
    }
  }
  rmSync(aside, { force: true })
}

/**
 * Makes the folder and takes its lock.
 * @returns how to give it back
 * @throws SettingsError where another living process holds it
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
        // A link is made or not made as one step, with its content: nobody sees half a lock.
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

/** The secret of an embedded platform: made at the first start, readable by its owner only. The caller holds the lock. */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, SECRET)
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
