/**
 * `npm run test:extending`: follows docs/extending.md in a copy of the repository, and runs the checks that the page names: the
 * format and the type check, the contract cases of the records against the server, and the stories of the screens.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chaptersOf, costOf, follow, MOST, type Chapter, type Cost } from './instructions'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COPY = join(ROOT, '.tmp/extending')
/** Caches, which a run may write. */
const OWN = new Set(['.cache', '.vite', '.vite-temp', '.vitest', '.tmp'])
/** Minimum number of cases that a definition generates. */
const CASES_AT_LEAST = 30

/** Creates hard links, because the packages are only read. @param but names of folders in `from` that are left out */
function linkTree(from: string, to: string, but: ReadonlySet<string> = new Set()): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (but.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else linkSync(source, target)
  }
}

function makeCopy(): void {
  rmSync(COPY, { recursive: true, force: true })
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  for (const path of files.split('\n').filter((each) => each && existsSync(join(ROOT, each)))) {
    mkdirSync(dirname(join(COPY, path)), { recursive: true })
    copyFileSync(join(ROOT, path), join(COPY, path))
  }
  linkTree(join(ROOT, 'node_modules'), join(COPY, 'node_modules'), OWN)
}

/** Runs a program of the copy. @throws where it fails */
function run(what: string, program: string, args: readonly string[]): void {
  console.log(`── ${what}`)
  const { status } = spawnSync(process.execPath, [join(COPY, 'node_modules', program), ...args], {
    cwd: COPY,
    stdio: 'inherit',
    // The stories of the repository itself may run at the same time.
    env: { ...process.env, STORIES_PORT: '63317' },
  })
  if (status !== 0) throw new Error(`${what} failed`)
}
const VITEST = 'vitest/vitest.mjs'

function checkCost(chapter: Chapter, most: Cost): void {
  const { facts, proof } = costOf(chapter)
  console.log(
    `${chapter.title}: ${facts} lines of facts (at most ${most.facts}), ${proof} of proof (at most ${most.proof})`,
  )
  if (facts > most.facts || proof > most.proof) throw new Error(`${chapter.title} costs more than it may`)
}

interface CaseReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

/** The cases of these records have run, and passed, against the server. */
function checkCases(records: readonly string[]): void {
  const report = join(COPY, 'test-results', 'cases.json')
  run(`The contract cases of ${records.join(' and ')}`, VITEST, [
    ...['run', '-c', 'tests/vitest.config.ts', '--project', 'contract', '-t', titlesOf(records)],
    ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
  ])
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as CaseReport
  const cases = testResults.flatMap(({ assertionResults }) => assertionResults)
  for (const record of records) {
    const title = new RegExp(titlesOf([record]))
    const count = cases.filter(({ fullName, status }) => status === 'passed' && title.test(fullName)).length
    if (count < CASES_AT_LEAST) throw new Error(`Only ${count} cases of ${record} have run`)
  }
}
/** A pattern of the full names of their cases. */
const titlesOf = (records: readonly string[]) => `Records (?:${records.join('|')})[.:]`

function main(): void {
  const chapters = chaptersOf(readFileSync(join(ROOT, 'docs/extending.md'), 'utf8'))
  const limits = Object.values(MOST)
  if (chapters.length !== limits.length)
    throw new Error(`docs/extending.md has ${chapters.length} chapters with instructions`)
  chapters.forEach((chapter, index) => checkCost(chapter, limits[index]!))
  makeCopy()
  const written: string[] = []
  for (const instruction of chapters.flatMap(({ instructions }) => instructions)) {
    if (instruction.kind === 'new') written.push(instruction.path)
    follow(instruction, {
      exists: (path) => existsSync(join(COPY, path)),
      read: (path) => readFileSync(join(COPY, path), 'utf8'),
      write: (path, text) => {
        mkdirSync(dirname(join(COPY, path)), { recursive: true })
        writeFileSync(join(COPY, path), text)
      },
    })
  }
  run('The format of the new files', 'oxfmt/bin/oxfmt', ['--check', ...written])
  run('The migration', 'drizzle-kit/bin.cjs', ['generate', '--config', 'server/db/drizzle.config.ts'])
  run('The type check', 'typescript/bin/tsc', ['--noEmit'])
  checkCases(
    written.flatMap((path) => {
      const slug = /^src\/contract\/records\/\w+\/([\w-]+)\.ts$/.exec(path)?.[1]
      return slug === undefined ? [] : [slug.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
    }),
  )
  const stories = written.filter((path) => path.endsWith('.stories.tsx'))
  run('The stories', VITEST, ['run', '-c', 'tests/stories.config.ts', ...stories])
  rmSync(COPY, { recursive: true, force: true })
}

try {
  main()
} catch (error) {
  console.error(`${(error as Error).message}. The copy is in .tmp/extending.`)
  process.exitCode = 1
}
