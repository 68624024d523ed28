/**
 * `npm run mutate`: mutates the machines and the contract, one mutation at a time, and reports the ones that no test detects.
 * Stryker makes the mutations; each target runs with its own tests (targets.ts).
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { machine, readBlock, writeBlock } from '../kit/measurements'
import { EQUIVALENT } from './equivalent'
import { isMet, outdated, percentOf, scoreOf, toBlock, type Change, type Score } from './score'
import { GOAL, sourcesOf, targets } from './targets'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMMAND = 'npm run mutate'
const USAGE = `Changes machines and contract on purpose and reports what no test notices.

  ${COMMAND}                        every machine, what they share, and the contract; hours
  ${COMMAND} -- shift socket        these alone: ${targets().join(', ')}
  ${COMMAND} -- shift --lines 40-80 only changes in these lines of the machine's file; writes no figures
  ${COMMAND} -- --again             reuses what the last run found where neither code nor tests changed
  ${COMMAND} -- --workers 1         so many processes at once; 2 if not said

It writes the scores into docs/measurements.md, and a page for each target into test-results/mutate.
Equivalent changes are listed with their reason in tests/mutate/equivalent.ts.
Exit: 0 every score is at least ${GOAL} %, 1 one is not or the list is outdated, 2 wrong usage.`

// Tests of local times ask for this zone (tests/kit/time-zone.ts). Stryker runs them in threads, which cannot set one: they inherit it.
process.env.TZ = 'Europe/Berlin'

class WrongUsage extends Error {}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        again: { type: 'boolean', default: false },
        lines: { type: 'string' },
        workers: { type: 'string', default: '2' },
        help: { type: 'boolean', default: false },
      },
    })
    const unknown = positionals.find((name) => !targets().includes(name))
    if (unknown !== undefined) throw new WrongUsage(`There is no target '${unknown}'.`)
    if (!/^[1-9]\d*$/.test(values.workers)) throw new WrongUsage('--workers takes a number.')
    if (values.lines !== undefined && (positionals.length !== 1 || !/^\d+-\d+$/.test(values.lines)))
      throw new WrongUsage('--lines takes two line numbers of one machine: 40-80.')
    return { ...values, workers: Number(values.workers), targets: positionals.length > 0 ? positionals : targets() }
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage((error as Error).message)
  }
}
type Arguments = ReturnType<typeof readArguments>

/** Runs one target. @returns every mutation with its result */
async function changesOf(target: string, { again, lines, workers }: Arguments): Promise<Change[]> {
  process.env.MUTATE_TARGET = target
  const stryker = new Stryker({
    mutate: lines === undefined ? sourcesOf(target) : [`machines/${target}/${target}.machine.ts:${lines}`],
    plugins: [
      '@stryker-mutator/vitest-runner',
      join(ROOT, 'tests/mutate/ignore-texts.mjs'),
      join(ROOT, 'tests/mutate/survivors-at-once.mjs'),
    ],
    ignorers: ['texts'],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutate/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency: workers,
    // A busy machine must not count as a detection: only a run that never ends exceeds this time.
    timeoutMS: 15_000,
    timeoutFactor: 4,
    tempDirName: '.tmp/stryker',
    ignorePatterns: ['/.data', '/dist', '/storybook-static', '/test-results', '/docs/pictures', '/tests/pictures'],
    // TypeScript 7 has no API, so Stryker can neither rewrite tsconfig.json nor check types.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    reporters: ['html', 'progress', 'survivors-at-once'],
    htmlReporter: { fileName: `test-results/mutate/${target}.html` },
    incremental: again,
    incrementalFile: `.tmp/stryker-${target}.json`,
    logLevel: 'warn' as never,
    allowConsoleColors: false,
  })
  const results = await stryker.runMutationTest()
  const sources = new Map<string, string[]>()
  const linesOf = (file: string) =>
    sources.get(file) ?? sources.set(file, readFileSync(file, 'utf8').split('\n')).get(file)!
  return results.map(({ fileName, location, replacement, status }) => ({
    file: relative(ROOT, fileName),
    lineNumber: location.start.line,
    line: linesOf(fileName)[location.start.line - 1]!.trim(),
    replacement,
    status,
  }))
}

function show(score: Score): void {
  console.log(
    `${isMet(score) ? 'ok  ' : 'LOW '} ${score.target}: ${percentOf(score).toFixed(1)} %, ${score.killed} noticed, ${score.equivalent} equivalent`,
  )
  for (const { file, lineNumber, line, replacement, status } of score.survivors)
    console.log(
      `     ${file}:${lineNumber} ${status === 'NoCoverage' ? '(no test runs it) ' : ''}${line}\n         became ${replacement.replaceAll(/\s+/g, ' ')}`,
    )
}

async function main(): Promise<number> {
  const given = readArguments()
  if (given.help) {
    console.log(USAGE)
    return 0
  }
  let isFine = true
  for (const target of given.targets) {
    const changes = await changesOf(target, given)
    const score = scoreOf(target, changes, EQUIVALENT)
    show(score)
    isFine &&= isMet(score)
    if (given.lines !== undefined) continue
    const files = [...new Set(changes.map(({ file }) => file))]
    for (const each of outdated(files, changes, EQUIVALENT)) {
      isFine = false
      console.log(
        `     tests/mutate/equivalent.ts: no surviving change is ${each.replacement} in ${each.file}: ${each.line}`,
      )
    }
    // Written after each target, so that an interrupted run of hours keeps its results.
    writeBlock(
      'mutate',
      COMMAND,
      toBlock(
        readBlock('mutate', COMMAND),
        [score],
        targets(),
        `${new Date().toISOString().slice(0, 10)}, \`${COMMAND}\`, ${machine()}.`,
      ),
    )
  }
  return isFine ? 0 : 1
}

main().then(
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    console.error(error instanceof WrongUsage ? `${error.message}\n\n${USAGE}` : error)
    process.exit(2)
  },
)
