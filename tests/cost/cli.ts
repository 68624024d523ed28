/**
 * `npm run cost`: what each record and its screens cost, written into docs/measurements.md: facts, which the product needs, and
 * proof, which only shows that they are right. Counts the files of the record and its lines in the lists of records, as
 * `git diff --stat` would show them if the record were added now.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { hasForms, type RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import { SECTIONS } from '@resources/page'
import { PAGES } from '@resources/pages'
import { readSources } from '../architecture/files'
import { importsOf, resolve } from '../architecture/imports'
import { MOST } from '../extending/instructions'
import { writeBlock } from '../kit/measurements'

const FACTS = ['definition', 'rules', 'source', 'resource', 'screen'] as const
const PROOF = ['rows', 'tests', 'stories'] as const
type Part = (typeof FACTS)[number] | (typeof PROOF)[number]

const lengthOf = (text: string) => text.trimEnd().split('\n').length
const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')

/** The folders with one subfolder for each section. Every file in these subfolders is counted. */
const PARTS: Readonly<Record<string, Part>> = {
  'src/contract/records': 'definition',
  'server/platform/records': 'source',
  'src/resources': 'resource',
  'src/screens': 'screen',
  'src/demo': 'rows',
}
const IN_SECTION = new RegExp(`^(${Object.keys(PARTS).join('|')})/(?:${SECTIONS.join('|').toLowerCase()})/(.*)\\.tsx?$`)

const RECORD_FILES = new Map(
  ALL_RECORDS.map((record) => [record.name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), record]),
)

const files = readSources().filter(({ path }) => IN_SECTION.test(path))
const known = new Set(files.map(({ path }) => path))
const imports = new Map(
  files.map((file) => [
    file.path,
    importsOf(file).flatMap(({ specifier }) => {
      const target = resolve(file.path, specifier)
      if (target.kind !== 'file') return []
      return ['', '.ts', '.tsx'].map((end) => target.path + end).filter((path) => known.has(path))
    }),
  ]),
)

function partOf(path: string): Part {
  if (path.endsWith('.test.ts')) return 'tests'
  if (/\.(?:stories|story-kit)\.tsx?$/.test(path)) return 'stories'
  const part = PARTS[IN_SECTION.exec(path)![1]!]!
  return part === 'definition' && !RECORD_FILES.has(basename(path, '.ts')) ? 'rules' : part
}

/** The record that a file or its folder is named after, as `referral-worker` is after `referral`. */
function namedAfter(path: string): string | undefined {
  const [name] = IN_SECTION.exec(path)![2]!.split('/')
  const names = [...RECORD_FILES.keys()].filter((record) => name === record || name!.startsWith(`${record}-`))
  return names.toSorted((one, other) => other.length - one.length)[0]
}

/** The records whose files import this one, directly or through others. */
function importersOf(path: string, seen = new Set<string>()): string[] {
  const record = namedAfter(path)
  if (record) return [record]
  if (seen.has(path)) return []
  seen.add(path)
  return files
    .filter((file) => partOf(file.path) !== 'tests' && imports.get(file.path)!.includes(path))
    .flatMap((file) => importersOf(file.path, seen))
}

/**
 * The records that a file belongs to: a story to those whose pages it opens, other files to the record that they are named after;
 * else to those that import it, or, where none does (workers and checks), to those that it needs.
 */
function recordsOf({ path, source }: { path: string; source: string }): Set<string> {
  const opened = [...source.matchAll(/Page\('([\w-]+)'/g)].flatMap(([, slug]) =>
    PAGES.filter((page) => page.slug === slug && page.resource).map(({ resource }) => resource!.split('/')[1]!),
  )
  if (path.endsWith('.stories.tsx') && opened.length > 0) return new Set(opened)
  const importers = importersOf(path.replace('.test.ts', '.ts'))
  return new Set(importers.length > 0 ? importers : imports.get(path)!.flatMap((needed) => importersOf(needed)))
}
const counted = files.map((file) => ({
  ...file,
  part: partOf(file.path),
  records: recordsOf(file),
  lines: lengthOf(file.source),
}))

/** How many lines of a list mention the record; of the pages it is the entry. */
function listed({ name, subject }: RecordDefinition, file: string): number {
  const mentions = [new RegExp(`^import .*/${file}'`), new RegExp(`^  ${name}[,:]`), new RegExp(`'${subject}'`)]
  const lists = [
    'src/contract/permissions.ts',
    'src/contract/records/records.ts',
    'server/platform/records/sources.ts',
    'src/demo/all.ts',
    'src/demo/rights.ts',
  ]
  const inLists = lists.flatMap(linesOf).filter((line) => mentions.some((mention) => mention.test(line))).length
  const pages = linesOf('src/resources/pages.ts')
  const at = pages.findIndex(
    (line, index) =>
      line.includes(`'${subject}'`) && pages.slice(index, index + 4).some((next) => next.includes("screen: 'list'")),
  )
  if (at < 0) return inLists
  const from = pages.lastIndexOf('  {', at)
  return inLists + pages.indexOf('  },', at) - from + 1
}

const total = (of: typeof counted) => of.reduce((sum, { lines }) => sum + lines, 0)

function rowOf(file: string, record: RecordDefinition, name: string): string {
  const own = counted.filter(({ records }) => records.size === 1 && records.has(file))
  const lists = listed(record, file)
  const sums = (parts: readonly Part[]) => parts.map((part) => total(own.filter((each) => each.part === part)) || '')
  const of = (parts: readonly Part[]) => own.filter(({ part }) => parts.includes(part))
  const [facts, proof] = [of(FACTS), of(PROOF)]
  const isWritten = hasForms(record) || record.switch || Object.keys(record.actions).length > 0
  const most = MOST[record.queue ? 'queue' : isWritten ? 'write' : 'read']
  const cells = [
    name,
    ...sums(FACTS),
    lists,
    `**${total(facts) + lists}** in ${facts.length}`,
    most.facts,
    ...sums(PROOF),
    `**${total(proof)}** in ${proof.length}`,
  ]
  return `| ${cells.join(' | ')} |`
}

const listPages = PAGES.filter(({ screen }) => screen === 'list').map(
  ({ route, resource }) => [resource!.split('/')[1]!, route] as const,
)
const withoutList = [...RECORD_FILES].filter(([file]) => !listPages.some(([other]) => other === file))
const shared = counted.filter(({ records }) => records.size !== 1)

const block = [
  `| screen | ${FACTS.join(' | ')} | in lists | facts | smallest | ${PROOF.join(' | ')} | proof |`,
  `| --- |${' --: |'.repeat(FACTS.length + PROOF.length + 4)}`,
  ...listPages.map(([file, route]) => rowOf(file, RECORD_FILES.get(file)!, route)),
  ...withoutList.map(([file, record]) => rowOf(file, record, `none: ${record.name}`)),
  '',
  'Not in the table, because no record or several records need them:',
  '',
  '| file | part | lines | records |',
  '| --- | --- | --: | --- |',
  ...shared.map(
    ({ path, part, lines, records }) => `| \`${path}\` | ${part} | ${lines} | ${[...records].toSorted().join(', ')} |`,
  ),
].join('\n')
console.log(block)
writeBlock('cost', 'npm run cost', block)
