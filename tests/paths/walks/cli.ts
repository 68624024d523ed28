/**
 * `npm run test:walks -- [--runs 1000] [--seed n]`: more random walks of all machines than in `npm test`, with a new seed each time,
 * so that each run tries other sequences. A failure prints its seed and its shortest sequence.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

function main(): number {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000' }, seed: { type: 'string' } } })
  const runs = Number(values.runs)
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  if (![runs, seed].every(Number.isSafeInteger) || runs < 1) throw new Error('--runs and --seed are whole numbers')
  console.log(`Seed ${seed}: npm run test:walks -- --runs ${runs} --seed ${seed}`)
  const { status, error } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '-c', 'tests/vitest.config.ts', '--project', 'paths', 'walks/'],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, WALK_SEED: String(seed), WALK_RUNS: String(runs) } },
  )
  if (error) throw error
  return status ?? 1
}

try {
  process.exitCode = main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
