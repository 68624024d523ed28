/**
 * `npm run cost`: what each list screen costs, written into docs/measurements.md: the files of its record and its screen, and its
 * lines in the lists of records, as `git diff --stat` would show them if the screen were added now.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { hasForms, type RecordDefinition } from '@contract/records/record'
import { RECORDS } from '@contract/records/records'
import { PAGES } from '@resources/pages'
import { writeBlock } from '../kit/measurements'

/** Lines and new files at most (records, What was measured). */
const MOST = { read: { lines: 100, files: 6 }, write: { lines: 180, files: 7 } } as const

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')
const ROOMS = ['src/contract/records', 'server/platform/records', 'src/demo', 'src/resources', 'mocks/records'] as const

/** Stories that open the page with this slug. */
const storiesOf = (folder: string, slug: string): string[] =>
  readdirSync(folder)
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.stories.tsx') && linesOf(path).some((line) => line.includes(`Page('${slug}')`)))

/** How many lines of a list mention the record; of the pages it is the entry. */
function listed({ name, subject }: RecordDefinition, file: string): number {
  const mentions = [new RegExp(`^import .*/${file}'`), new RegExp(`^  ${name}[,:]`), new RegExp(`'${subject}'`)]
  const lists = [
    'src/contract/permissions.ts',
    'src/contract/records/records.ts',
    'server/platform/records/sources.ts',
    'src/demo/all.ts',
    'src/demo/rights.ts',
    'mocks/records/behaviours.ts',
  ]
  const inLists = lists.flatMap(linesOf).filter((line) => mentions.some((mention) => mention.test(line))).length
  const pages = linesOf('src/resources/pages.ts')
  const at = pages.findIndex(
    (line, index) =>
      line.includes(`'${subject}'`) && pages.slice(index, index + 4).some((next) => next.includes("screen: 'list'")),
  )
  const from = pages.lastIndexOf('  {', at)
  return inLists + pages.indexOf('  },', at) - from + 1
}

const rows = PAGES.filter(({ screen }) => screen === 'list').map(({ slug, route, resource, subjects }) => {
  const record = (Object.values(RECORDS) as unknown as RecordDefinition[]).find(({ subject }) =>
    subjects.includes(subject),
  )!
  const [section = '', file = ''] = resource!.split('/')
  const own = ROOMS.map((room) => `${room}/${resource}.ts`).map((path) => (existsSync(path) ? linesOf(path).length : 0))
  const stories = storiesOf(`src/screens/${section}`, slug)
  const told = stories.reduce((sum, path) => sum + linesOf(path).length, 0)
  const lists = listed(record, file)
  const most = MOST[hasForms(record) || record.switch || Object.keys(record.actions).length > 0 ? 'write' : 'read']
  const total = own.reduce((sum, lines) => sum + lines, 0) + told + lists
  const files = own.filter(Boolean).length + stories.length
  return `| ${route} | ${own.map((lines) => lines || '').join(' | ')} | ${told || ''} | ${lists} | **${total}** in ${files} | ${most.lines} in ${most.files} |`
})

const table = [
  '| screen | definition | source | rows | resource | mocks | stories | in lists | lines in files | at most |',
  '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
  ...rows,
].join('\n')
console.log(table)
writeBlock('cost', 'npm run cost', table)
