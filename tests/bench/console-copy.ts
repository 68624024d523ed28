import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes'

/**
 * Copies what is built, and adds the floor's page to the console's files: it is then served by the same server, in the same
 * way, and nothing stands between it and the browser.
 * @returns the folder to start the server from
 */
export function copyBuilt(): { folder: string; remove: () => void } {
  // Within the project: the server finds its packages from there.
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const folder = mkdtempSync(join(root, '.tmp/bench-'))
  for (const part of ['server', 'console']) cpSync(join(root, 'dist', part), join(folder, part), { recursive: true })
  for (const file of ['users.html', 'users.js'])
    cpSync(join(import.meta.dirname, 'floor', file), join(folder, 'console/floor', file))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
