import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { readSources } from './files'

/** A process of its own, because some configurations set environment variables. */
const LOAD = `
  import { createLogger, loadConfigFromFile } from 'vite'
  const env = { command: 'build', mode: 'production' }
  const logger = { ...createLogger('silent'), warn: (text) => console.log(text), warnOnce: (text) => console.log(text) }
  for (const file of process.argv.slice(1)) await loadConfigFromFile(env, file, process.cwd(), 'warn', logger)
`

it('every configuration of Vite loads without a warning', { timeout: 400_000 }, async () => {
  const configs = ['vite.config.ts', ...readSources().map(({ path }) => path)].filter((path) =>
    /(?:^|\/)(?:vite|vitest|stories)\.config\.ts$/.test(path),
  )
  expect(configs.length).toBeGreaterThanOrEqual(6)
  const { VITE_CONFIG_NATIVE_IGNORE_WARNING: _silent, ...env } = process.env
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', LOAD, ...configs],
    { env: { ...env, MUTATE_TARGET: 'shift' } },
  )
  // On a busy machine the bundler also says how long its plugins took.
  expect(
    (stdout + stderr).split('\n').filter((line) => /^\(!\)|^\s*- import |without a file extension/.test(line)),
  ).toEqual([])
})
