import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SettingsError } from '@server/node/settings-error'
import { keptSecret, lockDataDir } from './data-dir'

describe('lockDataDir and keptSecret', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pitboss-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('allows one holder at a time, and another one after release', () => {
    const release = lockDataDir(folder)
    expect(() => lockDataDir(folder)).toThrow(SettingsError)
    release()
    lockDataDir(folder)()
    expect(readdirSync(folder)).toEqual([])
  })

  it('takes over the lock of a process that no longer exists', () => {
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

  it('takes over a lock file that cannot be read', () => {
    writeFileSync(join(folder, 'server.lock'), '')
    expect(() => lockDataDir(folder)()).not.toThrow()
  })

  it('does not remove the lock of a later holder on release', () => {
    const release = lockDataDir(folder)
    rmSync(join(folder, 'server.lock'))
    const next = lockDataDir(folder)
    release()
    expect(() => lockDataDir(folder)).toThrow(SettingsError)
    next()
  })

  it('creates a secret once, readable by its owner only', () => {
    const secret = keptSecret(folder)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(keptSecret(folder)).toBe(secret)
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  })
})
