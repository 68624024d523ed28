/**
 * Ensures that Chromium is available for the tests that need it. Reports what it does and, if it fails, how to install
 * a browser.
 */
import { spawnSync } from 'node:child_process'
import { findChromium, HOW_TO_GET_CHROMIUM } from './find-chromium'

const run = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0

function get(): void {
  console.log('No Chromium was found; trying Playwright’s installer.')
  if (run('npx', ['playwright', 'install', 'chromium'])) return
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('That did not work; trying Debian’s package.')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  }
}

if (!findChromium()) get()
const found = findChromium()
if (!found) {
  console.error(HOW_TO_GET_CHROMIUM)
  process.exit(1)
}
console.log(`Browser for the tests: ${found}`)
