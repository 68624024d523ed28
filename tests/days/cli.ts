/**
 * `npm run test:day -- [2028-02-29T12:00:00Z]`: the tests that need no database, as if they began at that time, or at a random one of
 * the next two years. What passes only today fails here: a type for the weekend that applies on Saturdays, mock data that grows old.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TWO_YEARS_MS = 2 * 365 * 24 * 3600 * 1000
const NODE = ['-c', 'tests/vitest.config.ts']
const PARTS = [
  [...NODE, ...['unit', 'mocks', 'paths'].flatMap((project) => ['--project', project])],
  [...NODE, '--project', 'contract', 'tests/contract/mocks.test.ts'],
  ['-c', 'tests/stories.config.ts'],
]

/** @returns the worst exit code */
function main(): number {
  const { positionals } = parseArgs({ allowPositionals: true })
  const time = new Date(positionals[0] ?? Date.now() + Math.random() * TWO_YEARS_MS)
  if (positionals.length > 1 || Number.isNaN(time.getTime())) throw new Error('The day is an ISO 8601 date or time.')
  console.log(`${time.toUTCString()}: npm run test:day -- ${time.toISOString()}`)
  const codes = PARTS.map((part) => {
    const { status, error } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...part], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, VITE_TEST_DAY: time.toISOString() },
    })
    if (error) throw error
    return status ?? 1
  })
  return Math.max(...codes)
}

try {
  process.exitCode = main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
