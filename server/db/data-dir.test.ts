import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SettingsError } from '@server/settings'
import { keptSecret, lockDataDir } from './data-dir'

describe('the folder of the embedded database', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pitboss-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is held by one at a time, and free again after', () => {
    const release = lockDataDir(folder)
    expect(() => lockDataDir(folder)).toThrow(SettingsError)
    release()
    lockDataDir(folder)()
    expect(readdirSync(folder)).toEqual([])
  })

  it('passes on from a process that is gone', () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid, began: '1', token: 'gone' }))
    expect(() => lockDataDir(folder)()).not.toThrow()
  })

  it.runIf(existsSync('/proc/self/stat'))('passes on when the pid has passed to another process since', () => {
    writeFileSync(
      join(folder, 'server.lock'),
      JSON.stringify({ pid: process.pid, began: '1', token: 'before the reboot' }),
    )
    expect(() => lockDataDir(folder)()).not.toThrow()
  })

  it('passes on from a lock that cannot be read', () => {
    writeFileSync(join(folder, 'server.lock'), '')
    expect(() => lockDataDir(folder)()).not.toThrow()
  })

  it('leaves the lock of a successor alone', () => {
    const release = lockDataDir(folder)
    rmSync(join(folder, 'server.lock'))
    const next = lockDataDir(folder)
    release()
    expect(() => lockDataDir(folder)).toThrow(SettingsError)
    next()
  })

  it('makes a secret once, for its owner only', () => {
    const secret = keptSecret(folder)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(keptSecret(folder)).toBe(secret)
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  })
})
